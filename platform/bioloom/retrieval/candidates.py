"""Candidate generation: sentences from every index and idf weights, in one statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.question_parsing import ParsedQuestion
from bioloom.retrieval.filters import Filters
from bioloom.retrieval.idf import counted_terms, weights_of_counts
from bioloom.retrieval.lucene_query import build_query
from bioloom.retrieval.query_runner import run_query
from bioloom.retrieval.question_vector import vector_of

READ = 1_000
"""Hits taken from the full-text index: enough that the title lines of fitting documents are among them."""

WORD_FORMS = 0.5
"""Weight of other word forms in the query text."""

MOST = 60
FEW = 20
TITLES = 3


@dataclass(frozen=True, slots=True)
class SentenceCandidate:
    """A sentence with what its ranking needs; cosines are None where a vector is missing.

    `mentions` holds (native type, SI unit, SI value) of each; `title_bm25` is that of the title line, `kind`
    that of the document.
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
    vector = vector_of(question.searched) if vectors else None
    parameters: dict[str, Any] = {
        "lucene": query.text,
        "phrases": list(query.phrases),
        "terms": counted_terms(question),
        "vector": list(vector.numbers) if vector else None,
        "encoder": vector.encoder if vector else "",
        "read": READ,
        "most": MOST,
        "few": FEW,
        "titles": TITLES,
        "hops": hops,
        **filters.parameters(),
    }
    rows = run_query(graph, "retrieve/candidates", parameters)
    found = [_candidate(each) for row in rows for each in row["candidates"]]
    lent = _titles(found)
    return Candidates(
        tuple(sorted((_lend(each, lent) for each in found), key=lambda each: each.id)),
        weights_of_counts(question, (each for row in rows for each in row["frequencies"])),
    )


def _candidate(row: dict[str, Any]) -> SentenceCandidate:
    return SentenceCandidate(
        id=row["id"],
        document_id=row["document_id"] or "",
        index=row["index"] or 0,
        text=row["text"],
        title=row["title"] or "",
        bm25=row["bm25"],
        title_bm25=row["title_bm25"],
        cosine=row["cosine"],
        title_cosine=row["title_cosine"],
        before=row["before"] or "",
        after=row["after"] or "",
        mentions=tuple((kind, unit, value) for kind, unit, value in row["mentions"]),
        matched=tuple(sorted(row["matched"])),
        kind=row["kind"] or "protocol",
    )


def _titles(found: Sequence[SentenceCandidate]) -> dict[str, float]:
    best: dict[str, float] = {}
    for each in found:
        best[each.document_id] = max(best.get(each.document_id, 0.0), each.title_bm25)
    return best


def _lend(each: SentenceCandidate, titles: dict[str, float]) -> SentenceCandidate:
    """Give a sentence the title's score that another source of it knew."""
    if each.title_bm25 == titles[each.document_id]:
        return each
    return replace(each, title_bm25=titles[each.document_id])
