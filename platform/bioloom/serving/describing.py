"""How endpoints are described in /openapi.json: an example of what each gives, and its problems."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

SECURED: dict[str, Any] = {"security": [{"bearer": []}]}
"""What an endpoint behind the token says of itself (`openapi_extra`)."""

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "content": {"application/problem+json": {}}}
    for status, text in {
        400: "Not JSON, or not a possible request",
        401: "No token, or a wrong one",
        408: "The body took too long to arrive",
        413: "The body is too large",
        421: "The service does not answer to the name in the Host header",
        422: "A field is missing, unknown or out of bounds",
        429: "Too many requests: see Retry-After",
        503: "The database is down or the service is busy: see Retry-After",
        504: "The request took longer than it may, and was stopped",
    }.items()
}
"""The answers that every endpoint behind the token may give."""


def example(description: str, value: dict[str, Any]) -> dict[int | str, dict[str, Any]]:
    """Describe the good answer of an endpoint by one value (`responses`)."""
    return {200: {"description": description, "content": {"application/json": {"example": value}}}}


def describe(app: FastAPI) -> dict[str, Any]:
    """Give the whole description, with the token as the way in."""
    schema = app.openapi()
    schema.setdefault("components", {})["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer"}}
    return schema
