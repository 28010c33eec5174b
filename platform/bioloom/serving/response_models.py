"""Response models of the HTTP service, as /openapi.json describes them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Properties = dict[str, str | int | float | bool | list[str | int | float | bool]]


class Problem(BaseModel):
    """What went wrong and how to mend it (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


class NodeOut(BaseModel):
    """A node of the graph; `type` is its native type or its Biolink category."""

    id: str
    name: str
    type: str
    category: str | None
    properties: Properties


class StatedOut(BaseModel):
    """An edge as it is said: its ends in reading order, the words between them, and the whole sentence."""

    head: str
    phrase: str
    tail: str
    sentence: str


class EdgeOut(BaseModel):
    """An edge of the graph: its Biolink predicate, and the source's own name for it."""

    id: str
    subject: str
    predicate: str
    object: str
    original_predicate: str | None
    negated: bool
    derived: bool
    properties: Properties
    stated: StatedOut


class GraphOut(BaseModel):
    """Nodes and the edges between them."""

    nodes: list[NodeOut]
    edges: list[EdgeOut]


class CitationOut(BaseModel):
    """A numbered reference of an answer, verified to stand in the evidence."""

    id: int
    text: str
    score: float
    sentence_id: str | None
    document_id: str | None
    assertion_id: str | None
    source: str | None
    endpoint: str | None = Field(description="address of the other graph that it was fetched from")
    retrieved_on: str | None = Field(description="the day on which it was fetched")


class AnswerOut(BaseModel):
    """An answer with its citations, or an abstention whose `answer` says why."""

    question: str
    answer: str
    abstained: bool
    confidence: float
    citations: list[CitationOut]
    subgraph: GraphOut
    model: str
    timings: dict[str, float]
    notes: list[str] = Field(description="such as other graphs that did not reply")


class EndpointsOut(BaseModel):
    """The addresses of other graphs, without user, password and query."""

    endpoints: list[str]


class SentEndOut(BaseModel):
    """One end of a question: what the question calls it, which stays here, and the ids that are sent."""

    name: str
    ids: list[str]


class OutgoingOut(BaseModel):
    """What a question would send to other graphs; without `queries` nothing is sent, and `note` says why."""

    endpoints: list[str]
    kind: str | None
    ends: list[SentEndOut]
    queries: list[dict[str, Any]] = Field(description="each goes to every endpoint, word by word")
    note: str


class HitOut(GraphOut):
    """A sentence that was found, with its subgraph and its neighbours in the text."""

    rank: int
    score: float
    bm25: float
    graph_matches: int
    sentence_id: str
    document_id: str
    document_title: str | None
    text: str
    matched: list[str]
    before: str | None
    after: str | None


class AssertionHitOut(GraphOut):
    """A standardized edge that was found, with the text that supports it."""

    rank: int
    score: float
    assertion_id: str | None
    source: str | None
    text: str
    sentence_id: str | None
    document_id: str | None
    supporting_text: str | None
    matched: list[str]


class HitsOut(BaseModel):
    """Sentences, best first."""

    results: list[HitOut]
    assertions: list[AssertionHitOut]


class ChoiceOut(BaseModel):
    """The predicate of a claim with its qualifiers; null and a `reason` where none fits."""

    model_config = ConfigDict(extra="allow")

    predicate: str | None
    qualified_predicate: str | None
    object_aspect_qualifier: str | None
    object_direction_qualifier: str | None
    negated: bool
    swapped: bool = Field(description="subject and object change places")
    score: float
    selector: str
    reason: str = Field(default="", description="a code of docs/rejects.md; only with a null predicate")


class CandidateOut(BaseModel):
    """A predicate that was considered, with the descriptor that retrieved it and its qualifiers."""

    model_config = ConfigDict(extra="allow")

    mapped_predicate: str
    key: str
    predicate: str
    score: float
    descriptor: str


class MappingOut(BaseModel):
    """One claim with its predicate, in the form of RELATE's own service."""

    model_config = ConfigDict(extra="allow")

    subject: str
    object: str
    relationship: str
    top_choice: ChoiceOut
    Top_n_candidates: dict[str, CandidateOut] = Field(description="by rank, from 0")
    Top_n_retrieval_method: str


class MappingsOut(BaseModel):
    """Every claim with its predicate, in the order in which they were sent."""

    results: list[MappingOut]


class RejectOut(BaseModel):
    """Why a record of a file was not taken, and on which line it stands."""

    reason: str
    line: int | None
    detail: str


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
    rejects: list[RejectOut]
    error: str | None
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


class DocumentRow(BaseModel):
    """A document in a list."""

    id: str
    title: str
    source: str | None
    sentences: int
    kind: str | None


class DocumentsOut(BaseModel):
    """A page of documents; `total` counts those of all pages, `next` is the cursor of the page after it."""

    items: list[DocumentRow]
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

    `role` is what it is to the sequence of steps; the step after a branch does not need it.
    """

    id: str
    number: int
    text: str
    mentions: list[MarkedOut]
    heading: bool
    role: Literal["step", "heading", "note", "optional", "alternative", "parallel"]


class SettingOut(BaseModel):
    """A value that a step states; `value`, `unit` and `si_value` are null where it is not measured."""

    id: str
    name: str
    native_type: str
    value: float | None
    unit: str | None
    si_value: float | None


class ThingOut(BaseModel):
    """What an action acts on or uses, and the values that the text gives it."""

    id: str
    name: str
    native_type: str
    relation: str
    properties: list[SettingOut]


class ActionOut(BaseModel):
    """One action of a step."""

    id: str
    name: str
    parameters: list[SettingOut]
    objects: list[ThingOut]


class StepOut(BaseModel):
    """A sentence that holds actions."""

    sentence_id: str
    number: int
    verbs: list[ActionOut]


class OrderOut(BaseModel):
    """Two actions, by id, and how the first stands to the second; `derived`: the text does not state it."""

    first: str
    relation: Literal["next_step", "or", "during"]
    second: str
    derived: bool


class LoadOut(BaseModel):
    """A load that brought a document; `source` is the name of its file or folder, without the path."""

    id: str
    source: str
    status: str
    updated: str
    extractor: str


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
    loads: list[LoadOut]
    sentences: list[SentenceOut]
    steps: list[StepOut]
    order: list[OrderOut]
    truncated: bool
    reloadable: bool = Field(description="whether the file that was uploaded is kept here")


class WithdrawnOut(BaseModel):
    """What a withdrawal deleted, or would delete (`dry_run`)."""

    document: str
    deleted: dict[str, int]
    dry_run: bool


class InvolvedOut(BaseModel):
    """A mention that a finding is about; a measured value also as read and in SI units."""

    model_config = ConfigDict(extra="allow")

    id: str
    text: str
    type: str
    sentence_id: str


class FindingOut(BaseModel):
    """One finding of one rule in one sentence."""

    rule: str
    severity: Literal["error", "warning", "note"]
    message: str
    document_id: str
    sentence_id: str
    step: int
    sentence: str
    mentions: list[InvolvedOut]


class CheckOut(BaseModel):
    """The check of one protocol, as `bioloom check --json` gives it."""

    notice: str
    document_id: str
    title: str
    sentences: int
    mentions: int
    extractor: str | None
    rules: list[str]
    findings: list[FindingOut]


class NeighbourhoodOut(GraphOut):
    """A node and what stands around it; `next` is the cursor of the page after it."""

    center: NodeOut
    next: str | None


class GroupOut(GraphOut):
    """Neighbours of one kind: how many in all, some of them, and the cursor of more."""

    kind: str = Field(description="category or native type of the neighbours")
    total: int
    next: str | None


class GroupsOut(BaseModel):
    """A node and what stands around it, in groups."""

    center: NodeOut
    groups: list[GroupOut]


class EntityOut(BaseModel):
    """An entity that was found; `connections` counts its claims and mentions."""

    id: str
    name: str
    category: str | None
    synonyms: list[str]
    connections: int


class EntitiesOut(BaseModel):
    """Entities, the best first."""

    items: list[EntityOut]


class MentioningSentenceOut(BaseModel):
    """A sentence that mentions an entity, and the words by which it does."""

    sentence_id: str
    document_id: str
    document_title: str
    text: str
    names: list[str]


class MentionsOut(BaseModel):
    """A page of sentences; `next` is the cursor of the page after it."""

    items: list[MentioningSentenceOut]
    next: str | None


class RowsOut(BaseModel):
    """Rows under named columns; `truncated` says that a limit cut some off."""

    columns: list[str]
    rows: list[list[Any]]
    truncated: bool
