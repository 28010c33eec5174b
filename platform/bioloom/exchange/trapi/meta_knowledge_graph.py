"""Meta knowledge graph: the categories that the graph holds and the predicates that join them."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

import neo4j

from bioloom.biolink import Biolink
from bioloom.exchange.graph_stream import edge_types
from bioloom.exchange.trapi.result_fetching import reading
from bioloom.graph.connection import Graph
from bioloom.graph.statements import statement

_SECONDS = 600.0


class MetaGraphCache:
    """Meta knowledge graph of one database, counted once for each state of it.

    A state is told by the store's own counts and by the loads, without reading the graph.
    """

    def __init__(self, biolink: Biolink) -> None:
        self._biolink = biolink
        self._lock = threading.Lock()
        self._state: object = None
        self._held: Mapping[str, Any] = {}

    def get(self, graph: Graph) -> Mapping[str, Any]:
        """Give the meta knowledge graph as TRAPI has it."""
        with self._lock:
            with reading(graph, _SECONDS) as tx:
                state = tx.run(statement("trapi/state")).single(strict=True).values()
            if state != self._state:
                self._held = read_meta_graph(graph, self._biolink)
                self._state = state
            return self._held


def read_meta_graph(graph: Graph, biolink: Biolink) -> Mapping[str, Any]:
    """Count the meta knowledge graph: every entity and every claim is read once.

    Categories and predicates are those that the graph states, without what lies above them.
    """
    types = [name for name in edge_types(graph) if biolink.is_predicate(name)]
    with reading(graph, _SECONDS) as tx:
        return {"nodes": _nodes(tx, biolink), "edges": _edges(tx, types, biolink)}


def _nodes(tx: neo4j.Transaction, biolink: Biolink) -> dict[str, Any]:
    prefixes: dict[str, Counter[str]] = defaultdict(Counter)
    for category, prefix, count in tx.run(statement("trapi/meta_nodes")).values():
        if biolink.is_category(category):
            prefixes[category][prefix] += count
    return {
        category: {"id_prefixes": sorted(found, key=lambda prefix: (-found[prefix], prefix))}
        for category, found in sorted(prefixes.items())
    }


def _edges(tx: neo4j.Transaction, types: list[str], biolink: Biolink) -> list[dict[str, Any]]:
    slots = list(biolink.qualifiers())
    edges: list[dict[str, Any]] = []
    for predicate in types:
        joined: dict[tuple[str, str], dict[str, set[str]]] = {}
        for subject, object_, qualifiers, _ in tx.run(
            statement("trapi/meta_edges", type=predicate), slots=slots
        ).values():
            values = joined.setdefault((subject, object_), {})
            for slot, value in qualifiers:
                values.setdefault(slot, set()).update(value if isinstance(value, list) else [value])
        for (subject, object_), values in sorted(joined.items()):
            edges.append(_edge(subject, predicate, object_, values))
    return edges


def _edge(subject: str, predicate: str, object_: str, values: Mapping[str, set[str]]) -> dict[str, Any]:
    edge: dict[str, Any] = {
        "subject": subject,
        "predicate": predicate,
        "object": object_,
        "knowledge_types": ["lookup"],
    }
    if values:
        edge["qualifiers"] = [
            {"qualifier_type_id": f"biolink:{slot}", "applicable_values": sorted(map(str, found))}
            for slot, found in sorted(values.items())
        ]
    return edge
