"""Routers of `/ask` and `/retrieve`, and of `/standardize` in the form of RELATE's own service."""

from dataclasses import asdict
from urllib.parse import urlsplit, urlunsplit

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from bioloom.answering import Listener, answer_json, results_json
from bioloom.records import Answer
from bioloom.records.attributes import attributes
from bioloom.serving.event_stream import EVENTS, stream_answer, wants_events
from bioloom.serving.limits import Limits
from bioloom.serving.models.openapi_examples import described
from bioloom.serving.models.request_models import AskBody, ClaimsBody, OutgoingBody, RetrieveBody
from bioloom.serving.models.response_models import AnswerOut, EndpointsOut, HitsOut, MappingsOut, OutgoingOut
from bioloom.serving.services import Services
from bioloom.standardization.relate.json_schema import relate_json


def question_routes(services: Services, limits: Limits) -> APIRouter:
    """Build the router over `services`."""
    router = APIRouter(tags=["questions"])

    @router.post("/ask", **_ANSWERED)
    async def ask(body: AskBody, request: Request) -> Response:
        """Answer a question from the graph, every citation checked, or abstain and say why.

        With `Accept: text/event-stream` the answer comes as server-sent events: `evidence` with the
        candidates for citations, `text` with pieces of a language model's draft (unchecked: the answer
        replaces it), and last `answer` with the same JSON as without, or `problem`.
        """

        def work(listener: Listener | None = None) -> Answer:
            given = attributes(body, "k", "llm", "federate")
            return services.ask(body.question, filters=body.chosen(), listener=listener, **given)

        if wants_events(request.headers.get("accept", "")):
            return await stream_answer(work, grace=limits.grace, said=services.said)
        return JSONResponse(answer_json(await run_in_threadpool(work)))

    @router.post("/retrieve", **described("POST /retrieve", HitsOut))
    def retrieve(body: RetrieveBody) -> JSONResponse:
        """Rank the sentences of the graph for a question, each with its subgraph."""
        found = services.retrieve(body.question, method=body.method, k=body.k, filters=body.chosen())
        return JSONResponse(results_json(found))

    @router.get("/federation", **described("GET /federation", EndpointsOut))
    def list_endpoints() -> JSONResponse:
        """List the other graphs that questions may be put to with `federate`."""
        return JSONResponse({"endpoints": [_without_secrets(url) for url in services.endpoints]})

    @router.post("/federation", **described("POST /federation", OutgoingOut))
    def preview_federation(body: OutgoingBody) -> JSONResponse:
        """Say to whom a question would go with `federate`, and what of it; nothing is sent for that."""
        found = services.outgoing(body.question)
        ends = [{"name": name, "ids": list(ids)} for name, ids in found.ends]
        hosts = [_without_secrets(url) for url in found.endpoints]
        return JSONResponse({**asdict(found), "endpoints": hosts, "ends": ends})

    return router


def claim_routes(services: Services) -> APIRouter:
    """Build the router over `services`."""
    router = APIRouter(tags=["claims"])

    @router.post("/standardize", **described("POST /standardize", MappingsOut))
    def standardize(body: ClaimsBody) -> JSONResponse:
        """Map relation phrases to Biolink predicates; null and a reason where there is none."""
        claims = [claim.claim() for claim in body]
        decisions = services.standardize(claims)
        rows = [relate_json(claim, found) for claim, found in zip(claims, decisions, strict=True)]
        return JSONResponse({"results": rows})

    return router


def _without_secrets(url: str) -> str:
    """Give the address of an endpoint without a user, a password or a query in it."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


_ANSWERED = described("POST /ask", AnswerOut)
_ANSWERED["responses"][200]["content"][EVENTS] = {
    "schema": {"type": "string"},
    "example": 'event: evidence\ndata: {"citations": []}\n\nevent: answer\ndata: {"abstained": true}\n\n',
}
