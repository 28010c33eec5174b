"""Sentences of documents with the places where they stand in the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.graph.connection import Graph
from bioloom.retrieval.query_runner import rows


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence and the characters of its document's text that it covers."""

    id: str
    text: str
    start: int
    end: int


def sentences_of(graph: Graph, names: Sequence[str]) -> dict[str, dict[str, tuple[PlacedSentence, ...]]]:
    """Give the sentences of documents by their names and ids, in the order of the text.

    A name is an id without the corpus before the colon; unknown names are left out.
    """
    found: dict[str, dict[str, tuple[PlacedSentence, ...]]] = {}
    for row in rows(graph, "retrieve/sentences_of", {"names": list(names)}):
        placed = tuple(PlacedSentence(**each) for each in row["sentences"])
        found.setdefault(row["name"], {})[row["document_id"]] = placed
    return found
