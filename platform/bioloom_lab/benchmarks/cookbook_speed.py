"""Speed of the cookbook: time and db hits of every query on the graph in use."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bioloom.errors import TimeLimitReached, UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.cookbook_runner import look_up_arguments, run_query
from bioloom.graph.cookbook.recipes import Recipe, recipes
from bioloom.graph.guard.read_only_guard import read_rows
from bioloom.graph.statements import statement

SCOPES: Mapping[str, Mapping[str, str]] = {
    name: {"about": "aspirin"}
    for name in ("conflicting_evidence", "denied_claims", "uncertain_claims", "weak_provenance")
}
"""Queries over the whole graph that are measured about one entity as well."""

_LIMIT = 120.0  # seconds for one run


@dataclass(frozen=True, slots=True)
class QuerySpeed:
    """Time of a query, its rows and the db hits of its plan."""

    query: str
    parameters: Mapping[str, str]
    rows: int
    seconds: float
    db_hits: int


def graph_size(graph: Graph) -> dict[str, int]:
    """Count nodes and relationships."""
    with graph.session(read=True) as session:
        return {
            kind: session.run(statement(f"server/count_{kind}")).single(strict=True).value()
            for kind in ("nodes", "relationships")
        }


def measure_cookbook(graph: Graph, *, rounds: int = 3) -> Iterator[QuerySpeed]:
    """Run every query with its examples; the shortest time of the rounds counts, looking up names included.

    A query is left out where the graph does not hold what an example names.
    """
    for entry in recipes():
        for scope in ({}, SCOPES.get(entry.name)):
            if scope is not None:
                try:
                    yield _measure(graph, entry, {**entry.examples, **scope}, rounds)
                except (UsageError, TimeLimitReached):
                    continue


def _measure(graph: Graph, entry: Recipe, given: Mapping[str, str], rounds: int) -> QuerySpeed:
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        found = run_query(graph, entry.name, None, given, limit=100_000, timeout=_LIMIT)
        seconds.append(time.perf_counter() - began)
    arguments, _ = look_up_arguments(graph, entry, entry.bind(given))
    plan = read_rows(graph, f"PROFILE\n{entry.cypher}", arguments, limit=1, timeout=_LIMIT)
    hits = sum(int(str(row[plan.columns.index("db hits")])) for row in plan.rows)
    return QuerySpeed(entry.name, given, len(found.rows), min(seconds), hits)
