"""What callers send."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from bioloom.records.mapping import Claim
from bioloom.retrieval import DEFAULT_METHOD, METHODS
from bioloom.serving.limits import (
    ABSTRACT_LENGTH,
    MOST_CLAIMS,
    MOST_RESULTS,
    NAME_LENGTH,
    PHRASE_LENGTH,
    QUESTION_LENGTH,
)

Question = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=QUESTION_LENGTH)]


def _known(method: str) -> str:
    if method not in METHODS:
        raise PydanticCustomError("method", "choose from: {methods}", {"methods": ", ".join(METHODS)})
    return method


Method = Annotated[str, AfterValidator(_known), Field(json_schema_extra={"enum": list(METHODS)})]


class AskBody(BaseModel):
    """A question, how many sentences may serve as evidence, and whether a language model shall write."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"question": "At what temperature is the DNA eluted?", "k": 8}]},
    )

    question: Question
    k: int = Field(default=8, ge=1, le=MOST_RESULTS, description="sentences that may serve as evidence")
    llm: bool | None = Field(default=None, description="true: must, false: must not, null: if one is set up")


class RetrieveBody(BaseModel):
    """A question, the way of ranking and how many sentences to return."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"question": "elute DNA in TE buffer", "method": "fused", "k": 10}]},
    )

    question: Question
    method: Method = DEFAULT_METHOD
    k: int = Field(default=10, ge=1, le=MOST_RESULTS, description="sentences to return")


class ClaimBody(BaseModel):
    """A claim as RELATE's service takes it: two ends, the free phrase between them, and the text."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "subject": "Haloperidol",
                    "object": "Prolactin",
                    "relationship": "increases levels of",
                    "abstract": "During haloperidol infusions, significant hyperprolactinemia was found.",
                }
            ]
        },
    )

    subject: str = Field(max_length=NAME_LENGTH)
    object: str = Field(max_length=NAME_LENGTH)
    relationship: str = Field(max_length=PHRASE_LENGTH)
    abstract: str = Field(default="", max_length=ABSTRACT_LENGTH)

    def claim(self) -> Claim:
        """Give it as the standardizer takes it."""
        return Claim(self.subject, self.relationship, self.object, self.abstract)


ClaimsBody = Annotated[list[ClaimBody], Field(max_length=MOST_CLAIMS)]


class Health(BaseModel):
    """Whether the service runs (always, if it answers) and whether its database does (null: not asked)."""

    status: Literal["ok", "waiting"]
    database: bool | None
    version: str
