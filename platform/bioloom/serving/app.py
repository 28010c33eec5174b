"""The application: its endpoints behind one gate."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Response
from starlette.responses import JSONResponse

from bioloom import __version__
from bioloom.answering import answer_json, results_json
from bioloom.serving.bodies import AskBody, ClaimsBody, Health, RetrieveBody
from bioloom.serving.gate import Gate
from bioloom.serving.limits import Limits
from bioloom.serving.problems import handle_problems
from bioloom.serving.services import Services
from bioloom.standardization.relate.contract import relate_json


def create_app(services: Services, *, token: str, limits: Limits | None = None) -> FastAPI:
    """Build the service over `services`, open to whoever knows the token.

    The interactive pages of FastAPI load scripts from elsewhere and are left out; /openapi.json is there.
    """
    bounds = limits or Limits()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        services.close()

    app = FastAPI(
        title="bioloom",
        summary="Protocols and biomedical knowledge in one graph, with checked citations.",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        openapi_tags=[{"name": "questions"}, {"name": "claims"}, {"name": "operation"}],
    )
    app.add_middleware(Gate, token=token, limits=bounds)
    handle_problems(app, retry_after=bounds.retry_after)
    secured: dict[str, Any] = {"security": [{"bearer": []}]}

    @app.post("/ask", tags=["questions"], responses=_ANSWERED | _PROBLEMS, openapi_extra=secured)
    def ask(body: AskBody) -> JSONResponse:
        """Answer a question from the graph, every citation checked, or abstain and say why."""
        return JSONResponse(answer_json(services.ask(body.question, k=body.k, llm=body.llm)))

    @app.post("/retrieve", tags=["questions"], responses=_FOUND | _PROBLEMS, openapi_extra=secured)
    def retrieve(body: RetrieveBody) -> JSONResponse:
        """Rank the sentences of the graph for a question, each with its subgraph."""
        return JSONResponse(results_json(services.retrieve(body.question, method=body.method, k=body.k)))

    @app.post("/standardize", tags=["claims"], responses=_MAPPED | _PROBLEMS, openapi_extra=secured)
    def standardize(body: ClaimsBody) -> JSONResponse:
        """Map relation phrases to Biolink predicates; null and a reason where there is none."""
        claims = [claim.claim() for claim in body]
        decisions = services.standardise(claims)
        rows = [relate_json(claim, found) for claim, found in zip(claims, decisions, strict=True)]
        return JSONResponse({"results": rows})

    @app.get("/health", tags=["operation"], responses={503: {"model": Health}})
    def health(response: Response) -> Health:
        """Say whether the service runs and its database answers (503 while it does not)."""
        ready = services.ready()
        if not ready:
            response.status_code = 503
            response.headers["Retry-After"] = str(bounds.retry_after)
        return Health(status="ok" if ready else "waiting", database=ready, version=__version__)

    app.openapi_schema = _described(app)
    return app


def _described(app: FastAPI) -> dict[str, Any]:
    schema = app.openapi()
    schema.setdefault("components", {})["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer"}}
    return schema


def _example(description: str, value: dict[str, Any]) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": description, "content": {"application/json": {"example": value}}}}


_NO_GRAPH: dict[str, Any] = {"nodes": [], "edges": []}

_ANSWERED = _example(
    "The answer with its citations, or an abstention",
    {
        "question": "At what temperature is the DNA eluted?",
        "answer": "The DNA is eluted at 65 °C [1].",
        "abstained": False,
        "confidence": 0.8,
        "citations": [
            {
                "id": 1,
                "text": "Elute the DNA in 50 µl TE buffer at 65 °C.",
                "score": 7.1,
                "sentence_id": "wlp:protocol_1#s12",
                "document_id": "wlp:protocol_1",
                "assertion_id": None,
                "source": None,
            }
        ],
        "subgraph": _NO_GRAPH,
        "model": "local",
        "timings": {"retrieval": 0.02, "answer": 0.01},
    },
)

_FOUND = _example(
    "The sentences, best first",
    {
        "results": [
            {
                "rank": 1,
                "score": 7.1,
                "bm25": 4.4,
                "graph_matches": 3,
                "sentence_id": "wlp:protocol_1#s12",
                "document_id": "wlp:protocol_1",
                "document_title": "Plasmid preparation",
                "text": "Elute the DNA in 50 µl TE buffer at 65 °C.",
                "matched": ["dna"],
                "before": None,
                "after": None,
                **_NO_GRAPH,
            }
        ],
        "assertions": [],
    },
)

_MAPPED = _example(
    "Every claim with its predicate, in the order in which they were sent",
    {
        "results": [
            {
                "subject": "Haloperidol",
                "object": "Prolactin",
                "relationship": "increases levels of",
                "top_choice": {
                    "predicate": "biolink:affects",
                    "qualified_predicate": "biolink:causes",
                    "object_aspect_qualifier": "abundance",
                    "object_direction_qualifier": "increased",
                    "negated": False,
                    "swapped": False,
                    "score": 0.91,
                    "selector": "relate:standardizer",
                },
                "Top_n_candidates": {
                    "0": {
                        "mapped_predicate": "increases abundance of",
                        "key": "increases abundance of",
                        "predicate": "biolink:affects",
                        "score": 0.91,
                        "descriptor": "increases abundance of",
                    }
                },
                "Top_n_retrieval_method": "rrf",
            }
        ]
    },
)

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "content": {"application/problem+json": {}}}
    for status, text in {
        400: "Not JSON, or not a possible request",
        401: "No token, or a wrong one",
        413: "The body is too large",
        422: "A field is missing, unknown or out of bounds",
        503: "The database is down or the service is busy: see Retry-After",
    }.items()
}
