"""Routers of `/health`, `/metrics` and `/overview`."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Query, Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

from bioloom import __version__
from bioloom.serving.limits import Limits
from bioloom.serving.middleware.metrics import Metrics
from bioloom.serving.models.openapi_examples import PROBLEMS, SECURED, described, problems
from bioloom.serving.models.request_models import Health
from bioloom.serving.services import Services


def overview_routes(services: Services) -> APIRouter:
    """Build the router of the overview."""
    router = APIRouter(tags=["questions"])

    @router.get("/overview", **described("GET /overview"))
    def overview() -> JSONResponse:
        """Count what is loaded, name its sources, give questions that it answers (until `complete`)."""
        return JSONResponse(asdict(services.overview()))

    return router


class Readiness:
    """Readiness check in a thread, shared by callers: valid for `fresh` seconds, no after `patience`.

    However many watchers ask a database that hangs, one thread waits for it.
    """

    def __init__(self, ready: Callable[[], bool], *, patience: float = 5.0, fresh: float = 0.5) -> None:
        self._ready = ready
        self._patience = patience
        self._fresh = fresh
        self._asked: asyncio.Future[bool] | None = None
        self._known: tuple[float, bool] | None = None

    async def check(self) -> bool:
        """Say whether the database answers."""
        if self._known is not None and time.monotonic() - self._known[0] < self._fresh:
            return self._known[1]
        if self._asked is None or self._asked.done():
            self._asked = asyncio.ensure_future(self._ask())
        answered, _ = await asyncio.wait({self._asked}, timeout=self._patience)
        return bool(answered) and self._asked.result()

    async def _ask(self) -> bool:
        found = await run_in_threadpool(self._ready)
        self._known = (time.monotonic(), found)
        return found


Probe = Annotated[
    Literal["live", "ready"],
    Query(description="live: whether the service runs at all; ready: whether its database answers as well"),
]


def operation_routes(services: Services, limits: Limits, metrics: Metrics) -> APIRouter:
    """Build the router of health and metrics."""
    router = APIRouter(tags=["operation"])
    readiness = Readiness(services.ready)

    @router.head("/health", include_in_schema=False)
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
        """Give the metrics in Prometheus' format."""
        jobs = [job.status for job in services.jobs.list()] if services.jobs is not None else []
        page, kind = metrics.page(accept, database=await readiness.check(), jobs=jobs)
        return Response(page, media_type=kind)

    return router


_NUMBERS: dict[int | str, dict[str, object]] = {
    200: {"description": "The numbers", "content": {"text/plain": {"schema": {"type": "string"}}}}
}
