"""Another value of a claim is a reject and one of a node a warning, in batches and files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from bioloom.graph.connection import Graph
from bioloom.graph.digest import digest
from bioloom.graph.writing.checkpoint import read_checkpoint
from bioloom.pipeline import load, replay
from bioloom.pipeline.reject_file import read_rejects, write_rejects
from bioloom.settings import Settings

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]
Row = Mapping[str, str]

NODES: list[dict[str, str]] = [
    {"id": f"HGNC:{i}", "name": f"g{i}", "category": "biolink:Gene"} for i in range(1, 9)
]
CLAIM = {
    "subject": "HGNC:1",
    "predicate": "biolink:affects",
    "object": "HGNC:2",
    "primary_knowledge_source": "infores:lab",
    "knowledge_level": "prediction",
    "agent_type": "manual_agent",
}
OTHERS: list[dict[str, str]] = [
    CLAIM | {"object": f"HGNC:{i}", "id": f"o{i}", "dose": "1 mg"} for i in range(3, 9)
]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


def write(put: Put, folder: str, form: str, nodes: Sequence[Row], edges: Sequence[Row]) -> Path:
    """Write a source as a table, which is read by columns, or as JSON Lines, read one by one."""
    for name, rows in (("nodes", nodes), ("edges", edges)):
        columns = list(dict.fromkeys(column for row in rows for column in row))
        if form == "tsv":
            lines = ["\t".join(columns), *("\t".join(row.get(c, "") for c in columns) for row in rows)]
        else:
            lines = [json.dumps(row) for row in rows]
        source = put(f"{folder}/x_{name}.{form}", "\n".join([*lines, ""]))
    return source.parent


def ask(graph: Graph, cypher: str) -> list[dict[str, object]]:
    with graph.session(read=True) as session:
        return session.run(cypher).data()


def doses(graph: Graph) -> list[dict[str, object]]:
    return ask(
        graph,
        "MATCH (:`biolink:Gene` {id: 'HGNC:1'})-[e]->({id: 'HGNC:2'}) "
        "RETURN e.dose AS dose, e.publications AS cited, size(e.record_hash) AS records",
    )


@pytest.mark.parametrize("form", ["tsv", "jsonl"])
@pytest.mark.parametrize("rows", [2, 3, 100])
def test_another_value_of_a_claim_is_rejected(
    graph: Graph, settings: Settings, put: Put, form: str, rows: int
) -> None:
    edges = [
        *OTHERS,
        CLAIM | {"id": "te6", "dose": "10 mg", "publications": "PMID:1"},
        CLAIM | {"id": "te7", "dose": "20 mg", "publications": "PMID:2"},
        CLAIM | {"id": "te8", "dose": "10 mg", "publications": "PMID:3"},
        CLAIM | {"id": "te9", "dose": "10 mg", "publications": "PMID:3"},
    ]
    source = write(put, "one", form, NODES, edges)
    report = load(source, graph, settings, rows=rows)
    assert report.counts.rejected == {"CONFLICTING_VALUE": 1}
    assert report.counts.skips == {"unchanged": 1}  # another id of its own is no other value
    assert doses(graph) == [{"dose": "10 mg", "cited": ["PMID:1", "PMID:3"], "records": 3}]
    (one,) = read_rejects(report.rejects_file or Path())
    assert (Path(one.reject.place.file).name, one.reject.place.line) == (
        f"x_edges.{form}",
        8 + (form == "tsv"),
    )
    assert 'dose is "10 mg" in an earlier record and "20 mg" in this one' in one.reject.message
    before = digest(graph)
    again = load(source, graph, settings, rows=rows, fresh=True)
    assert (again.counts.rejected, again.counts.written) == ({"CONFLICTING_VALUE": 1}, 0)
    assert digest(graph) == before


def test_a_conflict_that_a_qualifier_tells_apart_is_replayed(
    graph: Graph, settings: Settings, put: Put
) -> None:
    edges = [CLAIM | {"id": "te6", "dose": "10 mg"}, CLAIM | {"id": "te7", "dose": "20 mg"}]
    report = load(write(put, "one", "jsonl", NODES, edges), graph, settings)
    assert report.rejects_file is not None
    told = replay(graph, settings, report.rejects_file)
    assert (told.edges, told.rejected) == (0, {"CONFLICTING_VALUE": 1})
    (one,) = read_rejects(report.rejects_file)
    assert '"20 mg" in this one' in one.reject.message
    one.reject.record["properties"]["object_direction_qualifier"] = "increased"  # type: ignore[index]
    write_rejects(report.rejects_file, [one])
    told = replay(graph, settings, report.rejects_file)
    assert (told.edges, told.rejected) == (1, {})
    assert {one["dose"] for one in doses(graph)} == {"10 mg", "20 mg"}
    stored = read_checkpoint(graph, report.load_id)
    assert stored is not None
    assert stored.counts.balanced


@pytest.mark.parametrize("form", ["tsv", "jsonl"])
def test_two_files_contradict_each_other(graph: Graph, settings: Settings, put: Put, form: str) -> None:
    first = write(put, "one", form, NODES, [*OTHERS, CLAIM | {"id": "a", "dose": "10 mg"}])
    other = write(put, "two", form, NODES, [*OTHERS, CLAIM | {"id": "b", "dose": "20 mg"}])
    assert not load(first, graph, settings).counts.rejected
    assert load(other, graph, settings).counts.rejected == {"CONFLICTING_VALUE": 1}
    assert doses(graph) == [{"dose": "10 mg", "cited": None, "records": 1}]
    write(put, "one", form, NODES, [*OTHERS, CLAIM | {"id": "a", "dose": "30 mg"}])
    changed = load(first, graph, settings)  # what changed in its own file replaces what that said
    assert (changed.counts.rejected, changed.counts.edges) == ({}, 1)
    assert doses(graph) == [{"dose": "30 mg", "cited": None, "records": 1}]


@pytest.mark.parametrize("form", ["tsv", "jsonl"])
@pytest.mark.parametrize("rows", [2, 100])
def test_another_value_of_a_node_is_told(
    graph: Graph, settings: Settings, put: Put, form: str, rows: int
) -> None:
    nodes = [node | {"description": "first", "mass": "1"} for node in NODES]
    again = [
        *nodes[1:6],
        nodes[1] | {"description": "next"},
        nodes[0] | {"description": "third", "mass": "2"},
    ]
    further = [*again, nodes[0] | {"description": "fourth"}]
    load(write(put, "one", form, nodes, OTHERS), graph, settings)
    report = load(write(put, "two", form, further, OTHERS), graph, settings, rows=rows)
    assert {name: count for name, count in report.counts.warnings.items() if "value" in name} == {
        "another value than the node has from an earlier record, which stays": 3,
    }
    assert report.counts.skips["described before, with another value"] == 3
    (note,) = [note for note in report.notes if "first value" in note]
    shown = f"two/x_nodes.{form}:{6 + (form == 'tsv')}"
    assert shown in note
    assert "HGNC:2" in note
    assert 'description is "first" in an earlier record and "next" in this one' in note
    assert ask(graph, "MATCH (n {id: 'HGNC:1'}) RETURN n.description AS d") == [{"d": "first"}]
    assert report.as_json()["warnings"] == report.counts.warnings


def test_a_load_that_goes_on_keeps_its_example(graph: Graph, settings: Settings, put: Put) -> None:
    nodes = [node | {"description": "first"} for node in NODES]
    load(write(put, "one", "jsonl", nodes, OTHERS), graph, settings)
    other = write(put, "two", "jsonl", [nodes[0] | {"description": "x"}, *nodes], OTHERS)
    load(other, graph, settings, rows=1, limit=1)
    report = load(other, graph, settings)
    assert report.resumed_from == 1
    assert any("HGNC:1" in note for note in report.notes)


def test_a_corrected_reject_file_is_kept(graph: Graph, settings: Settings, put: Put) -> None:
    edges = [CLAIM | {"dose": "10 mg"}, CLAIM | {"dose": "20 mg"}]
    first = load(write(put, "one", "jsonl", NODES, edges), graph, settings)
    file = first.rejects_file or Path()
    file.write_text(file.read_text().replace('"dose": "20 mg"', '"dose": "15 mg"'))
    report = load(write(put, "one", "jsonl", NODES, [*edges, *OTHERS]), graph, settings)
    kept = file.with_name(f"{file.name}.bak")
    assert any(str(kept) in note for note in report.notes)
    assert '"15 mg"' in kept.read_text()
    assert replay(graph, settings, kept).rejected == {"CONFLICTING_VALUE": 1}
    assert not load(write(put, "one", "jsonl", NODES, edges), graph, settings).notes[1:]
