"""OpenAPI descriptions: examples of responses and the problems of each endpoint."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

from bioloom.resources import package
from bioloom.serving.models.response_models import Problem

SECURED: dict[str, Any] = {"security": [{"bearer": []}]}
"""What an endpoint behind the token says of itself (`openapi_extra`)."""

_TEXTS = {
    400: "Not JSON, or not a possible request",
    401: "No token, or a wrong one",
    404: "There is nothing of this id",
    408: "The body took too long to arrive",
    409: "The document cannot be read again from here",
    413: "The body is too large",
    415: "Not a kind of file that is taken in",
    421: "The service does not answer to this name",
    422: "A field is missing, unknown or out of bounds",
    429: "Too many requests: see Retry-After",
    500: "Something failed inside",
    502: "A service behind this one does not answer: see Retry-After",
    503: "The database is down or the service is busy: see Retry-After",
    504: "It took too long and was stopped",
    507: "The disk is full: the file cannot be kept",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe problems that an endpoint may answer with (`responses`)."""
    content = {"application/problem+json": {"schema": Problem.model_json_schema()}}
    return {status: {"description": _TEXTS[status], "content": content} for status in statuses}


PROBLEMS = problems(400, 401, 408, 413, 421, 422, 429, 500, 502, 503, 504)
"""The problems that every endpoint behind the token may answer with."""


def described(
    endpoint: str,
    model: type[BaseModel] | None = None,
    *more: int,
    status: int = 200,
    secured: Mapping[str, Any] = SECURED,
) -> dict[str, Any]:
    """Describe an endpoint: its good answer with an example, and its problems, the usual and `more`."""
    known = _examples()[endpoint]
    answer = {
        "description": known["description"],
        "content": {"application/json": {"example": known["example"]}},
    }
    if model is not None:
        answer["model"] = model
    responses = {status: answer} | PROBLEMS | problems(*more)
    return {"status_code": status, "responses": responses, "openapi_extra": secured}


def show_example(schema: dict[str, Any], model: type[BaseModel]) -> None:
    """Add its example to the schema of a request's body (`json_schema_extra`)."""
    schema["examples"] = [_examples()[model.__name__]]


@cache
def _examples() -> dict[str, dict[str, Any]]:
    """Read what the description shows: answers by method and path, bodies by the name of their model."""
    found: dict[str, dict[str, Any]] = json.loads(package("bioloom", "serving/models/openapi_examples.json"))
    return found
