"""Questions: `/ask` and `/retrieve`."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse

from bioloom.answering import answer_json, results_json
from bioloom.serving.bodies import AskBody, RetrieveBody
from bioloom.serving.describing import PROBLEMS, SECURED, example
from bioloom.serving.services import Services


def question_routes(services: Services) -> APIRouter:
    """Answer questions and rank sentences over `services`."""
    router = APIRouter(tags=["questions"])

    @router.post("/ask", responses=_ANSWERED | PROBLEMS, openapi_extra=SECURED)
    def ask(body: AskBody) -> JSONResponse:
        """Answer a question from the graph, every citation checked, or abstain and say why."""
        return JSONResponse(answer_json(services.ask(body.question, k=body.k, llm=body.llm)))

    @router.post("/retrieve", responses=_FOUND | PROBLEMS, openapi_extra=SECURED)
    def retrieve(body: RetrieveBody) -> JSONResponse:
        """Rank the sentences of the graph for a question, each with its subgraph."""
        return JSONResponse(results_json(services.retrieve(body.question, method=body.method, k=body.k)))

    return router


_NO_GRAPH: dict[str, Any] = {"nodes": [], "edges": []}

_ANSWERED = example(
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

_FOUND = example(
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
