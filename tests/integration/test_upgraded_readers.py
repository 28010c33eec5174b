"""A newer program over the graph of an older one: what it does not read out of a source any more goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bioloom.errors import LoadInterrupted
from bioloom.graph.connection import Graph
from bioloom.graph.digest import digest
from bioloom.pipeline import LoadReport, load
from bioloom.records import LoadOptions, Place, SourceEdge, SourceNode, SourceRecord, Value
from bioloom.settings import Settings
from listed_loader import Listed

pytestmark = pytest.mark.integration

PROVENANCE: dict[str, Value] = {
    "primary_knowledge_source": "infores:string",
    "knowledge_level": "not_provided",
    "agent_type": "not_provided",
}
PAPER = "7|t|{0} and OB\n7|a|{0} (OB) eases pain.\n7\t0\t{1}\t{0}\tChemicalEntity\tD000431\n\n"


def gene(number: int, name: str = "", **properties: Value) -> SourceNode:
    id_ = f"HGNC:{number}"
    return SourceNode(id_, ("biolink:Gene",), Place("n.tsv", number), name or id_, properties)


def edge(one: int, two: int, predicate: str = "biolink:affects") -> SourceEdge:
    return SourceEdge(f"HGNC:{one}", predicate, f"HGNC:{two}", Place("e.tsv", 1), PROVENANCE)


class Program(Listed):
    """Loader of one version of a program."""

    def __init__(self, records: list[SourceRecord], reading: int | None) -> None:
        super().__init__(records)
        if reading is not None:
            self.reading = reading


class Stopping(Program):
    """The same, broken off after some records."""

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        for number, record in enumerate(super().records(source, options)):
            if number == 4:
                raise KeyboardInterrupt
            yield record


OLD: list[SourceRecord] = [gene(1, "one"), gene(2), gene(3, "old"), edge(1, 2), edge(1, 3), edge(2, 3)]
NEW: list[SourceRecord] = [
    gene(1, "one"),
    gene(2),
    gene(3, "new"),
    edge(1, 2),
    edge(1, 3, "biolink:regulates"),
]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@pytest.fixture
def run(graph: Graph, settings: Settings, tmp_path: Path) -> Callable[..., LoadReport]:
    """Load the same file by a program of some version."""

    def loading(
        records: list[SourceRecord],
        reading: int | None = None,
        name: str = "s",
        made: type[Program] = Program,
        **options: object,
    ) -> LoadReport:
        source = tmp_path / f"{name}.tsv"
        source.write_text("the same")
        return load(source, graph, settings, format=made(records, reading), rows=2, **options)  # type: ignore[arg-type]

    return loading


def forget_reader(graph: Graph) -> None:
    """Make loads what those of programs are that did not record what read them."""
    with graph.session() as session:
        session.run("MATCH (l:Load) REMOVE l.reading, l.program, l.state").consume()


@pytest.fixture
def expected(graph: Graph, run: Callable[..., LoadReport]) -> str:
    """Give the digest of the graph that the new program alone makes; the graph is empty again."""
    run(NEW, 2)
    made = digest(graph).value
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration AND NOT n:Lease DETACH DELETE n").consume()
    return made


def test_a_raised_version_reads_the_source_again(
    graph: Graph, run: Callable[..., LoadReport], expected: str
) -> None:
    run(OLD, 1)
    report = run(NEW, 2)
    (note,) = report.notes
    assert note.startswith(
        "this bioloom reads listed otherwise than the one that loaded it: it was read again"
    )
    assert report.as_json()["withdrawn"] == {"edges": 2}
    assert digest(graph).value == expected
    assert run(NEW, 2).status == "already loaded"


def test_an_unknown_version_is_told_and_a_fresh_load_leaves_what_it_states(
    graph: Graph, run: Callable[..., LoadReport], expected: str
) -> None:
    run(OLD, None)
    forget_reader(graph)
    told = run(NEW, 2)
    assert (told.status, "did not record yet how it reads" in told.notes[0]) == ("already loaded", True)
    assert run(NEW, 2, fresh=True).as_json()["withdrawn"] == {"edges": 2}
    assert digest(graph).value == expected


@pytest.mark.parametrize("fresh", [True, False])
def test_a_fresh_load_that_was_broken_off_ends_as_an_unbroken_one(
    graph: Graph, run: Callable[..., LoadReport], expected: str, fresh: bool
) -> None:
    run(OLD, None)
    forget_reader(graph)
    with pytest.raises(LoadInterrupted):
        run(NEW, 2, made=Stopping, fresh=True)
    assert run(NEW, 2, fresh=fresh).as_json()["withdrawn"] == {"edges": 2}
    assert digest(graph).value == expected


def test_a_limited_load_withdraws_nothing_and_the_next_does(
    graph: Graph, run: Callable[..., LoadReport], expected: str
) -> None:
    run(OLD, 1)
    limited = run(NEW, 2, limit=3)
    assert (limited.status, limited.withdrawn) == ("stopped", {})
    assert run(NEW, 2).as_json()["withdrawn"] == {"edges": 2}
    assert digest(graph).value == expected


def test_what_another_source_states_too_stays(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(OLD, 1, name="one")
    run(OLD, 1, name="two")
    assert run(NEW, 2, name="one").as_json()["withdrawn"] == {"shared": 2}
    with graph.session(read=True) as session:
        edges = session.run("MATCH (:`biolink:Gene`)-[e]->() RETURN count(e)").single(strict=True)[0]
    assert edges == 4


def test_the_same_program_changes_no_record_of_an_unchanged_file(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    entries = "MATCH (:`biolink:Gene`)-[e]->() RETURN e.record_hash ORDER BY e.id"
    run(NEW, 2)
    with graph.session(read=True) as session:
        before = session.run(entries).values()
        assert run(NEW, 2, fresh=True).counts.skips == {"unchanged": 5}
        assert session.run(entries).values() == before


def test_a_fresh_load_names_what_only_its_documents_name(
    graph: Graph, settings: Settings, tmp_path: Path
) -> None:
    source = tmp_path / "p.pubtator"
    ask = "MATCH (n {id: 'MESH:D000431'}) RETURN n.name, n.synonym"

    for name in ("Old name", "New name"):
        source.write_text(PAPER.format(name, len(name)))
        load(source, graph, settings, format="biored")
        with graph.session(read=True) as session:
            found = session.run(ask).single(strict=True)
        assert found["n.name"].casefold() == name.casefold()
    assert "Old name" not in (found["n.synonym"] or [])
