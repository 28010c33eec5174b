"""Sentence retrieval: sentences of the graph ranked for a question, each with its subgraph and neighbours."""

from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.question_parsing import ParsedQuestion, parse_question
from bioloom.records import Evidence
from bioloom.retrieval.filters import EVERYTHING, Filters, check_filters
from bioloom.retrieval.methods import DEFAULT_METHOD, METHODS, Method, RankedSentences, RetrievalRequest

MOST_HITS = 1_000
"""Sentences that one call may ask for."""


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
