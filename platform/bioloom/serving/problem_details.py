"""Problem details (RFC 9457): errors as application/problem+json with what to mend."""

import json
import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import TypeAlias, TypeVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from bioloom import errors
from bioloom.settings import Settings

Found = TypeVar("Found")

ErrorText: TypeAlias = Callable[[BaseException], str]
"""Gives the message of an error as callers may read it."""

log = logging.getLogger("bioloom.serving")

MEDIA_TYPE = "application/problem+json"
UNREADABLE = "the body cannot be read: it must be JSON in UTF-8, sent as it is and not packed"
_UNPARSED = "There was an error parsing the body"  # FastAPI's words
UNFORESEEN = "something failed inside; the service's log says what"

_STATUSES: Mapping[type[BaseException], int] = {
    errors.DatabaseUnavailable: 503,
    errors.Busy: 503,
    errors.WriteLocked: 503,
    errors.RetryableError: 502,
    errors.TimeLimitReached: 504,
    errors.StorageFull: 507,
    errors.UnknownFormatError: 415,
    errors.UsageError: 400,
    errors.BioloomError: 500,
}
"""Statuses of our errors; the first that an error is decides."""


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    """Build one problem response."""
    content = problem_json(status, detail).encode()
    return Response(content, status, dict(headers or {}), MEDIA_TYPE)


def problem_json(status: int, detail: str) -> str:
    """Give a problem as JSON text."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return json.dumps(body)


def found_or_404(found: Found | None, detail: str) -> Found:
    """Give what was looked for; a problem where there is no such thing."""
    if found is None:
        raise HTTPException(404, detail)
    return found


def without_home(error: BaseException, settings: Settings) -> str:
    """Give the message of an error without the path of the home, which is no business of callers."""
    text = str(error)
    for home in sorted({str(settings.home.resolve()), str(settings.home)}, key=len, reverse=True):
        text = text.replace(home, "its home")
    return text


def problem_of(error: BaseException, said: ErrorText = str) -> tuple[int, str]:
    """Give status and message of an error; unexpected ones are detailed in the log alone."""
    for kind, status in _STATUSES.items():
        if isinstance(error, kind):
            return status, said(error)
    return 500, UNFORESEEN


def handle_problems(app: FastAPI, *, retry_after: int, said: ErrorText = str) -> None:
    """Answer every error of the service with a problem."""
    later = {"Retry-After": str(retry_after)}

    async def ours(_: Request, error: Exception) -> Response:
        status, detail = problem_of(error, said)
        return problem(status, detail, later if isinstance(error, errors.RetryableError) else None)

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        faults = error.errors()
        if any(fault.get("type") == "json_invalid" for fault in faults):
            return problem(400, "the body is not JSON")
        if any(fault.get("loc") == ("body",) for fault in faults) and not _is_json(request):
            said = "body: it is read as JSON only with the header Content-Type: application/json"
            return problem(422, said)
        return problem(422, "; ".join(_fault(fault) for fault in faults[:5]))

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        detail, headers = UNREADABLE if error.detail == _UNPARSED else str(error.detail), error.headers
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED and (
            allowed := (error.headers or {}).get("Allow")
        ):
            methods = sorted({*allowed.split(", "), *_methods_of(request)})
            detail = f"{request.method} is not allowed here; use {' or '.join(methods)}"
            headers = {**(headers or {}), "Allow": ", ".join(methods)}
        return problem(error.status_code, detail, headers)

    async def unforeseen(_: Request, __: Exception) -> Response:
        return problem(500, UNFORESEEN)

    app.add_exception_handler(errors.BioloomError, ours)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(Exception, unforeseen)


def _methods_of(request: Request) -> set[str]:
    """List the methods of all routes of a path: the header of the error has those of the first alone."""
    partial = [one for one in request.app.routes if one.matches(request.scope)[0] is Match.PARTIAL]
    return {method for route in partial for method in getattr(route, "methods", None) or ()}


def _is_json(request: Request) -> bool:
    """Say whether a request calls its body JSON; one without a body has nothing to call."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind.startswith("application/") and kind.endswith(("/json", "+json"))


def _fault(fault: Mapping[str, object]) -> str:
    """Describe a validation error without repeating what the caller sent."""
    place = fault.get("loc")
    names = [str(part) for part in place if part != "body"] if isinstance(place, tuple | list) else []
    where = ".".join(names) or "body"
    context = fault.get("ctx")
    if fault.get("type") == "string_too_long" and isinstance(context, Mapping):
        return f"{where}: it may have {context['max_length']:,} characters at most"
    return f"{where}: {fault.get('msg', 'not valid')}"
