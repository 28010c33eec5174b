"""Upgrades: a graph of every schema version there has been becomes one of the present version."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from typer.testing import CliRunner

from bioloom.cli.app import app
from bioloom.errors import BioloomError
from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.digest import Digest, digest
from bioloom.graph.schema import (
    OF_LEASE,
    OF_NAMES,
    apply_schema,
    migrations,
    read_migrations,
    schema_version,
)
from bioloom.graph.statements import statement

pytestmark = pytest.mark.integration

Rounds = Callable[[int, int], range]
Report = Callable[..., None]

DATA = """
CREATE (d:Document {id: 'lab:one', title: 'one', record_hash: 'a.1.x', sentences: 1})
CREATE (d)-[:HAS_SENTENCE]->(s:Sentence {id: 'lab:one#s0', document_id: 'lab:one', index: 0, text: 'Boil.'})
CREATE (m:Mention {id: 'lab:one#T1', name: 'water', normalised: 'water', native_type: 'reagent', si_value: 1})
CREATE (m)-[:IN_SENTENCE]->(s)
CREATE (n:`biolink:NamedThing` {id: 'CHEBI:15377', name: 'water', synonym: ['H2O'],
  normalised: ['water', 'h2o'], category: ['biolink:NamedThing'], record_hash: ['a.1.y'], xref: ['X:1']})
CREATE (m)-[:DENOTES {local_id: 'CHEBI:15377', method: 'grounded'}]->(n)
CREATE (n)-[:`biolink:affects` {id: 'e1', subject: n.id, object: n.id, record_hash: ['a.1.z']}]->(n)
CREATE (:Load {id: 'a', source: '/one', status: 'complete', position: 3, fingerprint: '1'})
"""
KEYS = "MATCH (n {id: 'CHEBI:15377'}) SET n.name_keys = ['water', 'h2o']"
WITH_KEYS = 15
"""The first version that writes them with every entity."""


def emptied(graph: Graph) -> None:
    """Delete everything, the schema too."""
    with graph.session() as session:
        session.run("MATCH (n) DETACH DELETE n").consume()
        for name in session.run("SHOW CONSTRAINTS YIELD name").value():
            session.run(f"DROP CONSTRAINT `{name}`").consume()
        for name in session.run("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name").value():
            session.run(f"DROP INDEX `{name}`").consume()


@pytest.fixture
def bare(graph: Graph) -> Iterator[Graph]:
    """A graph without schema; it has the present one afterwards."""
    emptied(graph)
    yield graph
    emptied(graph)
    apply_schema(graph)


def state(graph: Graph) -> tuple[object, object, Digest]:
    """Give constraints, indexes and content."""
    with graph.session(read=True) as session:
        constraints = session.run("SHOW CONSTRAINTS YIELD name, type, properties RETURN * ORDER BY name")
        indexes = session.run("SHOW INDEXES YIELD name, type, state, properties RETURN * ORDER BY name")
        return constraints.values(), indexes.values(), digest(graph)


def test_every_version_is_upgraded_to_the_present_one(bare: Graph, rounds: Rounds, report: Report) -> None:
    names = migrations()
    short = [0, 12, 14, len(names) - 1]
    versions = [*range(len(names))] if len(rounds(1, 2)) > 1 else short
    apply_schema(bare)
    with bare.session() as session:
        session.run(DATA).consume()
        session.run(KEYS).consume()
    present = state(bare)
    failed = []
    for version in versions:
        emptied(bare)
        with bare.session() as session:
            for name in names[:version]:
                session.run(statement(f"schema/{name}")).consume()
            session.run(statement("loads/record_migrations"), names=names[:version]).consume()
            session.run(DATA).consume()
            if version >= WITH_KEYS:
                session.run(KEYS).consume()
        assert apply_schema(bare) == names[version:]
        again = apply_schema(bare)
        if again or state(bare) != present:
            failed.append(version)
    report("a graph of every schema version is upgraded", len(versions) - len(failed), len(versions))
    assert not failed, f"versions {failed}"


def test_a_graph_that_was_only_leased_counts_as_new(bare: Graph) -> None:
    assert apply_schema(bare, only=OF_LEASE) == OF_LEASE
    assert {*apply_schema(bare, indexes_of_names=False)} == {*migrations()} - {*OF_LEASE, *OF_NAMES}
    assert {*apply_schema(bare)} == {*OF_NAMES}


def test_migrations_can_be_run_again(bare: Graph) -> None:
    apply_schema(bare)
    before = state(bare)
    with bare.session() as session:
        session.run("MATCH (m:Migration) DELETE m").consume()
    assert apply_schema(bare) == migrations()
    assert state(bare) == before


def test_a_newer_graph_is_refused(graph: Graph, server: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_schema(graph)
    assert schema_version(read_migrations(graph)) == schema_version(migrations())
    for name, value in (("URI", server.uri), ("USERNAME", server.user), ("PASSWORD", server.password)):
        monkeypatch.setenv(f"NEO4J_{name}", value)
    with graph.session() as session:
        session.run("CREATE (:Migration {name: '013_of_a_former_name'})").consume()
        read_migrations(graph)
        session.run("CREATE (:Migration {name: '999_of_the_future'})").consume()
    try:
        with pytest.raises(BioloomError, match="schema version 999, written by a newer bioloom"):
            apply_schema(graph)
        for command in (["digest"], ["loads"], ["ask", "what?"], ["validate"]):
            refused = CliRunner().invoke(app, command)
            assert "newer bioloom" in str(refused.exception), command
    finally:
        with graph.session() as session:
            session.run("MATCH (m:Migration) WHERE m.name CONTAINS '_of_' DELETE m").consume()
