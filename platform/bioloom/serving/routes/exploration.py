"""Routers of exploration: entity search, groups of neighbours, sentences that mention an entity."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query
from starlette.responses import JSONResponse

from bioloom.answering import subgraph_json
from bioloom.errors import UsageError
from bioloom.records import Subgraph, SubgraphNode
from bioloom.retrieval import GROUP_KEY, NeighbourGroup
from bioloom.serving.graph_views import GraphViews
from bioloom.serving.limits import MOST_LISTED, NAME_LENGTH
from bioloom.serving.openapi_examples import described
from bioloom.serving.page_cursors import read_cursor, write_cursor
from bioloom.serving.response_models import EntitiesOut, GroupsOut, MentionsOut
from bioloom.serving.routes.documents import Cursor, Id

Text = Annotated[
    str,
    Query(
        min_length=1,
        max_length=NAME_LENGTH,
        description="an id, or words of a name",
    ),
]
Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="items of a page")]
First = Annotated[int, Query(ge=1, le=MOST_LISTED, description="edges of each group, or of its next page")]


def exploration_routes(browsing: GraphViews) -> APIRouter:
    """Build the router of search and neighbours."""
    router = APIRouter(tags=["graph"])

    @router.get("/entities", **described("GET /entities", EntitiesOut))
    def entities(q: Text, limit: Limit = 20) -> JSONResponse:
        """Find entities by id, cross reference, name or synonym, the best first."""
        return JSONResponse({"items": [asdict(found) for found in browsing.search(q, limit=limit)]})

    @router.get("/neighbours/{id:path}", **described("GET /neighbours/{id}", GroupsOut, 404))
    def neighbours(id: Id, first: First = 8, cursor: Cursor = None) -> JSONResponse:
        """Give what stands around an entity or a mention in groups, the first of each; a mention that denotes
        an entity gives that entity. With the `next` of a group as `cursor` that group goes on."""
        key, skip = _position(cursor) if cursor else (None, 0)
        found = browsing.surroundings(id, first=first, key=key, skip=skip)
        if found is None:
            raise HTTPException(404, "there is no node of this id in the graph")
        groups = [_group(found.center, group, skip) for group in found.groups]
        return JSONResponse({"center": asdict(found.center), "groups": groups})

    @router.get("/mentions/{id:path}", **described("GET /mentions/{id}", MentionsOut, 404))
    def mentions(id: Id, limit: Limit = 20, cursor: Cursor = None) -> JSONResponse:
        """List the sentences that mention an entity, with the words by which they do."""
        after = read_cursor(cursor, 1)[0] if cursor else ""
        found = browsing.mentions(id, limit=limit + 1, after=after)
        more = write_cursor(found[limit - 1].sentence_id) if len(found) > limit else None
        return JSONResponse({"items": [asdict(sentence) for sentence in found[:limit]], "next": more})

    return router


def _position(cursor: str) -> tuple[list[str], int]:
    """Read the key of a group and how many of its edges were given."""
    *key, skip = read_cursor(cursor, GROUP_KEY + 1)
    if not (skip.isascii() and skip.isdigit() and len(skip) < 10):
        raise UsageError("this cursor is none that this list gave; leave it away to begin anew")
    return key, int(skip)


def _group(center: SubgraphNode, group: NeighbourGroup, skip: int) -> dict[str, Any]:
    """Lay out a group; the sentences of its edges name the center too."""
    named = subgraph_json(Subgraph((*group.subgraph.nodes, center), group.subgraph.edges))
    nodes = named["nodes"][:-1]
    given = skip + len(group.subgraph.edges)
    more = write_cursor(*group.key, str(given)) if group.subgraph.edges and given < group.total else None
    return {
        "kind": group.key[-1],
        "total": group.total,
        "nodes": nodes,
        "edges": named["edges"],
        "next": more,
    }
