"""Router of TRAPI: `/query` and `/meta_knowledge_graph`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, Response
from pydantic_core import to_json

from bioloom.serving.openapi_examples import PROBLEMS, SECURED, example
from bioloom.serving.services import Provider


def trapi_routes(provider: Provider) -> APIRouter:
    """Build the router over `provider`."""
    router = APIRouter(tags=["trapi"])

    @router.post("/query", responses=_ANSWERED | PROBLEMS, openapi_extra=SECURED)
    def query(
        body: Annotated[dict[str, Any], Body(openapi_examples={"one hop": {"value": _ASKED}})],
    ) -> Response:
        """Answer a TRAPI query graph (1.5, 1.6) from the graph; the response's logs say what was cut off."""
        return _json(provider.answer(body))

    @router.get("/meta_knowledge_graph", responses=_META | PROBLEMS, openapi_extra=SECURED)
    def meta_knowledge_graph() -> Response:
        """Say which categories the graph holds and which predicates join them."""
        return _json(provider.meta_graph())

    return router


def _json(value: Mapping[str, Any]) -> Response:
    return Response(to_json(value), media_type="application/json")


_GRAPH: dict[str, Any] = {
    "nodes": {"n0": {"ids": ["DOID:2841"]}, "n1": {"categories": ["biolink:ChemicalEntity"]}},
    "edges": {"e0": {"subject": "n1", "object": "n0", "predicates": ["biolink:treats"]}},
}

_ASKED: dict[str, Any] = {"message": {"query_graph": _GRAPH}, "submitter": "you"}

_ANSWERED = example(
    "A TRAPI response",
    {
        "message": {
            "query_graph": _GRAPH,
            "knowledge_graph": {"nodes": {}, "edges": {}},
            "results": [],
            "auxiliary_graphs": {},
        },
        "status": "Success",
        "description": "0 results",
        "logs": [],
        "workflow": [{"id": "lookup"}],
        "schema_version": "1.6.0",
        "biolink_version": "4.4.6",
    },
)

_META = example(
    "The meta knowledge graph",
    {
        "nodes": {
            "biolink:Disease": {"id_prefixes": ["DOID"]},
            "biolink:SmallMolecule": {"id_prefixes": ["DRUGBANK"]},
        },
        "edges": [
            {
                "subject": "biolink:SmallMolecule",
                "predicate": "biolink:treats",
                "object": "biolink:Disease",
                "knowledge_types": ["lookup"],
            }
        ],
    },
)
