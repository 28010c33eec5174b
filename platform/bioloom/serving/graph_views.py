"""Reading the graph without a question: documents, neighbourhoods, and Cypher where it is allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bioloom.graph.read_only_guard import Table, read_rows
from bioloom.retrieval import (
    DocumentEntry,
    DocumentView,
    Neighbourhood,
    list_documents,
    neighbourhood,
    read_document,
)
from bioloom.serving.driver_pool import Line

CYPHER_BYTES = 8 * 1024 * 1024
"""Size of the rows of one statement from which on the others are left out."""


class Browsing:
    """Reads over one line."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def documents(self, *, limit: int, after: str) -> tuple[DocumentEntry, ...]:
        """Give a page of documents."""
        with self._line.graph() as graph:
            return list_documents(graph, limit=limit, after=after)

    def document(self, document: str) -> DocumentView | None:
        """Give a document; None if there is none of this id."""
        with self._line.graph() as graph:
            return read_document(graph, document)

    def around(self, node: str, *, limit: int, after: Sequence[str] | None) -> Neighbourhood | None:
        """Give a page of what stands around a node; None if there is none of this id."""
        with self._line.graph() as graph:
            return neighbourhood(graph, node, limit=limit, after=after)

    def cypher(self, query: str, parameters: Mapping[str, object], *, limit: int) -> Table:
        """Run a statement that only reads."""
        with self._line.graph() as graph:
            return read_rows(graph, query, parameters, limit=limit, most_bytes=CYPHER_BYTES)
