"""Router of `/standardize`, in the request and response form of RELATE's own service."""

from fastapi import APIRouter
from starlette.responses import JSONResponse

from bioloom.serving.openapi_examples import described
from bioloom.serving.request_models import ClaimsBody
from bioloom.serving.response_models import MappingsOut
from bioloom.serving.services import Services
from bioloom.standardization.relate.json_schema import relate_json


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
