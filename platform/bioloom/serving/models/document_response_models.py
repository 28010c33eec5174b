"""Response models of documents, their uploads and their checks, as /openapi.json describes them."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from bioloom.checking.findings import Finding
from bioloom.pipeline.load_worker import RejectedLine
from bioloom.retrieval.document_views import DocumentEntry, DocumentLoad, ProtocolStep
from bioloom.serving.models.response_models import ALL_SENT


class JobOut(BaseModel):
    """A file that was sent, and how far its loading has come."""

    id: str
    label: str = Field(description="the name that the sender gave the file")
    extract: Literal["none", "local"]
    limit: float = Field(description="seconds that its load may take, by its size")
    position: int | None = Field(description="its place in the queue, 1 for the next; null out of it")
    status: Literal["queued", "running", "done", "failed"]
    stage: str
    done: int = Field(description="records, or names, that this stage is through with")
    total: int | None
    counts: dict[str, Any] | None = Field(description="as bioloom load --json, once it is done")
    documents: list[str] = Field(description="ids of the documents that came of it")
    rejects: list[RejectedLine]
    error: str | None = Field(description="why it failed, or, once it is done, why no document was loaded")
    fresh: bool = Field(description="whether a file that is loaded already is read again")


class AcceptedOut(BaseModel):
    """An accepted upload and its job."""

    job: str
    status: str = Field(description="where to ask for the job")
    position: int | None = Field(description="its place in the queue, 1 for the next; null once it runs")


class JobsOut(BaseModel):
    """A page of jobs, the newest first."""

    items: list[JobOut]
    next: str | None


class DocumentsOut(BaseModel):
    """A page of documents; `total` counts those of all pages, `next` is the cursor of the page after it."""

    model_config = ALL_SENT

    items: list[DocumentEntry]
    total: int
    next: str | None


class DenotedOut(BaseModel):
    """The entity that a mention denotes."""

    id: str
    name: str | None


class MarkedOut(BaseModel):
    """A mention with its characters in the sentence (the first, and the one behind the last)."""

    id: str
    name: str
    native_type: str
    category: str | None
    start: int
    end: int
    entity: DenotedOut | None


class SentenceOut(BaseModel):
    """A sentence of a document, numbered from 1; `heading` says that it is a title or a heading.

    `printed` is the number that the text prints before it, or before the list item that it is in.
    `role` is what it is to the sequence of steps; the step after a branch does not need it.
    """

    id: str
    number: int
    text: str
    mentions: list[MarkedOut]
    printed: str | None
    heading: bool
    role: Literal["step", "heading", "note", "optional", "alternative", "parallel"]


class OrderOut(BaseModel):
    """Two actions, by id, and how the first stands to the second; `derived`: the text does not state it."""

    first: str
    relation: Literal["next_step", "or", "during"]
    second: str
    derived: bool


class DocumentOut(BaseModel):
    """A document to read; publications have no steps."""

    id: str
    title: str
    source: str | None
    kind: str | None
    extractor: str | None
    licence: str | None
    counts: dict[str, int] = Field(
        description="sentences, mentions, relations between them, entities named, statements supported"
    )
    loads: list[DocumentLoad]
    sentences: list[SentenceOut]
    steps: list[ProtocolStep]
    order: list[OrderOut]
    truncated: bool
    reloadable: bool = Field(description="whether the file that was uploaded is kept here")


class WithdrawnOut(BaseModel):
    """What a withdrawal deleted, or would delete (`dry_run`)."""

    document: str
    deleted: dict[str, int]
    dry_run: bool


class CheckOut(BaseModel):
    """The check of one protocol, as `bioloom check --json` gives it."""

    notice: str
    document_id: str
    title: str
    sentences: int
    mentions: int
    extractor: str | None
    rules: list[str]
    findings: list[Finding]
