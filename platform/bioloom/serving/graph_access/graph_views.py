"""Views of the graph: documents, neighbourhoods, and Cypher where it is enabled."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from bioloom.checking import CheckReport, check_protocol
from bioloom.graph.connection import Graph
from bioloom.graph.cookbook import cookbook_runner
from bioloom.graph.deadline import seconds_left
from bioloom.graph.guard.query_result import QueryResult
from bioloom.graph.guard.read_only_guard import check_statement
from bioloom.pipeline.edge_explanation import explain_edge
from bioloom.retrieval import run_statement
from bioloom.serving.graph_access.driver_pool import DriverPool
from bioloom.serving.graph_access.statement_turns import StatementTurns

Given = ParamSpec("Given")
Found = TypeVar("Found")

CYPHER_BYTES = 8 * 1024 * 1024
"""Size of the rows of one statement from which on the others are left out."""

CYPHER_SECONDS = 10.0
"""Time that a statement of a caller's own may take, and may wait for the one before it."""

EXPLAIN_SECONDS = 5.0
"""Time for which the sources of an edge are read to find its line."""


class GraphViews:
    """Read operations over one driver pool; statements of callers take turns in the home."""

    def __init__(self, drivers: DriverPool, home: Path) -> None:
        self._drivers = drivers
        self._turns = StatementTurns(home)

    def read(
        self, view: Callable[Concatenate[Graph, Given], Found], *given: Given.args, **named: Given.kwargs
    ) -> Found:
        """Run a function that reads the graph, such as those of the retrieval."""
        with self._drivers.graph() as graph:
            return view(graph, *given, **named)

    def check(self, document: str) -> CheckReport | None:
        """Check a protocol by the rules of the package; None for an unknown id."""
        with self._drivers.graph() as graph:
            known = run_statement(graph, "checking/document", {"document": document})
            return check_protocol(graph, document) if known else None

    def explain(self, edge: str) -> dict[str, Any]:
        """Explain an edge, files by their names without folders; one at a time, as it may read whole files.

        UsageError if the graph has no such edge.
        """
        with self._turns.take(seconds_left(CYPHER_SECONDS) or 0.0), self._drivers.graph() as graph:
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
        with self._turns.take(wait), self._drivers.graph() as graph:
            return cookbook_runner.run_query(
                graph, name, cypher, parameters, limit=limit, timeout=CYPHER_SECONDS, most_bytes=most_bytes
            )
