"""The cookbook on a graph without anything in it."""

import pytest

from bioloom.graph.connection import Graph
from bioloom.graph.cookbook import recipes
from bioloom.graph.guard import read_rows

pytestmark = pytest.mark.integration


def test_every_query_runs_on_an_empty_graph(graph: Graph) -> None:
    for entry in recipes():
        given = {parameter.name: "x" for parameter in entry.parameters if parameter.default is None}
        table = read_rows(graph, entry.cypher, entry.bind(given))
        assert entry.name == "graph_counts" or table.rows == (), entry.name
