"""Routers of the graph: neighbourhoods, entity search, mentions, and read-only Cypher where it is enabled."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query
from starlette.responses import JSONResponse

from bioloom import retrieval
from bioloom.answering import subgraph_json
from bioloom.errors import UsageError
from bioloom.records import Subgraph, SubgraphNode
from bioloom.serving.graph_access.graph_views import GraphViews
from bioloom.serving.limits import MOST_LISTED, NAME_LENGTH
from bioloom.serving.models import response_models as models
from bioloom.serving.models.openapi_examples import described
from bioloom.serving.models.page_cursors import read_cursor, write_cursor
from bioloom.serving.models.request_models import CypherBody
from bioloom.serving.problem_details import found_or_404
from bioloom.serving.routes.documents import Cursor, Id, Limit

_NO_NODE = "there is no node of this id in the graph"

Edges = Annotated[int, Query(ge=1, le=MOST_LISTED, description="edges of a page")]
Text = Annotated[str, Query(min_length=1, max_length=NAME_LENGTH, description="an id, or words of a name")]
First = Annotated[int, Query(ge=1, le=MOST_LISTED, description="edges of each group, or of its next page")]


def graph_routes(browsing: GraphViews) -> APIRouter:
    """Build the router of neighbourhoods, search and mentions."""
    router = APIRouter(tags=["graph"])

    @router.get("/graph/{id:path}", **described("GET /graph/{id}", models.NeighbourhoodOut, 404))
    def graph(id: Id, limit: Edges = 50, cursor: Cursor = None) -> JSONResponse:
        """Give what stands around an entity, mention, sentence or document: claims first, then texts."""
        after = read_cursor(cursor, retrieval.NEIGHBOUR_KEY) if cursor else None
        read = browsing.read(retrieval.neighbourhood, id, limit=limit, after=after)
        found = found_or_404(read, _NO_NODE)
        more = None if found.after is None else write_cursor(*found.after)
        return JSONResponse({"center": asdict(found.center), **subgraph_json(found.subgraph), "next": more})

    @router.get("/explain/{id:path}", **described("GET /explain/{id}", models.ExplanationOut, 404))
    def explain(id: Id) -> JSONResponse:
        """Tell why an edge is in the graph: sentences, mapping of its predicate, loads with file and line."""
        try:
            return JSONResponse(browsing.explain(id))
        except UsageError as unknown:
            raise HTTPException(404, str(unknown)) from unknown

    @router.get("/entities", **described("GET /entities", models.EntitiesOut))
    def entities(q: Text, limit: Limit = 20) -> JSONResponse:
        """Find entities by id, cross reference, name or synonym, the best first."""
        found = browsing.read(retrieval.search_entities, q, limit=limit)
        return JSONResponse({"items": [asdict(entity) for entity in found]})

    @router.get("/neighbours/{id:path}", **described("GET /neighbours/{id}", models.GroupsOut, 404))
    def neighbours(id: Id, first: First = 8, cursor: Cursor = None) -> JSONResponse:
        """Give what stands around an entity or a mention in groups, the first of each; a mention that denotes
        an entity gives that entity. With the `next` of a group as `cursor` that group goes on."""
        key, skip = _position(cursor) if cursor else (None, 0)
        read = browsing.read(retrieval.surroundings, id, first=first, key=key, skip=skip)
        found = found_or_404(read, _NO_NODE)
        groups = [_group(found.center, group, skip) for group in found.groups]
        return JSONResponse({"center": asdict(found.center), "groups": groups})

    @router.get("/mentions/{id:path}", **described("GET /mentions/{id}", models.MentionsOut, 404))
    def mentions(id: Id, limit: Limit = 20, cursor: Cursor = None) -> JSONResponse:
        """List the sentences that mention an entity, with the words by which they do."""
        after = read_cursor(cursor, 1)[0] if cursor else ""
        found = browsing.read(retrieval.mentioning_sentences, id, limit=limit + 1, after=after)
        if not found:
            found_or_404(browsing.read(retrieval.neighbourhood, id, limit=1), _NO_NODE)
        more = write_cursor(found[limit - 1].sentence_id) if len(found) > limit else None
        return JSONResponse({"items": [asdict(sentence) for sentence in found[:limit]], "next": more})

    return router


def cypher_routes(browsing: GraphViews) -> APIRouter:
    """Build the router of read-only Cypher."""
    router = APIRouter(tags=["graph"])

    @router.post("/cypher", **described("POST /cypher", models.RowsOut))
    def cypher(body: CypherBody) -> JSONResponse:
        """Run one statement that reads the graph: no writes, no files, no commands to the server."""
        return JSONResponse(browsing.query(None, body.query, body.params, limit=body.limit).as_json())

    return router


def closed_cypher_routes() -> APIRouter:
    """Build the router that says how Cypher of callers is switched on."""
    router = APIRouter(include_in_schema=False)

    @router.post("/cypher")
    def cypher() -> None:
        """Refuse a statement."""
        off = "Cypher is switched off here; start the service with: bioloom serve --cypher"
        raise HTTPException(404, off)

    return router


def _position(cursor: str) -> tuple[list[str], int]:
    """Read the key of a group and how many of its edges were given."""
    *key, skip = read_cursor(cursor, retrieval.GROUP_KEY + 1)
    if not (skip.isascii() and skip.isdigit() and len(skip) < 10):
        raise UsageError("this cursor is none that this list gave; leave it away to begin anew")
    return key, int(skip)


def _group(center: SubgraphNode, group: retrieval.NeighbourGroup, skip: int) -> dict[str, Any]:
    """Lay out a group; the sentences of its edges name the center too."""
    named = subgraph_json(Subgraph((*group.subgraph.nodes, center), group.subgraph.edges))
    named["nodes"].pop()
    given = skip + len(group.subgraph.edges)
    more = write_cursor(*group.key, str(given)) if group.subgraph.edges and given < group.total else None
    return {"kind": group.key[-1], "total": group.total, **named, "next": more}
