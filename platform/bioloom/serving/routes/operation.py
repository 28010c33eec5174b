"""Operation: `/health` and `/metrics`."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Header, Query, Response

from bioloom import __version__
from bioloom.serving.bodies import Health
from bioloom.serving.describing import PROBLEMS, SECURED, problems
from bioloom.serving.limits import Limits
from bioloom.serving.metrics import Metrics
from bioloom.serving.readiness import Readiness
from bioloom.serving.services import Services

Probe = Annotated[
    Literal["live", "ready"],
    Query(description="live: whether the service runs at all; ready: whether its database answers as well"),
]


def operation_routes(services: Services, limits: Limits, metrics: Metrics) -> APIRouter:
    """Say how `services` are, to whoever watches over them."""
    router = APIRouter(tags=["operation"])
    readiness = Readiness(services.ready)

    @router.get("/health", responses={**problems(421, 422, 429), 503: {"model": Health}})
    async def health(response: Response, probe: Probe = "ready") -> Health:
        """Say whether the service runs and its database answers (503 while it does not)."""
        if probe == "live":
            return Health(status="ok", database=None, version=__version__)
        ready = await readiness.check()
        if not ready:
            response.status_code = 503
            response.headers["Retry-After"] = str(limits.retry_after)
        return Health(status="ok" if ready else "waiting", database=ready, version=__version__)

    @router.get("/metrics", responses=_NUMBERS | PROBLEMS, openapi_extra=SECURED, response_class=Response)
    async def numbers(accept: Annotated[str, Header(include_in_schema=False)] = "") -> Response:
        """Give the numbers of the service as Prometheus reads them."""
        jobs = [job.status for job in services.jobs.list()] if services.jobs is not None else []
        page, kind = metrics.page(accept, database=await readiness.check(), jobs=jobs)
        return Response(page, media_type=kind)

    return router


_NUMBERS: dict[int | str, dict[str, object]] = {
    200: {"description": "The numbers", "content": {"text/plain": {"schema": {"type": "string"}}}}
}
