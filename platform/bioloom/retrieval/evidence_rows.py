"""Database rows as evidence: sentences with their subgraphs, nodes and edges."""

import math
from functools import lru_cache
from typing import Any

from bioloom.biolink import model
from bioloom.records import Evidence, EvidenceEdge, Subgraph, SubgraphNode, Value

_NODE_FIELDS = frozenset(
    {"id", "name", "native_type", "category", "document_id", "normalised", "name_keys", "record_hash"}
)
_EDGE_FIELDS = frozenset(
    {"id", "subject", "predicate", "object", "original_predicate", "negated", "derived", "record_hash"}
)

_AS_THEY_ARE = (
    *("text", "score", "sentence_id", "document_id", "document_title", "document_kind", "bm25"),
    *("before", "after", "section", "printed"),
)
"""Columns of a ranked sentence that evidence has under the same names."""


def node_of(properties: dict[str, Any]) -> SubgraphNode:
    """Show a node of the graph in a subgraph, measured values among its properties."""
    category = properties.get("category")
    if isinstance(category, list):
        category = _most_specific(category)
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


def evidence_of(row: dict[str, Any]) -> Evidence:
    """Build the evidence of a ranked sentence, its mentions and their relations as its subgraph."""
    nodes = {mention["id"]: node_of(mention) for mention in row["mentions"]}
    edges = {}
    for start, kind, end, properties, elsewhere in row["edges"]:
        if elsewhere is not None and end not in nodes:
            nodes[end] = node_of(elsewhere)
        edge = edge_of(kind, start, end, properties)
        edges[edge.id] = edge
    return Evidence(
        **{name: row[name] for name in _AS_THEY_ARE},
        graph_matches=row["matches"],
        matched=tuple(sorted(row["matched"])),
        subgraph=Subgraph(
            tuple(sorted(nodes.values(), key=lambda node: (node.properties.get("start", 0), node.id))),
            tuple(sorted(edges.values(), key=lambda edge: (edge.subject, edge.predicate, edge.id))),
        ),
    )


def _most_specific(categories: list[str]) -> str | None:
    """Choose the category that none of the others narrows."""
    known = [category for category in categories if model().is_category(category)]
    return model().labels(known)[0] if len(known) > 1 else next(iter(known or categories), None)


def _rest(properties: dict[str, Any], left_out: frozenset[str]) -> dict[str, Value]:
    """Give texts, numbers, booleans and lists; by their exact types, which the driver gives."""
    shown: dict[str, Value] = {}
    for key in _shown(tuple(properties), left_out):
        kind = type(value := properties[key])
        if kind is str or kind is int or kind is bool:
            shown[key] = value
        elif kind is float:  # JSON does not know every number
            shown[key] = value if math.isfinite(value) else str(value)
        elif kind is list:
            shown[key] = tuple(value)
    return shown


@lru_cache(maxsize=1024)  # thousands of nodes have the same few sets of properties
def _shown(keys: tuple[str, ...], left_out: frozenset[str]) -> tuple[str, ...]:
    """Give the properties that are shown, in the order of their names."""
    return tuple(sorted(key for key in keys if key not in left_out))
