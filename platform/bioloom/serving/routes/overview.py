"""What is loaded: `/overview`."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter
from starlette.responses import JSONResponse

from bioloom.serving.describing import PROBLEMS, SECURED, example
from bioloom.serving.services import Services


def overview_routes(services: Services) -> APIRouter:
    """Tell what `services` draw on."""
    router = APIRouter(tags=["questions"])

    @router.get("/overview", responses=_SEEN | PROBLEMS, openapi_extra=SECURED)
    def overview() -> JSONResponse:
        """Count what is loaded, name its sources, give questions that it answers (until `complete`)."""
        return JSONResponse(asdict(services.overview()))

    return router


_SEEN = example(
    "Counts, sources and questions",
    {
        "documents": 38,
        "sentences": 700,
        "entities": 1800,
        "sources": [{"id": "infores:wlp", "documents": 38, "statements": 0}],
        "examples": [
            {
                "question": "How long do I grow the host cells?",
                "about": "Transformation of bacterial cultures",
            }
        ],
    },
)
