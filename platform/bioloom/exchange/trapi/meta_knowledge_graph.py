"""Meta knowledge graph: the categories that the graph holds and the predicates that join them."""

import threading
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import neo4j

from bioloom.biolink import Biolink
from bioloom.exchange.graph_stream import edge_types
from bioloom.exchange.trapi.attributes import meta_attributes
from bioloom.exchange.trapi.knowledge_fetching import reading
from bioloom.exchange.trapi.study_results import STUDIES
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
    """Count the meta knowledge graph: every entity, every mention and every claim is read once.

    Categories and predicates are those that the graph states, without what lies above them.
    """
    types = [name for name in edge_types(graph) if biolink.is_predicate(name)]
    with reading(graph, _SECONDS) as tx:
        return {"nodes": _nodes(tx, biolink), "edges": _edges(tx, types, biolink)}


@dataclass(slots=True)
class _Kind:
    """What nodes of one category have: prefixes with their counts, and properties."""

    prefixes: Counter[str] = field(default_factory=Counter)
    slots: set[str] = field(default_factory=set)


def _nodes(tx: neo4j.Transaction, biolink: Biolink) -> dict[str, Any]:
    kinds: dict[str, _Kind] = defaultdict(_Kind)
    for name in ("meta_nodes", "meta_mentions"):
        for category, prefix, slots, count in tx.run(statement(f"trapi/{name}")).values():
            if biolink.is_category(category):
                kinds[category].prefixes[prefix] += count
                kinds[category].slots.update(slots)
    return {
        category: {
            "id_prefixes": _preferred(kind.prefixes, category, biolink),
            "attributes": meta_attributes(kind.slots, frozenset(), biolink),
        }
        for category, kind in sorted(kinds.items())
    }


def _preferred(prefixes: Counter[str], category: str, biolink: Biolink) -> list[str]:
    """Order prefixes as Biolink prefers them for a category, those that it does not list by their counts."""
    return sorted(
        prefixes,
        key=lambda prefix: (biolink.prefix_rank(f"{prefix}:", [category]), -prefixes[prefix], prefix),
    )


@dataclass(slots=True)
class _Joined:
    """What claims between two categories have: values by qualifier, and properties."""

    qualifiers: dict[str, set[str]] = field(default_factory=dict)
    slots: set[str] = field(default_factory=set)


def _edges(tx: neo4j.Transaction, types: list[str], biolink: Biolink) -> list[dict[str, Any]]:
    slots = list(biolink.qualifiers())
    edges: list[dict[str, Any]] = []
    for predicate in types:
        found: dict[tuple[str, str], _Joined] = defaultdict(_Joined)
        for name in ("meta_edges", "meta_mention_edges"):
            rows = tx.run(statement(f"trapi/{name}", type=predicate), slots=slots).values()
            for subject, object_, qualifiers, properties, _ in rows:
                joined = found[subject, object_]
                joined.slots.update(properties)
                for slot, value in qualifiers:
                    values = joined.qualifiers.setdefault(slot, set())
                    values.update(value if isinstance(value, list) else [value])
        for (subject, object_), joined in sorted(found.items()):
            edges.append(_edge(subject, predicate, object_, joined, biolink))
    return edges


def _edge(subject: str, predicate: str, object_: str, joined: _Joined, biolink: Biolink) -> dict[str, Any]:
    edge: dict[str, Any] = {
        "subject": subject,
        "predicate": predicate,
        "object": object_,
        "knowledge_types": ["lookup"],
        "attributes": meta_attributes(joined.slots, frozenset(biolink.release.qualifiers), biolink),
    }
    if joined.slots & {"support", "sentence_id"}:
        edge["attributes"].append({"attribute_type_id": STUDIES, "constraint_use": False})
    if joined.qualifiers:
        edge["qualifiers"] = [
            {"qualifier_type_id": f"biolink:{slot}", "applicable_values": sorted(map(str, found))}
            for slot, found in sorted(joined.qualifiers.items())
        ]
    return edge
