"""Hostile and broken Cypher against the guard: nothing writes, reaches files or disturbs the server."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from bioloom.errors import BioloomError, DatabaseUnavailable, UsageError
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.guard.read_only_guard import read_rows

pytestmark = pytest.mark.integration

WRITES = [
    "CREATE (n:Intruder)",
    "MERGE (n:Intruder) RETURN n",
    "MATCH (n) SET n.hacked = true",
    "MATCH (n) REMOVE n.name",
    "MATCH (n) DETACH DELETE n",
    "MATCH (n) FOREACH (x IN [1] | SET n.hacked = true)",
    "MATCH (n) RETURN 1 AS one UNION CREATE (m:Intruder) RETURN 2 AS one",
    "CALL { CREATE (n:Intruder) } IN TRANSACTIONS",
    "MATCH (n) CALL (n) { SET n.hacked = true } RETURN n",
    "PROFILE CREATE (n:Intruder)",
    "EXPLAIN CREATE (n:Intruder)",
    "EXPLAIN PROFILE CREATE (n:Intruder)",
    "CYPHER 5 runtime=slotted PROFILE CREATE (n:Intruder)",
    "PROFILE MATCH (n) CALL (n) { SET n.hacked = true } RETURN n",
    "CYPHER 5 CREATE (n:Intruder)",
    "/* MATCH (n) RETURN n */ CREATE (n:Intruder)",
    "// harmless\nCREATE (n:Intruder)",
    "// harmless\rCREATE (n:Intruder)",
    "MATCH (n) RETURN n; CREATE (m:Intruder)",
    "\\u0043REATE (n:Intruder)",
    "CALL db.createLabel('Intruder')",
    "CALL db.labels() YIELD label CREATE (:Intruder)",
]
SET_UP = [
    "CREATE INDEX intruder FOR (n:X) ON (n.y)",
    "CREATE CONSTRAINT intruder FOR (n:X) REQUIRE n.y IS UNIQUE",
    "DROP CONSTRAINT entity_id IF EXISTS",
    "CREATE USER intruder SET PASSWORD 'abcdefghij'",
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'",
    "SHOW USERS",
    "SHOW SETTINGS",
    "SHOW TRANSACTIONS",
    "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
    "STOP DATABASE neo4j",
    "CALL dbms.listConfig()",
    "CALL dbms.killConnection('bolt-1')",
    "CALL dbms.killConnection('bolt-1') YIELD message RETURN message",
    "CALL db.prepareForReplanning()",
    "CALL tx.setMetaData({a: 1})",
    "CALL `db`.`prepareForReplanning`()",
    "CALL apoc.load.json('http://127.0.0.1/')",
]
FILES = [
    "LOAD CSV FROM '{file}' AS line RETURN line",
    "LOAD CSV FROM 'http://127.0.0.1:1/' AS line RETURN line",
    "load /* hidden */ csv FROM '{file}' AS line RETURN line",
    "LOAD\tCSV WITH HEADERS FROM '{file}' AS line RETURN line",
    "RETURN COLLECT {{ LOAD CSV FROM '{file}' AS line RETURN line }} AS x",
    "RETURN CASE WHEN true THEN COLLECT {{ LOAD CSV FROM '{file}' AS line RETURN line }} END AS x",
    "UNWIND [1] AS a RETURN [x IN [1] | COUNT {{ LOAD CSV FROM '{file}' AS line RETURN line }}] AS x",
    "MATCH (n) WHERE any(x IN [1] WHERE EXISTS {{ LOAD CSV FROM '{file}' AS l RETURN l }}) RETURN n",
    "UNWIND [1] AS a RETURN [x IN [1] | COUNT {{ CALL db.prepareForReplanning() RETURN 1 AS y }}] AS x",
    "UNWIND [1] AS a RETURN [x IN [1] | COUNT {{ CALL `db`.`prepareForReplanning`() RETURN 1 AS y }}] AS x",
    "MATCH (n) CALL (n) {{ RETURN 1 AS x }} IN TRANSACTIONS RETURN x // {file}",
    "\\u004cOAD CSV FROM '{file}' AS line RETURN line",
    "RETURN 'a\\u0027 AS a, COLLECT {{ LOAD CSV FROM \"{file}\" AS l RETURN l }} AS b //'",
    "LOAD\u00a0CSV FROM '{file}' AS line RETURN line",
    "LOAD\u180eCSV FROM '{file}' AS line RETURN line",
]


@pytest.fixture
def state(small_graph: Graph) -> tuple[int, int, int]:
    return measured(small_graph)


def measured(graph: Graph) -> tuple[int, int, int]:
    """Count what a write would change: nodes, properties, indexes."""
    with graph.session() as session:
        counted = session.run(
            "MATCH (n) WITH count(n) AS nodes, sum(size(keys(n))) AS properties RETURN nodes, properties"
        ).single(strict=True)
        indexes = len(session.run("SHOW INDEXES").data())
    return counted["nodes"], counted["properties"], indexes


@pytest.mark.parametrize("cypher", WRITES + SET_UP)
def test_nothing_but_reading_passes(small_graph: Graph, state: tuple[int, int, int], cypher: str) -> None:
    with pytest.raises(UsageError):
        read_rows(small_graph, cypher, {})
    assert measured(small_graph) == state


@pytest.mark.parametrize("cypher", FILES)
def test_no_file_and_no_hidden_procedure_is_reached(small_graph: Graph, tmp_path: Path, cypher: str) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("secret\n", encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        read_rows(small_graph, cypher.format(file=secret.as_uri()), {})
    assert "\n" not in str(caught.value).split(" (line ")[0]


@pytest.mark.parametrize(
    ("cypher", "row"),
    [
        ("RETURN 'LOAD CSV FROM x; CREATE (n)' AS text", ("LOAD CSV FROM x; CREATE (n)",)),
        ("RETURN $x AS x // CALL evil.one()", ("given",)),
        ("MATCH (n:`CREATE`) RETURN count(n) AS n", (0,)),
        ("CYPHER runtime=slotted RETURN 1 AS one", (1,)),
        ('/* comment */ RETURN "it\'s" AS text', ("it's",)),
        ("RETURN COUNT { MATCH (:Document) } AS n", (2,)),
        ("CALL db.labels() YIELD label WHERE label = 'Document' RETURN label", ("Document",)),
        ("OPTIONAL MATCH (n:Nobody) RETURN n", (None,)),
        ("WITH 1 AS `call` RETURN `call` AS load", (1,)),
    ],
)
def test_reading_passes(small_graph: Graph, cypher: str, row: tuple[object, ...]) -> None:
    assert read_rows(small_graph, cypher, {"x": "given"}).rows == (row,)


def test_full_text_search_and_show_indexes_pass(small_graph: Graph) -> None:
    search = "CALL db.index.fulltext.queryNodes('entity_names', 'gout') YIELD node RETURN node.id AS id"
    assert read_rows(small_graph, search, {}).rows == (("DOID:13189",),)
    assert read_rows(small_graph, "SHOW INDEXES YIELD name", {}).rows


@pytest.mark.parametrize(
    "cypher", ["", "  \n", "nonsense", "RETURN", "MATCH (n", "RETURN 1/0", "RETURN $missing", "\x00", "🧬"]
)
def test_broken_cypher_is_a_plain_error(small_graph: Graph, cypher: str) -> None:
    with pytest.raises(UsageError):
        read_rows(small_graph, cypher, {})


def test_rows_are_limited(small_graph: Graph) -> None:
    table = read_rows(small_graph, "UNWIND range(1, 5) AS n RETURN n", {}, limit=3)
    assert table.rows == ((1,), (2,), (3,))
    assert table.truncated
    assert not read_rows(small_graph, "UNWIND range(1, 3) AS n RETURN n", {}, limit=3).truncated


def test_bytes_are_limited(small_graph: Graph) -> None:
    long = "UNWIND range(1, 50) AS n RETURN n, [x IN range(1, 10000) | x] AS l"
    table = read_rows(small_graph, long, {}, most_bytes=500_000)
    assert table.truncated
    assert 0 < len(table.rows) < 10
    with pytest.raises(UsageError, match="the first row has"):
        read_rows(small_graph, long, {}, most_bytes=5_000)


@pytest.mark.parametrize(
    "cypher",
    [
        "RETURN size(reduce(s='aaaaaaaa', i IN range(1,26) | s+s))",
        "RETURN size([x IN range(1,60000000) | toString(x)])",
        "RETURN apoc.util.md5(['a'])",
        "USE graph.byElementId('x') RETURN 1",
        "UNWIND range(1, 100000000) AS x WITH collect(toString(x)) AS l RETURN size(l)",
    ],
)
def test_no_statement_ends_the_server(small_graph: Graph, cypher: str) -> None:
    with pytest.raises(UsageError):
        read_rows(small_graph, cypher, {})
    assert read_rows(small_graph, "RETURN 1 AS one", {}).rows == ((1,),)


def test_time_is_limited(small_graph: Graph) -> None:
    with pytest.raises(BioloomError, match=r"stopped after 0\.5 s"):
        read_rows(small_graph, "UNWIND range(1, 2000000000) AS n RETURN sum(n)", {}, timeout=0.5)


@pytest.mark.parametrize("value", [2**70, object(), {1: 2}])
def test_parameters_that_cannot_travel(small_graph: Graph, value: object) -> None:
    with pytest.raises(UsageError, match="parameter"):
        read_rows(small_graph, "RETURN $x AS x", {"x": value})


def test_values_become_plain(small_graph: Graph) -> None:
    cypher = (
        "MATCH p = (:Document {id: 'lab:rna'})-[:HAS_SENTENCE]->(s:Sentence {index: 0}) "
        "RETURN p, s.index AS i, date('2026-01-31') AS d, duration('P1DT2H') AS t, "
        "point({x: 1, y: 2}) AS xy, 0.0/0.0 AS nan, datetime('2026-01-31T10:00:00Z') AS at, "
        "{a: [1, null]} AS map"
    )
    row = read_rows(small_graph, cypher, {}).rows[0]
    path, *rest = row
    assert isinstance(path, dict)
    assert path["relationships"] == [
        {"type": "HAS_SENTENCE", "start": "lab:rna", "end": "lab:rna#s0", "properties": {}}
    ]
    assert rest == [
        0, "2026-01-31", "P1DT2H", {"srid": 7203, "coordinates": [1.0, 2.0]}, "NaN",
        "2026-01-31T10:00:00.000000000+00:00", {"a": [1, None]},
    ]  # fmt: skip


def test_a_closed_database_is_unavailable(server: Endpoint) -> None:
    with connect(server) as graph:
        pass
    with pytest.raises((DatabaseUnavailable, UsageError)):
        read_rows(graph, "RETURN 1", {})


def test_an_interrupt_stops_a_query_at_once_and_is_not_lost(small_graph: Graph) -> None:
    begun, limit = time.monotonic(), 30.0
    timer = threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        read_rows(small_graph, "UNWIND range(1, 20000000000) AS n RETURN sum(n)", {}, timeout=limit)
    assert time.monotonic() - begun < limit / 2
    assert read_rows(small_graph, "RETURN 1 AS one", {}).rows == ((1,),)
