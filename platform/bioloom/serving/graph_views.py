"""Views of the graph: documents, neighbourhoods, and Cypher where it is enabled."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bioloom.checking import CheckReport, check_protocol
from bioloom.graph import cookbook_runner
from bioloom.graph.deadline import seconds_left
from bioloom.graph.query_result import QueryResult
from bioloom.graph.read_only_guard import check_statement
from bioloom.pipeline.edge_explanation import explain_edge
from bioloom.retrieval import (
    DocumentEntry,
    DocumentView,
    FoundEntity,
    MentioningSentence,
    Neighbourhood,
    Surroundings,
    count_documents,
    list_documents,
    mentioning_sentences,
    neighbourhood,
    read_document,
    run_query,
    search_entities,
    surroundings,
)
from bioloom.serving.driver_pool import DriverPool
from bioloom.serving.statement_turns import StatementTurns

CYPHER_BYTES = 8 * 1024 * 1024
"""Size of the rows of one statement from which on the others are left out."""

CYPHER_SECONDS = 10.0
"""Time that a statement of a caller's own may take, and may wait for the one before it."""

EXPLAIN_SECONDS = 5.0
"""Time for which the sources of an edge are read to find its line."""


class GraphViews:
    """Read operations over one driver pool; statements of callers take turns in the home."""

    def __init__(self, line: DriverPool, home: Path) -> None:
        self._line = line
        self._turns = StatementTurns(home)

    def documents(
        self, *, limit: int, after: str, search: str = "", kind: str | None = None
    ) -> tuple[DocumentEntry, ...]:
        """Give a page of the documents whose title or id holds the words of a search."""
        with self._line.graph() as graph:
            return list_documents(graph, limit=limit, after=after, search=search, kind=kind)

    def count(self, *, search: str = "", kind: str | None = None) -> int:
        """Count the documents of all pages."""
        with self._line.graph() as graph:
            return count_documents(graph, search=search, kind=kind)

    def check(self, document: str) -> CheckReport | None:
        """Check a protocol by the rules of the package; None for an unknown id."""
        with self._line.graph() as graph:
            known = run_query(graph, "checking/document", {"document": document})
            return check_protocol(graph, document) if known else None

    def document(self, document: str) -> DocumentView | None:
        """Give a document; None for an unknown id."""
        with self._line.graph() as graph:
            return read_document(graph, document)

    def around(self, node: str, *, limit: int, after: Sequence[str] | None) -> Neighbourhood | None:
        """Give a page of a node's neighbourhood; None for an unknown id."""
        with self._line.graph() as graph:
            return neighbourhood(graph, node, limit=limit, after=after)

    def search(self, text: str, *, limit: int) -> tuple[FoundEntity, ...]:
        """Find entities by id, cross reference, name or synonym."""
        with self._line.graph() as graph:
            return search_entities(graph, text, limit=limit)

    def surroundings(
        self, node: str, *, first: int, key: Sequence[str] | None, skip: int
    ) -> Surroundings | None:
        """Give the groups of a node's neighbours, or further ones of one group; None for an unknown id."""
        with self._line.graph() as graph:
            return surroundings(graph, node, first=first, key=key, skip=skip)

    def mentions(self, entity: str, *, limit: int, after: str) -> tuple[MentioningSentence, ...]:
        """Give a page of the sentences that mention an entity."""
        with self._line.graph() as graph:
            return mentioning_sentences(graph, entity, limit=limit, after=after)

    def explain(self, edge: str) -> dict[str, Any]:
        """Explain an edge, files by their names without folders; one at a time, as it may read whole files.

        UsageError if the graph has no such edge.
        """
        with self._turns.take(seconds_left(CYPHER_SECONDS) or 0.0), self._line.graph() as graph:
            told = asdict(explain_edge(graph, edge, seconds=EXPLAIN_SECONDS))
        for sentence in told["sentences"]:
            sentence["file"] = Path(sentence["file"]).name
        for load in told["loads"]:
            load["source"] = Path(load["source"]).name
            load["missing"] = load["missing"].partition(":")[0]  # what follows may name the file
            if load["place"]:
                load["place"]["file"] = Path(load["place"]["file"]).name
        return told

    def query(
        self,
        name: str | None,
        cypher: str | None,
        parameters: Mapping[str, object],
        *,
        limit: int,
        most_bytes: int = CYPHER_BYTES,
    ) -> QueryResult:
        """Run a query of the cookbook or a read-only statement; one at a time, so that callers' own cannot
        crowd out the questions.
        """
        if cypher is not None:
            check_statement(cypher, parameters)  # what is refused by its text alone waits for nobody
        wait = seconds_left(CYPHER_SECONDS) or 0.0
        with self._turns.take(wait), self._line.graph() as graph:
            return cookbook_runner.run_query(
                graph, name, cypher, parameters, limit=limit, timeout=CYPHER_SECONDS, most_bytes=most_bytes
            )
