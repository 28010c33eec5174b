"""The query graphs that a question about mechanism needs (SPEC T4, T5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

KNOWN, WANTED, OTHER = "known", "wanted", "other"
"""The nodes of a query graph: what is given, what is asked for, and the second that is given."""


def one_hop(ids: Sequence[str], categories: Sequence[str]) -> dict[str, Any]:
    """Ask for everything of some categories that is stated of one entity, whatever the predicate.

    The ids are all names of that one entity.

    >>> one_hop(["DOID:2841"], ["biolink:Gene"])["message"]["query_graph"]["edges"]
    {'stated': {'subject': 'known', 'object': 'wanted'}}
    """
    return _query(
        {KNOWN: {"ids": list(ids)}, WANTED: {"categories": list(categories)}},
        {"stated": {"subject": KNOWN, "object": WANTED}},
    )


def two_hops(one: Sequence[str], other: Sequence[str], categories: Sequence[str]) -> dict[str, Any]:
    """Ask for what lies between two entities: an intersection that the other graph works out itself."""
    return _query(
        {KNOWN: {"ids": list(one)}, WANTED: {"categories": list(categories)}, OTHER: {"ids": list(other)}},
        {
            "first": {"subject": KNOWN, "object": WANTED},
            "second": {"subject": WANTED, "object": OTHER},
        },
    )


def _query(nodes: dict[str, Any], edges: dict[str, Any]) -> dict[str, Any]:
    return {"message": {"query_graph": {"nodes": nodes, "edges": edges}}, "submitter": "bioloom"}
