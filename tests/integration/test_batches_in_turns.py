"""Batches written while the one before commits, and a new graph whose names are indexed after its nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

import neo4j
import pytest

from bioloom.errors import BioloomError, LoadInterrupted
from bioloom.graph.connection import Graph
from bioloom.graph.digest import digest
from bioloom.graph.fulltext_names import GraphNames
from bioloom.graph.schema import OF_NAMES, apply_schema, migrations, read_migrations
from bioloom.graph.statements import statement
from bioloom.graph.writing import writer as writing
from bioloom.graph.writing.checkpoint import advance
from bioloom.grounding import keys
from bioloom.pipeline import load
from bioloom.pipeline.withdrawals.withdrawal import plan_withdrawal, withdraw
from bioloom.records import Place, Scalar, SourceEdge, SourceNode, SourceRecord
from bioloom.settings import Settings
from listed_loader import Listed

pytestmark = pytest.mark.integration

INDEXES = frozenset(name.partition("_")[2] for name in OF_NAMES)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


def index_states(graph: Graph) -> dict[str, str]:
    with graph.session(read=True) as session:
        states = session.run("SHOW INDEXES YIELD name, state RETURN name, state").values()
    return {name: state for name, state in states if name in INDEXES}


@pytest.fixture
def new_graph(graph: Graph) -> Iterator[Graph]:
    """A graph that bioloom has never written to, but for the indexes that do not matter here."""
    apply_schema(graph)
    with graph.session() as session:
        for index in INDEXES:
            session.run(statement("loads/drop_index", index=index)).consume()
        session.run("MATCH (m:Migration) DELETE m").consume()
    yield graph
    apply_schema(graph)


def gene(number: int) -> SourceNode:
    return SourceNode(f"HGNC:{number}", ("biolink:Gene",), Place("n.tsv", number), f"gene {number}")


def edge(subject: int, object_: int) -> SourceEdge:
    provenance = {"primary_knowledge_source": "infores:x"}
    provenance |= dict.fromkeys(("knowledge_level", "agent_type"), "not_provided")
    place = Place("e.tsv", subject)
    return SourceEdge(f"HGNC:{subject}", "biolink:interacts_with", f"HGNC:{object_}", place, provenance)


class Watched(Listed):
    """A loader that does something before some of its records are read."""

    def __init__(self, records: list[SourceRecord], at: int, then: Callable[[], None]) -> None:
        super().__init__(records)
        self._at, self._then = at, then

    def records(self, source: Path, options: object) -> Iterator[SourceRecord]:
        for number, record in enumerate(self._records):
            if number == self._at:
                self._then()
            yield record


GRAPH: list[SourceRecord] = [*map(gene, range(1, 13)), *(edge(one, one + 1) for one in range(1, 12))]


def test_names_of_a_new_graph_are_indexed_after_its_nodes(
    new_graph: Graph, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "s.tsv").write_text("1")
    before: list[dict[str, str]] = []
    watched = Watched(GRAPH, 11, lambda: before.append(index_states(new_graph)))
    load(tmp_path / "s.tsv", new_graph, settings, format=watched, rows=3)
    assert before == [{}]
    assert index_states(new_graph) == dict.fromkeys(INDEXES, "ONLINE")
    assert read_migrations(new_graph) == set(migrations())
    found = GraphNames(new_graph).exact([*keys("gene 7")])
    assert {name.id for names in found.values() for name in names} == {"HGNC:7"}


def test_names_are_indexed_where_a_first_load_is_broken_off(
    new_graph: Graph, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "s.tsv").write_text("1")

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(LoadInterrupted):
        load(tmp_path / "s.tsv", new_graph, settings, format=Watched(GRAPH, 10, stop), rows=3)
    assert index_states(new_graph) == dict.fromkeys(INDEXES, "ONLINE")
    load(tmp_path / "s.tsv", new_graph, settings, format=Listed(GRAPH), rows=3)
    with new_graph.session(read=True) as session:
        assert session.run("MATCH ()-[e:`biolink:interacts_with`]->() RETURN count(e)").value() == [11]


def write_tables(folder: Path, *, nodes: int, edges: int) -> Path:
    """Write a graph in which many edges share ends, and some stand twice within few lines."""
    chance = Random(1)
    folder.mkdir()
    (folder / "g_nodes.tsv").write_text(
        "id\tcategory\tname\n"
        + "".join(f"HGNC:{number}\tbiolink:Gene\tgene {number}\n" for number in range(nodes))
    )
    lines = []
    for _ in range(edges):
        one, other = chance.sample(range(nodes), 2)
        lines.append(
            f"HGNC:{one}\tbiolink:interacts_with\tHGNC:{other}\tinfores:x\tnot_provided\tnot_provided\n"
        )
        if chance.random() < 0.2:
            lines.append(chance.choice(lines[-30:]))
    header = "subject\tpredicate\tobject\tprimary_knowledge_source\tknowledge_level\tagent_type\n"
    (folder / "g_edges.tsv").write_text(header + "".join(lines))
    return folder


def test_small_batches_in_turns_write_what_one_batch_writes(
    graph: Graph, settings: Settings, tmp_path: Path
) -> None:
    source = write_tables(tmp_path / "g", nodes=40, edges=400)
    whole = load(source, graph, settings, rows=10_000)
    expected = digest(graph)
    withdraw(graph, settings, plan_withdrawal(graph, None, load=whole.load_id))
    parts = load(source, graph, settings, rows=15)
    assert (parts.counts, digest(graph)) == (whole.counts, expected)
    again = load(source, graph, settings, rows=20, fresh=True)
    assert (again.counts.written, digest(graph)) == (0, expected)


def test_nothing_is_committed_after_a_batch_that_failed(
    graph: Graph, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_tables(tmp_path / "g", nodes=40, edges=200)

    def fail_at_100(tx: neo4j.ManagedTransaction, load_id: str, properties: Mapping[str, Scalar]) -> None:
        if int(str(properties["position"])) >= 100:
            raise BioloomError("the network went away")
        advance(tx, load_id, properties)

    monkeypatch.setattr(writing, "advance", fail_at_100)
    with pytest.raises(BioloomError, match="the network went away"):
        load(source, graph, settings, rows=15)
    with graph.session(read=True) as session:
        (at,) = session.run("MATCH (l:Load) RETURN l.position").value()
    monkeypatch.undo()
    assert 85 <= at < 100
    report = load(source, graph, settings, rows=15)
    assert report.resumed_from == at
