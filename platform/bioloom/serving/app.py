"""The application: groups of endpoints behind one gate."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.types import ASGIApp

from bioloom import __version__
from bioloom.serving.describing import describe
from bioloom.serving.gate import Gate
from bioloom.serving.limits import Limits
from bioloom.serving.metrics import Metrics, counted
from bioloom.serving.problems import handle_problems
from bioloom.serving.routes.claims import claim_routes
from bioloom.serving.routes.operation import operation_routes
from bioloom.serving.routes.overview import overview_routes
from bioloom.serving.routes.page import page_routes
from bioloom.serving.routes.questions import question_routes
from bioloom.serving.services import Services
from bioloom.serving.tracing import OFF, Tracing
from bioloom.serving.watch import Watch, Watched


def create_app(
    services: Services,
    *,
    token: str,
    limits: Limits | None = None,
    hosts: frozenset[str] | None = None,
    tracing: Tracing | None = None,
) -> FastAPI:
    """Build the service over `services`, open to whoever knows the token.

    `hosts` are the names that it answers to, None any (`bioloom serve` always names them). The
    interactive pages of FastAPI load scripts from elsewhere and are left out; /openapi.json is there.
    """
    bounds = limits or Limits()
    metrics = Metrics()
    services = counted(services, metrics)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        services.close()
        if tracing is not None:
            tracing.close()

    def watch(inner: ASGIApp) -> ASGIApp:
        return Watch(inner, metrics)

    app = Watched(
        around=watch,
        telemetry=tracing.told if tracing is not None else OFF,
        title="bioloom",
        summary="Protocols and biomedical knowledge in one graph, with checked citations.",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        openapi_tags=[{"name": "questions"}, {"name": "claims"}, {"name": "operation"}],
    )
    app.add_middleware(Gate, token=token, limits=bounds, hosts=hosts, refused=metrics.refused)
    handle_problems(app, retry_after=bounds.retry_after)
    app.include_router(question_routes(services))
    app.include_router(claim_routes(services))
    app.include_router(overview_routes(services))
    app.include_router(page_routes())
    app.include_router(operation_routes(services, bounds, metrics))
    app.openapi_schema = describe(app)
    return app
