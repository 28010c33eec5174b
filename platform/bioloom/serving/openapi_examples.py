"""OpenAPI descriptions: examples of responses and the problems of each endpoint."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from bioloom.serving.response_models import Problem

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
    502: "The language model does not answer: see Retry-After",
    503: "The database is down or the service is busy: see Retry-After",
    504: "It took too long and was stopped",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe problems that an endpoint may answer with (`responses`)."""
    content = {"application/problem+json": {"schema": Problem.model_json_schema()}}
    return {status: {"description": _TEXTS[status], "content": content} for status in statuses}


PROBLEMS = problems(400, 401, 408, 413, 421, 422, 429, 500, 502, 503, 504)
"""The problems that every endpoint behind the token may answer with."""


def example(
    description: str, value: dict[str, Any], model: type[BaseModel] | None = None, status: int = 200
) -> dict[int | str, dict[str, Any]]:
    """Describe the good answer of an endpoint by one value, and by its model (`responses`)."""
    described: dict[str, Any] = {"description": description}
    if model is not None:
        described["model"] = model
    return {status: described | {"content": {"application/json": {"example": value}}}}


DISEASE: dict[str, Any] = {
    "id": "DOID:13189",
    "name": "gout",
    "type": "biolink:Disease",
    "category": "biolink:Disease",
    "properties": {},
}
DRUG: dict[str, Any] = {
    "id": "DRUGBANK:DB00437",
    "name": "Allopurinol",
    "type": "Compound",
    "category": "biolink:SmallMolecule",
    "properties": {},
}
TREATS: dict[str, Any] = {
    "id": "5ce1b0a3",
    "subject": "DRUGBANK:DB00437",
    "predicate": "biolink:treats",
    "object": "DOID:13189",
    "original_predicate": "CtD",
    "negated": False,
    "derived": False,
    "properties": {"primary_knowledge_source": "infores:hetionet"},
    "stated": {
        "head": "DRUGBANK:DB00437",
        "phrase": "treats",
        "tail": "DOID:13189",
        "sentence": "Allopurinol treats gout",
    },
}
