"""Errors as application/problem+json (RFC 9457): what went wrong and how to mend it, never how we failed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from bioloom.errors import BioloomError, DatabaseUnavailable, RetryableError, TimeLimitReached, UsageError

MEDIA_TYPE = "application/problem+json"


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    """Build one problem response."""
    content = problem_json(status, detail).encode()
    return Response(content, status, dict(headers or {}), MEDIA_TYPE)


def problem_json(status: int, detail: str) -> str:
    """Give a problem as JSON text."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return json.dumps(body)


def handle_problems(app: FastAPI, *, retry_after: int) -> None:
    """Answer every error of the service with a problem."""
    later = {"Retry-After": str(retry_after)}

    async def ours(_: Request, error: Exception) -> Response:
        if isinstance(error, DatabaseUnavailable):
            return problem(503, str(error), later)
        if isinstance(error, RetryableError):
            return problem(502, str(error), later)
        if isinstance(error, TimeLimitReached):
            return problem(504, str(error))
        return problem(400 if isinstance(error, UsageError) else 500, str(error))

    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        faults = error.errors()
        if any(fault.get("type") == "json_invalid" for fault in faults):
            return problem(400, "the body is not JSON")
        return problem(422, "; ".join(_fault(fault) for fault in faults[:5]))

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return problem(error.status_code, str(error.detail), error.headers)

    async def unforeseen(_: Request, __: Exception) -> Response:
        return problem(500, "something failed inside; the service's log says what")

    app.add_exception_handler(BioloomError, ours)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(Exception, unforeseen)


def _fault(fault: Mapping[str, object]) -> str:
    """Put a fault of the request into words, without repeating what the caller sent."""
    place = fault.get("loc")
    names = [str(part) for part in place if part != "body"] if isinstance(place, tuple | list) else []
    where = ".".join(names) or "body"
    return f"{where}: {fault.get('msg', 'not valid')}"
