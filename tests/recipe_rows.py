"""Rows of a query of the cookbook, for tests of its recipes."""

from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.cookbook_runner import run_query


def picked(graph: Graph, name: str, *columns: str, **given: str) -> list[tuple[object, ...]]:
    """Run one recipe and give some columns of its rows."""
    found = run_query(graph, name, None, given)
    return [tuple(row[found.columns.index(column)] for column in columns) for row in found.rows]
