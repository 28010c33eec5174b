"""Router of the graph: the neighbourhood of a node, and read-only Cypher where it is enabled."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query
from starlette.responses import JSONResponse

from bioloom.answering import subgraph_json
from bioloom.errors import UsageError
from bioloom.retrieval import NEIGHBOUR_KEY
from bioloom.serving.graph_views import GraphViews
from bioloom.serving.limits import MOST_LISTED
from bioloom.serving.openapi_examples import described
from bioloom.serving.page_cursors import read_cursor, write_cursor
from bioloom.serving.request_models import CypherBody
from bioloom.serving.response_models import ExplanationOut, NeighbourhoodOut, RowsOut
from bioloom.serving.routes.documents import Cursor, Id

Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="edges of a page")]


def graph_routes(browsing: GraphViews) -> APIRouter:
    """Build the router of neighbourhoods."""
    router = APIRouter(tags=["graph"])

    @router.get("/graph/{id:path}", **described("GET /graph/{id}", NeighbourhoodOut, 404))
    def graph(id: Id, limit: Limit = 50, cursor: Cursor = None) -> JSONResponse:
        """Give what stands around an entity, mention, sentence or document: claims first, then texts."""
        after = read_cursor(cursor, NEIGHBOUR_KEY) if cursor else None
        found = browsing.around(id, limit=limit, after=after)
        if found is None:
            raise HTTPException(404, "there is no node of this id in the graph")
        more = None if found.after is None else write_cursor(*found.after)
        return JSONResponse({"center": asdict(found.center), **subgraph_json(found.subgraph), "next": more})

    @router.get("/explain/{id:path}", **described("GET /explain/{id}", ExplanationOut, 404))
    def explain(id: Id) -> JSONResponse:
        """Tell why an edge is in the graph: sentences, mapping of its predicate, loads with file and line."""
        try:
            return JSONResponse(browsing.explain(id))
        except UsageError as unknown:
            raise HTTPException(404, str(unknown)) from unknown

    return router


def cypher_routes(browsing: GraphViews) -> APIRouter:
    """Build the router of read-only Cypher."""
    router = APIRouter(tags=["graph"])

    @router.post("/cypher", **described("POST /cypher", RowsOut))
    def cypher(body: CypherBody) -> JSONResponse:
        """Run one statement that reads the graph: no writes, no files, no commands to the server."""
        return JSONResponse(browsing.query(None, body.query, body.params, limit=body.limit).as_json())

    return router
