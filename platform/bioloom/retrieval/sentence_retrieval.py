"""Sentences of the graph ranked for a question, each with its subgraph and neighbours."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.records import Evidence, EvidenceEdge, Subgraph, SubgraphNode, Value
from bioloom.retrieval.candidates import Candidate, gather
from bioloom.retrieval.filters import EVERYTHING, Filters
from bioloom.retrieval.idf import weigh
from bioloom.retrieval.lucene_query import Wording, word
from bioloom.retrieval.methods import DEFAULT_METHOD, METHODS
from bioloom.retrieval.query_runner import rows
from bioloom.retrieval.question_analysis import analyse
from bioloom.retrieval.question_vector import QuestionVector, vector_of, vectors_held
from bioloom.retrieval.ranking import order_by_ranks, order_learned
from bioloom.retrieval.ranking_features import features

MOST_HITS = 1_000

FEWEST_WORDS = 6
"""Words from which a sentence that stands elsewhere too counts as a copy."""

_NODE_FIELDS = frozenset(
    {"id", "name", "native_type", "category", "document_id", "normalised", "name_keys", "record_hash"}
)
_EDGE_FIELDS = frozenset(
    {"id", "subject", "predicate", "object", "original_predicate", "negated", "derived", "record_hash"}
)


def retrieve(
    graph: Graph,
    question: str,
    *,
    method: str = DEFAULT_METHOD,
    k: int = 10,
    filters: Filters = EVERYTHING,
    literal: bool = False,
    weights: Mapping[str, float] | None = None,
) -> tuple[Evidence, ...]:
    """Rank the sentences of the graph for a question, best first; no sentence matches: an empty tuple.

    `filters` say where sentences may come from; `literal` counts every mention whose text is
    a substring of the question (SPEC B19 read to the letter) instead of distinct names at token
    boundaries. Ties are broken by BM25, then by sentence id. `weights` are those that `weigh` gives for the
    question, where they are known already; without them it is asked where a method needs them.
    """
    if method not in METHODS:
        raise UsageError(f"there is no retrieval method {method!r}; choose from: {', '.join(METHODS)}")
    if not 1 <= k <= MOST_HITS:
        raise UsageError(f"k must lie between 1 and {MOST_HITS:,}, not {k}")
    chosen = METHODS[method]
    if literal and not chosen.lexical:
        raise UsageError(f"literal matching needs a method that is one product, not {method!r}")
    wording = word(question, forms=chosen.forms, folded=chosen.folded)
    if wording.empty:
        return ()
    place: dict[str, Any] = filters.parameters()
    if chosen.ranking in ("rrf", "learned"):
        return _ordered(graph, method, wording, k, place, weights)
    if chosen.ranking == "vector":
        vector = _needed_vector(graph, wording)
        asked = {"vector": list(vector.numbers), "encoder": vector.encoder, "k": k, **place}
        return tuple(_evidence(row) for row in rows(graph, "retrieve/sentences_by_vector", asked))
    parameters = {"phrases": list(wording.phrases), "k": k, **place}
    if chosen.ranking == "mentions":
        return tuple(_evidence(row) for row in rows(graph, "retrieve/sentences_by_mentions", parameters))
    parameters |= {
        "lucene": wording.lucene,
        "literal": literal,
        "lowered": wording.lowered,
        "synonyms": chosen.synonyms,
        "context": chosen.context,
        "base": chosen.base,
        "graph": chosen.graph,
    }
    return tuple(_evidence(row) for row in rows(graph, "retrieve/sentences", parameters))


def featured(
    graph: Graph, question: str, *, method: str, filters: Filters = EVERYTHING
) -> tuple[tuple[Candidate, tuple[float, ...]], ...]:
    """Give the candidates of a method with the features that a learned order is made of."""
    chosen = METHODS[method]
    wording = word(question, forms=chosen.forms, folded=chosen.folded)
    if wording.empty:
        return ()
    vector = vector_of(wording.question) if chosen.vectors else None
    candidates = gather(graph, wording, vector, filters.parameters(), hops=chosen.hops)
    found = features(analyse(wording.question), weigh(graph, wording.question), candidates)
    return tuple(zip(candidates, found, strict=True))


def sentences_by_id(graph: Graph, ids: Sequence[str], *, min_confidence: float = 0.0) -> tuple[Evidence, ...]:
    """Give sentences by their ids, in that order, each with its subgraph; unknown ids are left out."""
    parameters = {"ids": list(ids), "min_confidence": min_confidence}
    found = {row["sentence_id"]: row for row in rows(graph, "retrieve/sentence_details", parameters)}
    return tuple(_evidence(found[each]) for each in dict.fromkeys(ids) if each in found)


def _ordered(
    graph: Graph,
    method: str,
    wording: Wording,
    k: int,
    place: dict[str, Any],
    weights: Mapping[str, float] | None,
) -> tuple[Evidence, ...]:
    """Gather candidates, order them, and bring the subgraphs of the first."""
    chosen = METHODS[method]
    vector = vector_of(wording.question) if chosen.vectors else None
    candidates = gather(graph, wording, vector, place, hops=chosen.hops)
    if chosen.ranking == "rrf":
        first = order_by_ranks(candidates)[:k]
    else:
        known = weigh(graph, wording.question) if weights is None else weights
        first = order_learned(analyse(wording.question), known, candidates, along=chosen.hops)[:k]
    ids, least = [each.id for each, _ in first], place["min_confidence"]
    details = {each.sentence_id: each for each in sentences_by_id(graph, ids, min_confidence=least)}
    return tuple(
        replace(
            details[each.id],
            score=score,
            bm25=each.bm25,
            graph_matches=len(each.matched),
            matched=each.matched,
        )
        for each, score in first
        if each.id in details
    )


def usable_methods(graph: Graph) -> tuple[str, ...]:
    """Name the methods that the graph is ready for: `vector` needs those of ``bioloom embed``."""
    ranked = {name for name, method in METHODS.items() if method.ranking == "vector"}
    ready = vectors_held(graph, vector_of("any"))
    return tuple(name for name in METHODS if ready or name not in ranked)


def _needed_vector(graph: Graph, wording: Wording) -> QuestionVector:
    vector = vector_of(wording.question)
    if holdings(graph)[0] and not vectors_held(graph, vector):
        raise UsageError("the sentences of the graph have no vectors yet: make them with: bioloom embed")
    return vector


def holdings(graph: Graph) -> tuple[int, int]:
    """Count the sentences and the entities of the graph."""
    counted = rows(graph, "retrieve/contents", {})[0]
    return counted["sentences"], counted["entities"]


def sentences_known(graph: Graph, ids: Sequence[str]) -> frozenset[str]:
    """Say which of these sentences the graph holds."""
    return frozenset(row["id"] for row in rows(graph, "retrieve/sentences_known", {"ids": list(ids)}))


def copies_of(graph: Graph, ids: Sequence[str]) -> dict[str, frozenset[str]]:
    """Give for each of these sentences that the graph holds the ids of those that say the same, and its own.

    A sentence of fewer than six words ("Mix by inverting.") is the same as others by chance: no copies.
    """
    found = rows(graph, "retrieve/copies", {"ids": list(ids)})
    alike: dict[str, set[str]] = {}
    for row in found:
        alike.setdefault(row["text"], set()).add(row["id"])
    texts = {row["id"]: row["text"] for row in found}
    return {
        each: frozenset(alike[texts[each]]) if len(texts[each].split()) >= FEWEST_WORDS else frozenset({each})
        for each in ids
        if each in texts
    }


def document_steps(
    graph: Graph, document: str, *, limit: int, min_confidence: float = 0.0
) -> tuple[Evidence, ...]:
    """Give the first sentences of a document in their order, each with its subgraph."""
    parameters = {"document": document, "limit": limit, "min_confidence": min_confidence}
    found = rows(graph, "retrieve/document_steps", parameters)
    return tuple(_evidence(row) for row in found)


def document_kinds(graph: Graph, ids: Sequence[str]) -> dict[str, str]:
    """Give the kinds of documents (protocol, abstract, article) by their ids."""
    found = rows(graph, "retrieve/document_kinds", {"ids": sorted(set(ids))})
    return {row["id"]: row["kind"] or "" for row in found}


def document_titles(graph: Graph, ids: Sequence[str]) -> dict[str, str]:
    """Give the titles of documents by their ids."""
    found = rows(graph, "retrieve/document_titles", {"ids": list(ids)})
    return {row["id"]: row["title"] for row in found if row["title"]}


def node_of(properties: dict[str, Any]) -> SubgraphNode:
    """Show a node of the graph in a subgraph, measured values among its properties."""
    category = properties.get("category")
    if isinstance(category, list):
        category = category[0] if category else None
    return SubgraphNode(
        id=properties["id"],
        name=properties.get("name") or properties["id"],
        type=properties.get("native_type") or category or "biolink:NamedThing",
        category=category,
        properties=_rest(properties, _NODE_FIELDS),
    )


def edge_of(kind: str, start: str, end: str, properties: dict[str, Any]) -> EvidenceEdge:
    """Show a relationship of the graph in a subgraph."""
    return EvidenceEdge(
        id=properties.get("id") or f"{start} {kind} {end}",
        subject=start,
        predicate=kind,
        object=end,
        original_predicate=properties.get("original_predicate"),
        negated=bool(properties.get("negated")),
        derived=bool(properties.get("derived")),
        properties=_rest(properties, _EDGE_FIELDS),
    )


def _evidence(row: dict[str, Any]) -> Evidence:
    nodes = {mention["id"]: node_of(mention) for mention in row["mentions"]}
    edges = {}
    for found in row["edges"]:
        nodes.setdefault(found["end"]["id"], node_of(found["end"]))
        edge = edge_of(found["type"], found["start"], found["end"]["id"], found["edge"])
        edges[edge.id] = edge
    return Evidence(
        text=row["text"],
        score=row["score"],
        sentence_id=row["sentence_id"],
        document_id=row["document_id"],
        document_title=row["document_title"],
        bm25=row["bm25"],
        graph_matches=row["matches"],
        matched=tuple(sorted(row["matched"])),
        before=row["before"],
        after=row["after"],
        subgraph=Subgraph(
            tuple(sorted(nodes.values(), key=lambda node: (node.properties.get("start", 0), node.id))),
            tuple(sorted(edges.values(), key=lambda edge: (edge.subject, edge.predicate, edge.id))),
        ),
    )


def _rest(properties: dict[str, Any], left_out: frozenset[str]) -> dict[str, Value]:
    return {
        key: _finite(tuple(value) if isinstance(value, list) else value)
        for key, value in sorted(properties.items())
        if key not in left_out and isinstance(value, str | int | float | bool | list)
    }


def _finite(value: Value) -> Value:
    """Give a number that JSON does not know as text."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
