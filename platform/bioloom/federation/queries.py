"""The query graphs that a question about mechanism needs (SPEC T4, T5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def one_hop(id_: str, categories: Sequence[str]) -> dict[str, Any]:
    """Ask for everything of some categories that is stated of one entity, whatever the predicate.

    >>> one_hop("DOID:2841", ["biolink:Gene"])["message"]["query_graph"]["edges"]
    {'stated': {'subject': 'known', 'object': 'wanted'}}
    """
    return _query(
        {"known": {"ids": [id_]}, "wanted": {"categories": list(categories)}},
        {"stated": {"subject": "known", "object": "wanted"}},
    )


def two_hops(one: str, other: str, categories: Sequence[str]) -> dict[str, Any]:
    """Ask for what lies between two entities: an intersection that the other graph works out itself."""
    return _query(
        {"one": {"ids": [one]}, "wanted": {"categories": list(categories)}, "other": {"ids": [other]}},
        {
            "first": {"subject": "one", "object": "wanted"},
            "second": {"subject": "wanted", "object": "other"},
        },
    )


def _query(nodes: dict[str, Any], edges: dict[str, Any]) -> dict[str, Any]:
    return {"message": {"query_graph": {"nodes": nodes, "edges": edges}}, "submitter": "bioloom"}
