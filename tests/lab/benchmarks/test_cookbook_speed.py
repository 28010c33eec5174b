"""Every query of the cookbook is timed; those whose examples the graph does not hold are left out."""

import pytest

from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.recipes import recipes
from bioloom_lab.benchmarks.cookbook_speed import measure_cookbook

pytestmark = pytest.mark.integration


def test_queries_about_everything_are_measured_on_any_graph(graph: Graph) -> None:
    found = {speed.query: speed for speed in measure_cookbook(graph, rounds=1)}
    assert set(found) >= {entry.name for entry in recipes() if not entry.examples}
    assert "drugs_for_disease" not in found
    assert found["graph_counts"].db_hits > 0
    assert found["graph_counts"].seconds > 0
