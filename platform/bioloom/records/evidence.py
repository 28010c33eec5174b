"""Evidence and answers: the JSON contracts of `retrieve` and `ask`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Self
from urllib.parse import urlsplit

from bioloom.records.attributes import attributes
from bioloom.records.document import sentence_place
from bioloom.records.graph import Value
from bioloom.records.subgraph_picture import draw


@dataclass(frozen=True, slots=True)
class SubgraphNode:
    """A node of an evidence subgraph; `type` is its native type or Biolink category."""

    id: str
    name: str
    type: str
    category: str | None = None
    properties: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EvidenceEdge:
    """An edge of an evidence subgraph: Biolink predicate and the source's own name for it."""

    id: str
    subject: str
    predicate: str
    object: str
    original_predicate: str | None = None
    negated: bool = False
    derived: bool = False
    properties: Mapping[str, Value] = field(default_factory=dict)

    @property
    def stated(self) -> tuple[str, str, str]:
        """Head, relation and tail as they read best.

        Within a text they are the source's own name and direction ("cells is_object_of Fix", though
        Biolink has Fix affect the cells); between entities Biolink's ("treats", not the source's "CtD").
        """
        if self.original_predicate is None or "sentence_id" not in self.properties:
            return self.subject, self.predicate.removeprefix("biolink:"), self.object
        if self.properties.get("original_subject") == self.object:
            return self.object, self.original_predicate, self.subject
        return self.subject, self.original_predicate, self.object


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Nodes and edges drawn or shown together with an answer."""

    nodes: tuple[SubgraphNode, ...] = ()
    edges: tuple[EvidenceEdge, ...] = ()

    def _repr_html_(self) -> str:
        """Draw it in a notebook."""
        names = {node.id: (node.name, node.type.removeprefix("biolink:")) for node in self.nodes}
        lines = [edge.stated for edge in self.edges if {edge.subject, edge.object} <= names.keys()]
        return draw(names, [(head, words.replace("_", " "), tail) for head, words, tail in lines])


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece of evidence: a sentence with its subgraph, or a single assertion put into words.

    For an assertion `sentence_id` is None, `assertion_id` names the edge and `source` its primary knowledge
    source. Where a text states it, `supporting_text` is the sentence, `supporting_sentence` its id, and
    `document_id` its document; else these are None. Where a node's own property is told, `node_id` names the
    node. `document_kind` says whether a sentence stands in a
    protocol, an abstract or an article, `section` under which headings, `printed` which number the text
    prints before it. What was fetched from another graph has the address of its `endpoint` and the day
    `retrieved_on`, and no id here.
    """

    text: str
    score: float
    sentence_id: str | None = None
    document_id: str | None = None
    document_title: str | None = None
    document_kind: str | None = None
    assertion_id: str | None = None
    node_id: str | None = None
    source: str | None = None
    bm25: float = 0.0
    graph_matches: int = 0
    matched: tuple[str, ...] = ()
    before: str | None = None
    after: str | None = None
    section: str | None = None
    printed: str | None = None
    subgraph: Subgraph = Subgraph()
    supporting_text: str | None = None
    supporting_sentence: str | None = None
    endpoint: str | None = None
    retrieved_on: str | None = None

    @property
    def named_source(self) -> str:
        """The primary source in brackets, as an answer names it; empty where there is none.

        >>> Evidence("x", 1.0, source="infores:texts2").named_source
        '(texts2)'
        """
        return f"({self.source.removeprefix('infores:')})" if self.source else ""

    @property
    def origin(self) -> tuple[str, ...]:
        """Where it was fetched from, as words of an answer: the source, the endpoint's host and the day.

        >>> Evidence("x", 1.0, source="infores:ctd", endpoint="https://a.ex/query", retrieved_on="d").origin
        ('ctd', 'a.ex', 'd')
        """
        if self.endpoint is None:
            return ()
        source = (self.source or "").removeprefix("infores:")
        return source, urlsplit(self.endpoint).netloc.rpartition("@")[2], self.retrieved_on or ""


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered reference of an answer, verified to stand in the evidence.

    One that was fetched from another graph names its `endpoint` and the day `retrieved_on`.
    """

    id: int
    text: str
    score: float
    sentence_id: str | None = None
    document_id: str | None = None
    assertion_id: str | None = None
    node_id: str | None = None
    source: str | None = None
    endpoint: str | None = None
    retrieved_on: str | None = None

    @classmethod
    def of(cls, piece: Evidence, number: int) -> Self:
        """Cite a piece of evidence as a whole under a number."""
        origin = attributes(piece, "sentence_id", "document_id", "assertion_id", "node_id", "source")
        fetched = attributes(piece, "endpoint", "retrieved_on")
        return cls(number, piece.text, round(piece.score, 4), **origin, **fetched)


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """What one part of a question is answered with, or why it is not; `citations` are ids of the answer's."""

    question: str
    answer: str
    abstained: bool
    confidence: float
    citations: tuple[int, ...] = ()
    short: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its citations, or an abstention whose `answer` says why.

    `short` holds the names, values or step that answer, without the words around them, where there are such.
    `notes` say what else the caller should know, such as which other graph did not reply. `parts` are there
    where the question asks for several things; an abstention may cite what is known instead. `tokens` are
    what a language model cost: calls, prompt, completion, and price where one is set.
    """

    question: str
    answer: str
    abstained: bool
    confidence: float
    citations: tuple[Citation, ...] = ()
    subgraph: Subgraph = Subgraph()
    model: str = "local"
    timings: Mapping[str, float] = field(default_factory=dict)
    short: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    parts: tuple[AnswerPart, ...] = ()
    tokens: Mapping[str, float] = field(default_factory=dict)
    model_error: str = ""

    def _repr_html_(self) -> str:
        """Draw the answer in a notebook, with its citations below."""
        cited = "".join(
            f"<li value={citation.id}>{escape(citation.text)} "
            f"<small>{escape(sentence_place(citation.sentence_id or citation.source or ''))}</small></li>"
            for citation in self.citations
        )
        told = escape(self.answer)
        return (
            f"<p>{f'<em>{told}</em>' if self.abstained else f'<strong>{told}</strong>'}</p><ol>{cited}</ol>"
            f"<p><small>confidence {self.confidence:.2f}, {escape(self.model)}</small></p>"
        )
