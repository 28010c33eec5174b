"""Sentence retrieval and its methods: how sentences are ranked, and each with its subgraph and neighbours."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.question_parsing import ParsedQuestion, parse_question
from bioloom.records import Evidence
from bioloom.retrieval.candidates import READ, find_candidates, hits_read
from bioloom.retrieval.evidence_rows import evidence_of
from bioloom.retrieval.filters import EVERYTHING, Filters, check_filters
from bioloom.retrieval.lucene_query import build_query
from bioloom.retrieval.question_vector import vector_of, vectors_held
from bioloom.retrieval.ranking import Scored, order_learned
from bioloom.retrieval.sentence_lookup import graph_counts, sentences_by_id
from bioloom.retrieval.statement_runner import run_statement

MOST_HITS = 1_000
"""Sentences that one call may ask for."""


@dataclass(frozen=True, slots=True)
class RetrievalRequest:
    """A question and how many sentences are wanted from where; `literal` counts mentions by substring."""

    question: ParsedQuestion
    k: int
    filters: Filters = EVERYTHING
    literal: bool = False


@dataclass(frozen=True, slots=True)
class RankedSentences:
    """Sentences, best first, and the idf weights of the question's words where the method looked them up."""

    hits: tuple[Evidence, ...] = ()
    weights: Mapping[str, float] | None = field(default=None)


class Method(Protocol):
    """A way to rank sentences."""

    @property
    def description(self) -> str:
        """What the method does, in one phrase."""

    @property
    def literal(self) -> bool:
        """Whether it can count mentions by substring."""

    def rank(self, graph: Graph, request: RetrievalRequest) -> RankedSentences:
        """Rank sentences for a question that has search terms."""


@dataclass(frozen=True, slots=True)
class LexicalMethod:
    """BM25 · log(`base` + `graph` · distinct mentions of the sentence whose name stands in the question).

    One statement. Published form (BioPIE): base 1, graph 1; plain BM25: base e, graph 0.
    """

    description: str
    base: float = math.e
    graph: float = 1.0
    literal: bool = True

    def rank(self, graph: Graph, request: RetrievalRequest) -> RankedSentences:
        """Rank the hits of the full-text index."""
        query = build_query(request.question)
        parameters: dict[str, Any] = {
            "lucene": query.text,
            "phrases": list(query.phrases),
            "literal": request.literal,
            "lowered": request.question.text.lower(),
            "base": self.base,
            "graph": self.graph,
            "read": hits_read(request.filters, max(READ, 2 * request.k)),
            "k": request.k,
            **request.filters.parameters(),
        }
        return RankedSentences(
            tuple(map(evidence_of, run_statement(graph, "retrieve/sentences", parameters)))
        )


@dataclass(frozen=True, slots=True)
class VectorMethod:
    """Cosine of sentence vectors, through the vector index; one statement where it finds anything."""

    description: str
    literal: bool = False

    def rank(self, graph: Graph, request: RetrievalRequest) -> RankedSentences:
        """Rank by cosine; UsageError where the sentences have no vectors of this encoder."""
        vector = vector_of(request.question.text, graph.encoder)
        parameters: dict[str, Any] = {
            "vector": list(vector.numbers),
            "encoder": vector.encoder,
            "k": request.k,
            **request.filters.parameters(),
        }
        found = run_statement(graph, "retrieve/sentences_by_vector", parameters)
        if not found and graph_counts(graph)[0] and not vectors_held(graph, vector):
            raise UsageError("the sentences of the graph have no vectors yet: make them with: bioloom embed")
        return RankedSentences(tuple(map(evidence_of, found)))


@dataclass(frozen=True, slots=True)
class LearnedMethod:
    """Candidates of all indexes, ordered by learned weights of their features.

    Two statements: the candidates with the document frequencies of the question's words, then the subgraphs
    of the first. `hops` also takes the steps before and after, referred to, or on the same entity;
    `vectors` compares sentence vectors where the graph has them. The product's one instance has hops and no
    vectors; the laboratory compares it with the others.
    """

    description: str
    hops: bool = False
    vectors: bool = False
    literal: bool = False

    def rank(self, graph: Graph, request: RetrievalRequest) -> RankedSentences:
        """Rank the candidates and fetch the details of the first; scores are shares of belief."""
        question, filters = request.question, request.filters
        found = find_candidates(graph, question, filters, vectors=self.vectors, hops=self.hops)
        first = order_learned(question, found.weights, found.sentences, along=self.hops)[: request.k]
        ids, least = [each.id for each, _ in first], filters.min_confidence
        return RankedSentences(
            scored(first, sentences_by_id(graph, ids, min_confidence=least)), found.weights
        )


def scored(first: Sequence[Scored], details: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Give the details of ranked candidates their scores, in the order of the ranking."""
    by_id = {each.sentence_id: each for each in details}
    return tuple(
        replace(
            by_id[each.id], score=score, bm25=each.bm25, graph_matches=len(each.matched), matched=each.matched
        )
        for each, score in first
        if each.id in by_id
    )


METHODS: Mapping[str, Method] = {
    "bm25": LexicalMethod("BM25 of the sentence alone", graph=0.0),
    "fused": LexicalMethod("BM25 · log(1 + matches), as BioPIE publishes it", base=1.0),
    "vector": VectorMethod("cosine of sentence vectors (bioloom embed)"),
    "hops": LearnedMethod(
        "candidates of all indexes and the steps around them, ordered by learned weights", hops=True
    ),
}
"""Every method of the product by its name; the laboratory compares them with others."""

DEFAULT_METHOD = "hops"
"""What won on questions about protocols (docs/evaluation.md)."""


def retrieve(
    graph: Graph,
    question: str,
    *,
    method: str | Method = DEFAULT_METHOD,
    k: int = 10,
    filters: Filters = EVERYTHING,
    literal: bool = False,
) -> tuple[Evidence, ...]:
    """Rank the sentences of the graph for a question, best first; no sentence matches: an empty tuple.

    UsageError if none does and the filters name a document or a source that is not loaded.

    `method` is a name of METHODS, or a method of one's own. `filters` say where sentences may come from;
    `literal` counts every mention whose text is a substring of the question (SPEC B19 read to the letter)
    instead of distinct names at token boundaries. Ties are broken by BM25, then by sentence id.
    """
    parsed = parse_question(question)
    hits = rank_sentences(graph, parsed, method=method, k=k, filters=filters, literal=literal).hits
    if not hits:
        check_filters(graph, filters)
    return hits


def rank_sentences(
    graph: Graph,
    question: ParsedQuestion,
    *,
    method: str | Method = DEFAULT_METHOD,
    k: int = 10,
    filters: Filters = EVERYTHING,
    literal: bool = False,
) -> RankedSentences:
    """Rank the sentences of the graph for a parsed question, at most two statements (see `retrieve`)."""
    if isinstance(method, str):
        if method not in METHODS:
            raise UsageError(f"there is no retrieval method {method!r}; choose from: {', '.join(METHODS)}")
        method = METHODS[method]
    if not 1 <= k <= MOST_HITS:
        raise UsageError(f"k must lie between 1 and {MOST_HITS:,}, not {k}")
    if literal and not method.literal:
        raise UsageError("literal matching needs a method that is one product: bm25 or fused")
    if question.empty:
        return RankedSentences(weights={})
    return method.rank(graph, RetrievalRequest(question, k, filters, literal))
