"""Router of TRAPI: `/query`, `/asyncquery` with its status and response, `/meta_knowledge_graph`."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response
from pydantic_core import to_json

from bioloom.biolink import model
from bioloom.exchange.trapi import MOST_IDS, OPERATIONS, OURSELVES, SCHEMA_VERSION, read_request
from bioloom.records.attributes import attributes
from bioloom.serving.jobs.query_jobs import QueryJobs
from bioloom.serving.models.openapi_examples import SECURED, described
from bioloom.serving.problem_details import found_or_404
from bioloom.serving.services import Provider


def trapi_info() -> dict[str, Any]:
    """Describe the service as Translator's registry reads it from the OpenAPI document."""
    return {
        "x-trapi": {
            "version": SCHEMA_VERSION,
            "asyncquery": True,
            "operations": list(OPERATIONS),
            "batch_size_limit": MOST_IDS,
            "multicuriequery": True,
            "pathfinderquery": False,
        },
        "x-translator": {"component": "KP", "infores": OURSELVES, "biolink-version": model().version},
    }


def trapi_routes(provider: Provider, queries: QueryJobs, *, open_to_all: bool = False) -> APIRouter:
    """Build the router over `provider`; `queries` are those that are taken on for later."""
    router = APIRouter(tags=["trapi"])
    secured = {"security": [{}, {"bearer": []}]} if open_to_all else SECURED

    @router.post("/query", **described("POST /query", secured=secured))
    def query(
        body: Annotated[dict[str, Any], Body(openapi_examples={"one hop": {"value": _ASKED}})],
    ) -> Response:
        """Answer a TRAPI query graph (1.5, 1.6) from the graph; the response's logs say what was cut off."""
        return _json(provider.answer(body))

    @router.get("/meta_knowledge_graph", **described("GET /meta_knowledge_graph", secured=secured))
    def meta_knowledge_graph() -> Response:
        """Say which categories the graph holds and which predicates join them."""
        return _json(provider.meta_graph())

    @router.post("/asyncquery", **described("POST /asyncquery", secured=secured))
    def asyncquery(
        body: Annotated[dict[str, Any], Body(openapi_examples={"one hop": {"value": _ASKED}})],
    ) -> Response:
        """Take a TRAPI query on; the response is posted to its `callback`, if it has one, and can be fetched.

        Only hosts of BIOLOOM_CALLBACK_HOSTS are called.
        """
        read_request(body, model())  # what is wrong with it is told before it waits for its turn
        job = queries.submit(body)
        return _json({"status": "Accepted", "description": job.description, "job_id": job.id})

    @router.get(
        "/asyncquery_status/{job_id}",
        **described("GET /asyncquery_status/{job_id}", None, 404, secured=secured),
    )
    def asyncquery_status(request: Request, job_id: str) -> Response:
        """Say how far a query has come, and where its response is."""
        job = found_or_404(queries.get(job_id), _UNKNOWN)
        status = attributes(job, "status", "description", "logs")
        if job.status in ("Completed", "Failed") and queries.response(job_id) is not None:
            status["response_url"] = str(request.url_for("asyncquery_response", job_id=job_id))
        return _json(status)

    @router.get("/asyncquery_response/{job_id}", **described("POST /query", None, 404, secured=secured))
    def asyncquery_response(job_id: str) -> Response:
        """Give the TRAPI response of a query that was taken on."""
        return Response(found_or_404(queries.response(job_id), _UNKNOWN), media_type="application/json")

    return router


def _json(value: Mapping[str, Any]) -> Response:
    return Response(to_json(value), media_type="application/json")


_UNKNOWN = "no response of this job is here: it does not exist, is not over, or was forgotten"

_GRAPH: dict[str, Any] = {
    "nodes": {"n0": {"ids": ["DOID:2841"]}, "n1": {"categories": ["biolink:ChemicalEntity"]}},
    "edges": {"e0": {"subject": "n1", "object": "n0", "predicates": ["biolink:treats"]}},
}

_ASKED: dict[str, Any] = {"message": {"query_graph": _GRAPH}, "submitter": "you"}
