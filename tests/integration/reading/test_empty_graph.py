"""The cookbook and the exports on a graph without anything in it."""

from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom.exchange import export_kgx, export_rdf
from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.cookbook_runner import run_query
from bioloom.graph.cookbook.recipes import recipes

pytestmark = pytest.mark.integration


def test_every_query_runs_on_an_empty_graph(graph: Graph) -> None:
    for entry in recipes():
        missing = [each for each in entry.parameters if each.default is None]
        given = {each.name: "1" if each.type == "int" else "x" for each in missing}
        told: tuple[str, ...] = ()
        try:
            table = run_query(graph, entry.name, None, given)
            told = table.notifications
            assert entry.name == "graph_counts" or table.rows == (), entry.name
        except UsageError as error:  # what a parameter names is not there
            told = tuple(str(error).split("; "))[1:]
        assert len(told) == len(entry.needs), entry.name
        assert all("nothing of it is loaded" in each for each in told), entry.name


def test_an_empty_graph_gives_empty_files(graph: Graph, folder: Path) -> None:
    assert export_kgx(graph, folder / "g.tsv").nodes == 0
    assert export_rdf(graph, folder / "g.nt").edges == 0
    assert (folder / "g.nt").read_bytes() == b""


def test_parquet_of_nothing_is_parquet(graph: Graph, folder: Path) -> None:
    polars = pytest.importorskip("polars")
    done = export_kgx(graph, folder / "g.parquet")
    assert [polars.read_parquet(path).height for path in done.files] == [0, 0]
