"""Operation: `/health`."""

from __future__ import annotations

from fastapi import APIRouter, Response

from bioloom import __version__
from bioloom.serving.bodies import Health
from bioloom.serving.limits import Limits
from bioloom.serving.services import Services


def operation_routes(services: Services, limits: Limits) -> APIRouter:
    """Say how `services` are, to whoever watches over them."""
    router = APIRouter(tags=["operation"])

    @router.get("/health", responses={503: {"model": Health}})
    def health(response: Response) -> Health:
        """Say whether the service runs and its database answers (503 while it does not)."""
        ready = services.ready()
        if not ready:
            response.status_code = 503
            response.headers["Retry-After"] = str(limits.retry_after)
        return Health(status="ok" if ready else "waiting", database=ready, version=__version__)

    return router
