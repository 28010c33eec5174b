"""Observability middleware: request id, security headers, access log, metrics."""

import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from fastapi import FastAPI
from opentelemetry import trace
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bioloom.serving.middleware.metrics import NO_ROUTE, Metrics
from bioloom.serving.middleware.service_logs import REQUEST

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy: only our own files, no script or style inside the page."""

ALWAYS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
"""Headers that every answer has, whatever its endpoint says."""

UNLESS_SAID: tuple[tuple[bytes, bytes], ...] = ((b"cache-control", b"no-store"),)
"""Headers that an answer has unless its endpoint sets them itself."""

_FIXED = frozenset(name for name, _ in ALWAYS) | {b"server", b"x-powered-by"}


def guarded(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add the security headers to those of a response, and remove the server's name."""
    kept = [(name, value) for name, value in headers if name.lower() not in _FIXED]
    said = {name.lower() for name, _ in kept}
    return [*kept, *ALWAYS, *(pair for pair in UNLESS_SAID if pair[0] not in said)]


_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_log = logging.getLogger(__name__)


class InstrumentedApp(FastAPI):
    """FastAPI application whose every response, internal errors included, passes through `around`.

    Middleware of the usual kind stands inside of what answers faults, and would not see those answers.
    `info` is added to what its OpenAPI document says of the service.
    """

    def __init__(
        self, *, around: Callable[[ASGIApp], ASGIApp], info: Mapping[str, Any], **described: Any
    ) -> None:
        self._around = around
        self._info = info
        super().__init__(**described)

    def openapi(self) -> dict[str, Any]:
        """Give the OpenAPI document with the token as security scheme, made when it is first asked for."""
        schema = super().openapi()
        security = {"bearer": {"type": "http", "scheme": "bearer"}}
        schema.setdefault("components", {})["securitySchemes"] = security
        schema["info"] |= self._info
        return schema

    def build_middleware_stack(self) -> ASGIApp:
        """Put this middleware outside of all others."""
        return self._around(super().build_middleware_stack())


class ObservabilityMiddleware:
    """Give each request an id (the caller's, if it is plain) and report how it ended to log and metrics."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        number = request_id(scope)
        REQUEST.set(number)  # not taken back: the web server's lines about this request have it as well
        trace.get_current_span().set_attribute("bioloom.request_id", number)
        begun = time.perf_counter()
        status = sent = 0

        async def watched(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*guarded(list(message.get("headers", ()))), (b"x-request-id", number.encode())]
                message = {**message, "headers": headers}
            else:
                sent += len(message.get("body", b""))
            await send(message)

        try:
            with self._metrics.in_flight.track_inprogress():
                await self._app(scope, receive, watched)
        finally:
            seconds = time.perf_counter() - begun
            route = route_of(scope)
            self._metrics.answered(scope["method"], route, status, seconds)
            told = {
                "method": scope["method"],
                "route": route,
                "status": status,
                "seconds": round(seconds, 4),
                "bytes": sent,
                "client": scope["client"][0] if scope.get("client") else "",
            }
            _log.info("request", extra={"fields": told})


def request_id(scope: Scope) -> str:
    """Take the caller's request id if it is short and plain, or generate one."""
    given = [value for name, value in scope["headers"] if name == b"x-request-id"]
    if len(given) == 1 and _ID.fullmatch(given[0]):
        return str(given[0], "ascii")
    return secrets.token_hex(8)


def route_of(scope: Scope) -> str:
    """Name the endpoint by its path template."""
    return str(getattr(scope.get("route"), "path", NO_ROUTE))
