"""FastAPI application: routers behind one access middleware."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from anyio.to_thread import current_default_thread_limiter
from fastapi import Depends, FastAPI, Request
from fastapi.routing import APIRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from bioloom import __version__
from bioloom.errors import UsageError
from bioloom.names import nearest
from bioloom.serving.freed_memory import keep_large_blocks_apart, keep_returning
from bioloom.serving.limits import Limits
from bioloom.serving.middleware.access_middleware import AccessMiddleware
from bioloom.serving.middleware.metrics import Metrics, counted
from bioloom.serving.middleware.observability_middleware import InstrumentedApp, ObservabilityMiddleware
from bioloom.serving.middleware.running_requests import RunningRequests
from bioloom.serving.middleware.tracing import OFF, Tracing
from bioloom.serving.problem_details import handle_problems
from bioloom.serving.routes.documents import document_routes, upload_routes
from bioloom.serving.routes.graph import closed_cypher_routes, cypher_routes, graph_routes
from bioloom.serving.routes.operation import operation_routes, overview_routes
from bioloom.serving.routes.page import page_routes
from bioloom.serving.routes.questions import claim_routes, question_routes
from bioloom.serving.routes.trapi import trapi_info, trapi_routes
from bioloom.serving.services import Services

VERSION = "/v1"

_SPARE_THREADS = 16
"""Threads beside those of the requests that hold a place: for health checks and files of the page."""


class Versions:
    """Middleware that accepts paths with a version prefix (``/v1/ask``)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on under its path without the version."""
        if scope["type"] == "http" and scope["path"].startswith(f"{VERSION}/"):
            raw = scope.get("raw_path") or b""
            scope["path"] = scope["path"].removeprefix(VERSION)  # in place: the watch outside reads its route
            scope["raw_path"] = raw.removeprefix(VERSION.encode())
        await self._app(scope, receive, send)


def create_app(
    services: Services,
    *,
    token: str | Callable[[], str],
    limits: Limits | None = None,
    hosts: frozenset[str] | None = None,
    tracing: Tracing | None = None,
    open_trapi: bool = False,
) -> FastAPI:
    """Build the application over `services`, open to whoever has the token; `open_trapi`: TRAPI to all.

    A function gives the token that is valid now. `hosts` are the names that it answers to, None any
    (`bioloom serve` always names them). The interactive pages of FastAPI load scripts from elsewhere and
    are left out; /openapi.json is there.
    """
    bounds = limits or Limits()
    metrics = Metrics()
    running = RunningRequests(bounds.at_once)
    services = counted(services, metrics)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        keep_large_blocks_apart()
        returning = asyncio.create_task(keep_returning())
        threads = (
            current_default_thread_limiter()
        )  # 40 would be too few for many places that wait for a model
        threads.total_tokens = max(threads.total_tokens, bounds.at_once + _SPARE_THREADS)
        yield
        returning.cancel()
        services.close()
        if tracing is not None:
            tracing.close()

    app = InstrumentedApp(
        around=partial(ObservabilityMiddleware, metrics=metrics),
        info=trapi_info(),
        telemetry=tracing.told if tracing is not None else OFF,
        title="bioloom",
        summary="Protocols and biomedical knowledge in one graph, with checked citations.",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        description="Every path may also be called below /v1. Errors are problems (RFC 9457).",
        openapi_tags=[
            {"name": name} for name in ("questions", "claims", "documents", "graph", "trapi", "operation")
        ],
    )
    app.state.running = running
    app.add_middleware(
        AccessMiddleware,
        token=(lambda: token) if isinstance(token, str) else token,
        limits=bounds,
        hosts=hosts,
        refused=metrics.refused,
        open_trapi=open_trapi,
        running=running,
    )
    app.add_middleware(Versions)
    handle_problems(app, retry_after=bounds.retry_after, said=services.said)
    described = [
        question_routes(services, bounds),
        claim_routes(services),
        overview_routes(services),
        document_routes(services.browsing, services.changes),
        graph_routes(services.browsing),
        cypher_routes(services.browsing) if services.cypher else closed_cypher_routes(),
    ]
    if services.jobs is not None:
        described.append(upload_routes(services.jobs, services.changes))
    for router in described:
        app.include_router(router, dependencies=[Depends(only_described)])
    app.include_router(trapi_routes(services.provider, services.queries, open_to_all=open_trapi))
    app.include_router(page_routes())
    app.include_router(operation_routes(services, bounds, metrics))
    return app


def only_described(request: Request) -> None:
    """Refuse query parameters that the path does not take, before it runs; UsageError names one."""
    route = request.scope["route"]
    assert isinstance(route, APIRoute)
    known = {field.alias for field in route.dependant.query_params}
    given = Counter(name for name, _ in request.query_params.multi_items())
    for name, times in given.items():
        if name not in known:
            raise UsageError(f"unknown query parameter {name[:50]!r}; {_told(name, known)}")
        if times > 1:
            raise UsageError(f"the query parameter {name!r} is given {times} times; it has one value")


def _told(name: str, known: set[str]) -> str:
    like = nearest(name, known)
    return f"did you mean {like}?" if like else f"known: {', '.join(sorted(known)) or 'none'}"
