"""Retrieval baselines: methods that lost to the product's, ranked through the same seam for comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.question_parsing import parse_question
from bioloom.retrieval import EVERYTHING, METHODS, Filters, Method, run_statement
from bioloom.retrieval.candidates import WORD_FORMS, SentenceCandidate, find_candidates
from bioloom.retrieval.evidence_rows import evidence_of
from bioloom.retrieval.lucene_query import build_query
from bioloom.retrieval.methods import LearnedMethod, RankedSentences, RetrievalRequest, VectorMethod, scored
from bioloom.retrieval.question_vector import vector_of, vectors_held
from bioloom.retrieval.ranking import Scored, sorted_by_score
from bioloom.retrieval.ranking_features import features
from bioloom.retrieval.sentence_lookup import sentences_by_id

RRF_K = 60
"""The constant of reciprocal rank fusion: how much less the first place counts than it would alone."""

FeaturedCandidate = tuple[SentenceCandidate, tuple[float, ...]]
"""A candidate sentence with its ranking features, in the order of FEATURES."""


@dataclass(frozen=True, slots=True)
class MentionCountMethod:
    """Number of distinct mentions whose name stands in the question, alone (BioPIE's graph relevance)."""

    description: str
    literal: bool = False

    def rank(self, graph: Graph, request: RetrievalRequest) -> RankedSentences:
        """Rank through the range index on mention names."""
        parameters: dict[str, Any] = {
            "phrases": list(build_query(request.question).phrases),
            "k": request.k,
            **request.filters.parameters(),
        }
        rows = run_statement(graph, "evaluation/sentences_by_mentions", parameters)
        return RankedSentences(tuple(map(evidence_of, rows)))


@dataclass(frozen=True, slots=True)
class TitleContextMethod:
    """(BM25 + `context` · BM25 of the title line) · log(e + matches), with word forms and synonyms."""

    description: str
    context: float = 0.0
    literal: bool = False

    def rank(self, graph: Graph, request: RetrievalRequest) -> RankedSentences:
        """Rank the hits of the full-text index."""
        query = build_query(request.question, forms=WORD_FORMS, folded=True)
        parameters: dict[str, Any] = {
            "lucene": query.text,
            "phrases": list(query.phrases),
            "context": self.context,
            "k": request.k,
            **request.filters.parameters(),
        }
        rows = run_statement(graph, "evaluation/sentences_with_context", parameters)
        return RankedSentences(tuple(map(evidence_of, rows)))


@dataclass(frozen=True, slots=True)
class ReciprocalRankMethod:
    """Reciprocal rank fusion of BM25, BM25 with that of the title, matched names and cosine."""

    description: str
    literal: bool = False

    def rank(self, graph: Graph, request: RetrievalRequest) -> RankedSentences:
        """Rank the candidates that the learned methods have."""
        found = find_candidates(graph, request.question, request.filters, vectors=True)
        first = order_by_ranks(found.sentences)[: request.k]
        ids, least = [each.id for each, _ in first], request.filters.min_confidence
        return RankedSentences(
            scored(first, sentences_by_id(graph, ids, min_confidence=least)), found.weights
        )


def order_by_ranks(candidates: Sequence[SentenceCandidate]) -> list[Scored]:
    """Order candidates by the sum of 1 / (60 + rank) over BM25, with the title's, matched names and cosine.

    A score that says nothing of a candidate (0, or no vector) adds nothing.
    """
    scores: tuple[Callable[[SentenceCandidate], float], ...] = (
        lambda each: each.bm25,
        lambda each: (each.bm25 + each.title_bm25) if each.bm25 else 0.0,
        lambda each: float(len(each.matched)),
        lambda each: each.cosine or 0.0,
    )
    total = dict.fromkeys((each.id for each in candidates), 0.0)
    for score in scores:
        known = sorted(
            (each for each in candidates if score(each) > 0), key=lambda each: (-score(each), each.id)
        )
        for rank, each in enumerate(known, 1):
            total[each.id] += 1 / (RRF_K + rank)
    return sorted_by_score([(each, total[each.id]) for each in candidates])


BASELINE_METHODS: Mapping[str, Method] = {
    "graph": MentionCountMethod("number of graph entities that stand in the question, alone"),
    "robust": TitleContextMethod("BM25 · log(e + matches), with word forms and synonyms"),
    "context": TitleContextMethod("robust, with the BM25 of the document's title line added", context=1.0),
    "rrf": ReciprocalRankMethod("reciprocal ranks of BM25, context, graph and vector added"),
    "rerank": LearnedMethod("candidates of all indexes, ordered by learned weights"),
    "prose": LearnedMethod("rerank, with the cosines of sentence vectors where there are any", vectors=True),
}
"""Methods that the product does not offer."""

_ORDER = ("bm25", "graph", "fused", "robust", "context", "vector", "rrf", "rerank", "hops", "prose")

EVALUATED_METHODS: Mapping[str, Method] = {name: {**METHODS, **BASELINE_METHODS}[name] for name in _ORDER}
"""Every method that the suites compare, in the order of their tables."""


def usable_methods(graph: Graph) -> tuple[str, ...]:
    """Name the methods that the graph is ready for: `vector` needs those of ``bioloom embed``."""
    ready = vectors_held(graph, vector_of("any", graph.encoder))
    return tuple(
        name for name, each in EVALUATED_METHODS.items() if ready or not isinstance(each, VectorMethod)
    )


def candidates_with_features(
    graph: Graph, question: str, *, method: LearnedMethod, filters: Filters = EVERYTHING
) -> tuple[FeaturedCandidate, ...]:
    """Give the candidates of a learned method with the features that its order is made of."""
    parsed = parse_question(question)
    if parsed.empty:
        return ()
    found = find_candidates(graph, parsed, filters, vectors=method.vectors, hops=method.hops)
    rows = features(parsed, found.weights, found.sentences)
    return tuple(zip(found.sentences, rows, strict=True))
