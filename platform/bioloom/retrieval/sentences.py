"""Sentences of the graph ranked for a question, each with its subgraph and neighbours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from neo4j import ManagedTransaction, unit_of_work
from neo4j.exceptions import ClientError, DriverError, Neo4jError

from bioloom.errors import BioloomError, DatabaseUnavailable, UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.deadline import seconds_left, time_is_up
from bioloom.graph.guard import TIMED_OUT
from bioloom.graph.statements import statement
from bioloom.records import Evidence, EvidenceEdge, Subgraph, SubgraphNode, Value
from bioloom.retrieval.filters import EVERYTHING, Filters
from bioloom.retrieval.methods import DEFAULT_METHOD, METHODS
from bioloom.retrieval.wording import word

MOST_HITS = 1_000

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
) -> tuple[Evidence, ...]:
    """Rank the sentences of the graph for a question, best first; no sentence matches: an empty tuple.

    `filters` say where sentences may come from; `literal` counts every mention whose text is
    a substring of the question (SPEC B19 read to the letter) instead of distinct names at token
    boundaries. Ties are broken by BM25, then by sentence id.
    """
    if method not in METHODS:
        raise UsageError(f"there is no retrieval method {method!r}; choose from: {', '.join(METHODS)}")
    if not 1 <= k <= MOST_HITS:
        raise UsageError(f"k must lie between 1 and {MOST_HITS:,}, not {k}")
    chosen = METHODS[method]
    if literal and not chosen.lexical:
        raise UsageError(f"literal matching needs a method that asks the full-text index, not {method!r}")
    wording = word(question, forms=chosen.forms, folded=chosen.folded)
    if wording.empty:
        return ()
    parameters: dict[str, Any] = {
        "phrases": list(wording.phrases),
        "k": k,
        **filters.parameters(),
    }
    if chosen.lexical:
        parameters |= {
            "lucene": wording.lucene,
            "literal": literal,
            "lowered": wording.lowered,
            "synonyms": chosen.synonyms,
            "context": chosen.context,
            "base": chosen.base,
            "graph": chosen.graph,
        }
    name = "retrieve/sentences" if chosen.lexical else "retrieve/sentences_by_mentions"
    return tuple(_evidence(row) for row in rows(graph, name, parameters))


def holdings(graph: Graph) -> tuple[int, int]:
    """Count the sentences and the entities of the graph."""
    counted = rows(graph, "retrieve/contents", {})[0]
    return counted["sentences"], counted["entities"]


def sentences_known(graph: Graph, ids: Sequence[str]) -> frozenset[str]:
    """Say which of these sentences the graph holds."""
    return frozenset(row["id"] for row in rows(graph, "retrieve/sentences_known", {"ids": list(ids)}))


def document_steps(
    graph: Graph, document: str, *, limit: int, min_confidence: float = 0.0
) -> tuple[Evidence, ...]:
    """Give the first sentences of a document in their order, each with its subgraph."""
    parameters = {"document": document, "limit": limit, "min_confidence": min_confidence}
    found = rows(graph, "retrieve/document_steps", parameters)
    return tuple(_evidence(row) for row in found)


def document_titles(graph: Graph, ids: Sequence[str]) -> dict[str, str]:
    """Give the titles of documents by their ids."""
    found = rows(graph, "retrieve/document_titles", {"ids": list(ids)})
    return {row["id"]: row["title"] for row in found if row["title"]}


def rows(graph: Graph, name: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    """Run one of our read statements; a graph without its indexes is an empty graph."""

    @unit_of_work(timeout=seconds_left())
    def read(work: ManagedTransaction) -> list[dict[str, Any]]:
        return work.run(statement(name), parameters).data()

    try:
        with graph.session(read=True) as session:
            return session.execute_read(read)
    except ClientError as error:
        if (error.code or "").startswith(TIMED_OUT):
            raise time_is_up() from error
        if "no such fulltext schema index" in str(error):
            return []
        raise BioloomError(f"the graph refused {name}: {error.message}") from error
    except (DriverError, Neo4jError, OSError) as error:
        raise DatabaseUnavailable(f"Neo4j went away during {name} ({error}); see: bioloom status") from error


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
