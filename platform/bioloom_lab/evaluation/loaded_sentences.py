"""Look-ups of gold sentences in the loaded graph: which it holds, and which say the same word for word."""

from __future__ import annotations

from collections.abc import Sequence

from bioloom.graph.connection import Graph
from bioloom.retrieval import run_statement

FEWEST_WORDS = 6
"""Words from which a sentence that stands elsewhere too counts as a copy."""


def sentences_known(graph: Graph, ids: Sequence[str]) -> frozenset[str]:
    """Say which of these sentences the graph holds."""
    return frozenset(
        row["id"] for row in run_statement(graph, "evaluation/sentences_known", {"ids": list(ids)})
    )


def copies_of(graph: Graph, ids: Sequence[str]) -> dict[str, frozenset[str]]:
    """Give for each of these sentences that the graph holds the ids of those that say the same, and its own.

    A sentence of fewer than six words ("Mix by inverting.") is the same as others by chance: no copies.
    """
    found = run_statement(graph, "evaluation/copies", {"ids": list(ids)})
    alike: dict[str, set[str]] = {}
    for row in found:
        alike.setdefault(row["text"], set()).add(row["id"])
    texts = {row["id"]: row["text"] for row in found}
    return {
        each: frozenset(alike[texts[each]]) if len(texts[each].split()) >= FEWEST_WORDS else frozenset({each})
        for each in ids
        if each in texts
    }
