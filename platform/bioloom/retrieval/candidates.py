"""Candidate generation: sentences from every index and idf weights, in one statement."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.question_parsing import ParsedQuestion
from bioloom.retrieval.filters import Filters
from bioloom.retrieval.idf import counted_terms, weights_of_counts
from bioloom.retrieval.lucene_query import build_query
from bioloom.retrieval.question_vector import vector_of
from bioloom.retrieval.statement_runner import run_statement

READ = 300
"""Hits taken from the full-text index: enough that the title lines of fitting documents are among them."""

EVERY_HIT = 2**31 - 1

WORD_FORMS = 0.5
"""Weight of other word forms in the query text."""

MOST = 30
FEW = 20
TITLES = 3
LONGEST = 60


@dataclass(frozen=True, slots=True)
class SentenceCandidate:
    """A sentence with what its ranking needs; cosines are None where a vector is missing.

    `mentions` holds (native type, SI unit, SI value) of those of a type that the question asks for, and of
    values where it states numbers; `title_bm25` is that of the title line, `kind` that of the document.
    """

    id: str
    document_id: str
    index: int
    text: str
    title: str
    bm25: float
    title_bm25: float
    cosine: float | None
    title_cosine: float | None
    before: str
    after: str
    mentions: tuple[tuple[str | None, str | None, float | None], ...]
    matched: tuple[str, ...]
    kind: str = "protocol"


@dataclass(frozen=True, slots=True)
class Candidates:
    """The candidates of a question in the order of their ids, and the idf weights of its content words."""

    sentences: tuple[SentenceCandidate, ...]
    weights: Mapping[str, float]


def find_candidates(
    graph: Graph, question: ParsedQuestion, filters: Filters, *, vectors: bool = False, hops: bool = False
) -> Candidates:
    """Find the sentences that may answer a question, and the weights of its words, by one statement.

    `vectors` also takes the nearest sentence vectors; `hops` follows step order, references and shared
    entities from the best candidates (SPEC B30, I4).
    """
    query = build_query(question, forms=WORD_FORMS, folded=True)
    vector = vector_of(question.text, graph.encoder) if vectors else None
    parameters: dict[str, Any] = {
        "lucene": query.text,
        "phrases": list(query.phrases),
        "terms": counted_terms(question),
        "types": [form for kind in question.type.types for form in {kind, kind.replace(" ", "_")}],
        "measured": bool(question.numbers),
        "vector": list(vector.numbers) if vector else None,
        "encoder": vector.encoder if vector else "",
        "read": hits_read(filters, READ),
        "most": MOST,
        "few": FEW,
        "titles": TITLES,
        "longest": LONGEST,
        "hops": hops,
        **filters.parameters(),
    }
    rows = run_statement(graph, "retrieve/candidates", parameters)
    if not rows:
        return Candidates((), weights_of_counts(question, {}, 0))
    (row,) = rows
    found = [each for document in row["candidates"] for each in _of_document(*document)]
    return Candidates(
        tuple(sorted(found, key=lambda each: each.id)),
        weights_of_counts(question, dict(row["frequencies"]), row["sentences"]),
    )


def hits_read(filters: Filters, most: int) -> int:
    """Give how many hits of the full-text index are taken: where most of them are filtered out, all."""
    return EVERY_HIT if filters.sources or filters.documents else most


def _of_document(
    document_id: str | None, title: str | None, kind: str | None, title_cosine: float | None, held: list[Any]
) -> Iterator[SentenceCandidate]:
    """Give the candidates of one document; each has the title's score that any source of one of them knew."""
    title_bm25 = max(each[4] for each in held)
    for id_, index, text, bm25, _, cosine, before, after, mentions, matched in held:
        yield SentenceCandidate(
            id_,
            document_id or "",
            index or 0,
            text,
            title or "",
            bm25,
            title_bm25,
            cosine,
            title_cosine,
            before or "",
            after or "",
            tuple(map(tuple, mentions)),
            tuple(sorted(matched)),
            kind or "protocol",
        )
