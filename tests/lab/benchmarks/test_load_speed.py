"""The load bench: its graph, its reference writers, and what it makes of its measurements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.statements import statement
from bioloom.pipeline import load
from bioloom.settings import Settings
from bioloom_lab.benchmarks.generated_kgx import GeneratedGraph, write_graph
from bioloom_lab.benchmarks.load_speed import AGAIN, FIRST, STEPS, LoadSpeed, StepCost, measure_loads
from bioloom_lab.benchmarks.reference_writers import WRITERS


@pytest.fixture
def generated(tmp_path: Path) -> GeneratedGraph:
    folder = tmp_path / "graph"
    folder.mkdir()
    return write_graph(folder, 200, 900)


def test_a_graph_of_one_seed_is_always_the_same(tmp_path: Path) -> None:
    written = []
    for name, seed in (("one", 1), ("again", 1), ("other", 2)):
        (tmp_path / name).mkdir()
        graph = write_graph(tmp_path / name, 200, 300, seed)
        assert (graph.nodes, graph.edges) == (200, 300)
        written.append([table.read_bytes() for table in sorted(graph.folder.iterdir())])
    assert written[0] == written[1] != written[2]


def test_nothing_of_a_generated_graph_is_rejected_or_changed(generated: GeneratedGraph) -> None:
    counts = load(generated.folder, None, Settings(), dry_run=True).counts
    assert (counts.nodes, counts.edges) == (generated.nodes, generated.edges)
    assert counts.read == generated.records
    assert not counts.warnings


@pytest.mark.integration
@pytest.mark.parametrize("writer", WRITERS)
def test_a_reference_writer_writes_all_and_the_same_again(
    writer: str, graph: Graph, generated: GeneratedGraph
) -> None:
    contents = []
    for _ in range(2):
        with graph.session() as session:
            WRITERS[writer](session, generated.folder)
            found = session.run(statement("benchmarks/count_graph")).single(strict=True)
            edges = session.run("MATCH (s)-[e]->(o) RETURN s.id, type(e), o.id, properties(e)").values()
        assert (found["nodes"], found["edges"]) == (generated.nodes, generated.edges)
        contents.append(sorted(map(repr, edges)))
    assert contents[0] == contents[1]
    assert "knowledge_assertion" in contents[0][0]


def test_ratios_are_of_the_same_round_and_medians_have_their_spread(tmp_path: Path) -> None:
    walls = {"bioloom": (10.0, 20.0, 90.0), "MERGE script": (5.0, 10.0, 45.0)}
    costs = {
        (writer, step): [
            StepCost(wall, 1.0, 3.0) for wall in walls.get(writer, (20.0, 40.0, 180.0))
        ]
        for writer, steps in STEPS.items()
        for step in steps
    }  # fmt: skip
    found: dict[str, Any] = LoadSpeed(GeneratedGraph(tmp_path, 100, 900), "a machine", costs).as_json()
    assert found["n"] == 1000
    assert found["metrics"][f"bioloom, {FIRST}"]["records/s"] == {"value": 50.0, "low": 11.111, "high": 100.0}
    ratios = found["ratios"]
    assert ratios[f"bioloom against the MERGE script, {AGAIN}"]["of rates"]["value"] == 0.5
    assert ratios[f"bioloom against the idempotent recipe, {FIRST}"]["of rates"]["high"] == 2.0
    assert ratios["bioloom, again against first load"]["of CPU s"]["value"] == 1.0


def test_one_writer_alone_is_compared_with_itself_only(tmp_path: Path) -> None:
    costs = {("bioloom", step): [StepCost(2.0, 1.0, 3.0)] for step in STEPS["bioloom"]}
    found: dict[str, Any] = LoadSpeed(GeneratedGraph(tmp_path, 100, 900), "a machine", costs).as_json()
    assert list(found["ratios"]) == ["bioloom, again against first load"]
    assert found["metrics"][f"bioloom, {FIRST}"]["CPU µs a record"]["value"] == 4000.0


def test_an_unknown_writer_is_named() -> None:
    with pytest.raises(UsageError, match="no writer nobody; there are: bioloom"):
        measure_loads(100, 100, 1, print, ["nobody"])
