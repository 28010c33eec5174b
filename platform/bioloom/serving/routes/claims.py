"""Router of `/standardize`, in the request and response form of RELATE's own service."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import JSONResponse

from bioloom.serving.openapi_examples import PROBLEMS, SECURED, example
from bioloom.serving.request_models import ClaimsBody
from bioloom.serving.response_models import MappingsOut
from bioloom.serving.services import Services
from bioloom.standardization.relate.json_schema import relate_json


def claim_routes(services: Services) -> APIRouter:
    """Build the router over `services`."""
    router = APIRouter(tags=["claims"])

    @router.post("/standardize", responses=_MAPPED | PROBLEMS, openapi_extra=SECURED)
    def standardize(body: ClaimsBody) -> JSONResponse:
        """Map relation phrases to Biolink predicates; null and a reason where there is none."""
        claims = [claim.claim() for claim in body]
        decisions = services.standardize(claims)
        rows = [relate_json(claim, found) for claim, found in zip(claims, decisions, strict=True)]
        return JSONResponse({"results": rows})

    return router


_MAPPED = example(
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
    MappingsOut,
)
