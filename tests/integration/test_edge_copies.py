"""Edges that older versions wrote twice are united; those of one id between other ends are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.errors import BioloomError
from bioloom.graph.connection import Graph
from bioloom.graph.digest import digest
from bioloom.graph.writing.relationship_types import EdgeTypes
from bioloom.pipeline import load
from bioloom.settings import Settings
from leased_graph import leased
from loader_process import empty, find_damage, write_kgx

pytestmark = pytest.mark.integration


@pytest.fixture
def loaded(graph: Graph, tmp_path: Path) -> Path:
    empty(graph)
    source = write_kgx(tmp_path, "graph", range(40), range(160), of=40)
    load(source, graph, Settings(home=tmp_path / "home"))
    return source


def copy_edges(graph: Graph, *, turned: bool = False) -> None:
    """Write every second edge again, as another home's load; without its constraint."""
    with graph.session() as session:
        for name in session.run(
            "SHOW CONSTRAINTS YIELD name, entityType WHERE entityType = 'RELATIONSHIP' RETURN name"
        ).value():
            session.run(f"DROP CONSTRAINT `{name}`").consume()
        start, end = ("o", "s") if turned else ("s", "o")
        session.run(
            "MATCH (s)-[e]->(o) WHERE e.id IS NOT NULL WITH s, e, o ORDER BY e.id "
            "WITH collect({s: s, e: e, o: o}) AS rows UNWIND range(0, size(rows) - 1, 2) AS at "
            f"WITH rows[at].{start} AS s, rows[at].e AS e, rows[at].{end} AS o "
            "CREATE (s)-[copy:$(type(e))]->(o) "
            "SET copy = properties(e), copy.record_hash = ['other.1.' + split(e.record_hash[0], '.')[2]]"
        ).consume()


def test_the_next_load_unites_copies_and_says_so(graph: Graph, loaded: Path, tmp_path: Path) -> None:
    before = digest(graph)
    copy_edges(graph)
    assert digest(graph) != before
    report = load(loaded, graph, Settings(home=tmp_path / "home"))
    assert report.status == "already loaded"
    assert any("80 edges of the graph stood twice" in note for note in report.notes)
    assert not find_damage(graph)
    assert digest(graph) == before
    with graph.session(read=True) as session:
        entries = session.run("MATCH ()-[e]->() WHERE size(e.record_hash) = 2 RETURN count(e) AS n")
        assert entries.single(strict=True)["n"] == 80
        indexes = session.run("SHOW INDEXES YIELD name WHERE name STARTS WITH 'edge_copies' RETURN name")
        assert not indexes.value()
    again = load(loaded, graph, Settings(home=tmp_path / "home"))
    assert not any("twice" in note for note in again.notes)


def test_one_id_between_other_ends_is_named(graph: Graph, loaded: Path) -> None:
    copy_edges(graph, turned=True)
    with leased(graph) as held, pytest.raises(BioloomError, match="have one id and different ends"):
        EdgeTypes(held).finish()
    empty(graph)
