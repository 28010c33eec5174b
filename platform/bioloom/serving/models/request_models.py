"""Request models of the HTTP service."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from bioloom.records.predicate_mapping import Claim
from bioloom.retrieval import DEFAULT_METHOD, METHODS, Filters
from bioloom.serving.limits import (
    ABSTRACT_LENGTH,
    CYPHER_LENGTH,
    DEEPEST,
    MOST_CLAIMS,
    MOST_FILTERS,
    MOST_RESULTS,
    MOST_ROWS,
    NAME_LENGTH,
    PHRASE_LENGTH,
    QUESTION_LENGTH,
)
from bioloom.serving.models.openapi_examples import show_example


def _stripped(question: str) -> str:
    if not (words := question.strip()):
        raise PydanticCustomError("question", "a question has at least 1 character that is no blank")
    return words


Question = Annotated[
    str, StringConstraints(min_length=1, max_length=QUESTION_LENGTH), AfterValidator(_stripped)
]
"""A question without blanks around it; its length counts as it was sent."""


def _known(method: str) -> str:
    if method not in METHODS:
        raise PydanticCustomError("method", "choose from: {methods}", {"methods": ", ".join(METHODS)})
    return method


Method = Annotated[str, AfterValidator(_known), Field(json_schema_extra={"enum": list(METHODS)})]


Name = Annotated[str, StringConstraints(min_length=1, max_length=NAME_LENGTH)]


class _Body(BaseModel):
    """Body of a request, shown with an example: no unknown field, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra=show_example)


class FiltersBody(_Body):
    """Where evidence may come from; what is left out or empty filters nothing."""

    sources: list[Name] = Field(
        default=[], max_length=MOST_FILTERS, description="infores CURIEs or names of corpora"
    )
    documents: list[Name] = Field(default=[], max_length=MOST_FILTERS, description="ids of documents")
    min_confidence: float = Field(
        default=0.0, ge=0, le=1, description="least confidence of what a program extracted"
    )

    def filters(self) -> Filters:
        """Convert to retrieval's filters."""
        return Filters(tuple(self.sources), tuple(self.documents), self.min_confidence)


class _Filtered(_Body):
    filters: FiltersBody | None = Field(default=None, description="where evidence may come from")

    def chosen(self) -> Filters:
        """Convert to retrieval's filters."""
        return (self.filters or FiltersBody()).filters()


class AskBody(_Filtered):
    """A question, how many sentences may serve as evidence, and whether a language model shall write.

    Other graphs are asked only if this says so, and only by a service that was started with some.
    """

    question: Question
    k: int = Field(default=8, ge=1, le=MOST_RESULTS, description="sentences that may serve as evidence")
    llm: bool | None = Field(default=None, description="true: must, false: must not, null: if one is set up")
    federate: bool = Field(
        default=False, description="true: ask the other graphs that the service names, too; 400 if none"
    )


class OutgoingBody(_Body):
    """A question that may be put to other graphs."""

    question: Question


class ReloadBody(_Body):
    """How the kept file of a document is to be read again."""

    extract: Literal["none", "local"] = Field(
        default="local", description="what reads a text without annotation"
    )


class RetrieveBody(_Filtered):
    """A question, the way of ranking and how many sentences to return."""

    question: Question
    method: Method = DEFAULT_METHOD
    k: int = Field(default=10, ge=1, le=MOST_RESULTS, description="sentences to return")


class ClaimBody(_Body):
    """A claim as RELATE's service takes it: two ends, the free phrase between them, and the text."""

    subject: str = Field(max_length=NAME_LENGTH)
    object: str = Field(max_length=NAME_LENGTH)
    relationship: str = Field(max_length=PHRASE_LENGTH)
    abstract: str = Field(default="", max_length=ABSTRACT_LENGTH)

    def claim(self) -> Claim:
        """Convert to a claim for the standardizer."""
        return Claim(self.subject, self.relationship, self.object, self.abstract)


ClaimsBody = Annotated[list[ClaimBody], Field(max_length=MOST_CLAIMS)]


def _shallow(values: dict[str, Any]) -> dict[str, Any]:
    waiting: list[tuple[int, Any]] = [(1, values)]
    while waiting:
        depth, value = waiting.pop()
        if isinstance(value, dict | list):
            if depth > DEEPEST:
                raise PydanticCustomError("depth", "nested more than {most} deep", {"most": DEEPEST})
            parts = [*value, *value.values()] if isinstance(value, dict) else value
            waiting.extend((depth + 1, part) for part in parts)
        elif isinstance(value, str) and any("\ud800" <= sign <= "\udfff" for sign in value):
            raise PydanticCustomError("string_unicode", "half a surrogate pair is no text")
    return values


class CypherBody(_Body):
    """A statement that reads the graph, its parameters and how many rows to return."""

    query: str = Field(min_length=1, max_length=CYPHER_LENGTH)
    params: Annotated[dict[str, Any], AfterValidator(_shallow)] = Field(default={})
    limit: int = Field(default=100, ge=1, le=MOST_ROWS, description="rows to return")


class Health(BaseModel):
    """Whether the service runs, and whether its database does (null: not asked)."""

    status: Literal["ok", "waiting"]
    database: bool | None
    version: str
