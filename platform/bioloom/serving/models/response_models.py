"""Response models of the HTTP service, as /openapi.json describes them."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from bioloom.pipeline.edge_explanation import MappingReason, StatingLoad, StatingSentence
from bioloom.records import AnswerPart, SubgraphNode
from bioloom.retrieval.exploration import FoundEntity, MentioningSentence

Properties = dict[str, str | int | float | bool | list[str | int | float | bool]]


ALL_SENT = ConfigDict(json_schema_serialization_defaults_required=True)
"""Configuration of a model of dataclasses: also their fields with a default are always there."""


class Problem(BaseModel):
    """What went wrong and how to mend it (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


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

    model_config = ALL_SENT

    nodes: list[SubgraphNode]
    edges: list[EdgeOut]


SentenceNumber = Annotated[int | None, Field(description="the sentence's place in its text, from 1")]


class CitationOut(BaseModel):
    """A numbered reference of an answer, verified to stand in the evidence."""

    id: int
    text: str
    score: float
    sentence_id: str | None
    sentence_number: SentenceNumber
    document_id: str | None
    assertion_id: str | None
    node_id: str | None = Field(description="the node, where a property of its own is told")
    source: str | None
    endpoint: str | None = Field(description="address of the other graph that it was fetched from")
    retrieved_on: str | None = Field(description="the day on which it was fetched")


class AnswerOut(BaseModel):
    """An answer with its citations, or an abstention whose `answer` says why and may cite what is known."""

    model_config = ALL_SENT

    question: str
    answer: str
    abstained: bool
    confidence: float
    citations: list[CitationOut]
    subgraph: GraphOut
    model: str
    timings: dict[str, float]
    notes: list[str] = Field(description="such as other graphs that did not reply")
    parts: list[AnswerPart] = Field(description="one each where the question asks for several things")
    tokens: dict[str, float] = Field(
        description="what a language model cost: calls, prompt, completion, price"
    )
    model_error: str | None = Field(description="why the language model did not write, though it was to")


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
    sentence_number: SentenceNumber
    document_id: str
    document_title: str | None
    text: str
    matched: list[str]
    before: str | None
    after: str | None
    section: str | None


class AssertionHitOut(GraphOut):
    """A standardized edge that was found, with the text that supports it."""

    rank: int
    score: float
    assertion_id: str | None
    source: str | None
    text: str
    sentence_id: str | None
    sentence_number: SentenceNumber
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


class NeighbourhoodOut(GraphOut):
    """A node and what stands around it; `next` is the cursor of the page after it."""

    center: SubgraphNode
    next: str | None


class GroupOut(GraphOut):
    """Neighbours of one kind: how many in all, some of them, and the cursor of more."""

    kind: str = Field(description="category or native type of the neighbours")
    total: int
    next: str | None


class GroupsOut(BaseModel):
    """A node and what stands around it, in groups."""

    model_config = ALL_SENT

    center: SubgraphNode
    groups: list[GroupOut]


class EntitiesOut(BaseModel):
    """Entities, the best first."""

    items: list[FoundEntity]


class MentionsOut(BaseModel):
    """A page of sentences; `next` is the cursor of the page after it."""

    items: list[MentioningSentence]
    next: str | None


class ExplanationOut(BaseModel):
    """An edge, and why it is in the graph."""

    id: str
    subject: list[str] = Field(description="id and name")
    predicate: str
    object: list[str] = Field(description="id and name")
    provenance: dict[str, Any]
    mapping: MappingReason
    sentences: list[StatingSentence]
    loads: list[StatingLoad]


class RowsOut(BaseModel):
    """Rows under named columns; `truncated` says that a limit cut some off.

    `notifications` say which names of the query the graph does not hold, with the nearest that it does.
    """

    columns: list[str]
    rows: list[list[Any]]
    truncated: bool
    notifications: list[str]
