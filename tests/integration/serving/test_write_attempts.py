"""Attempts to write, to reach files and to disturb the server through every door that reads: all refused."""

import time
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from typer.testing import CliRunner

from bioloom.cli.app import app
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.digest import digest
from named_server import name_server
from served_graph import Served

pytestmark = pytest.mark.integration

WRITES = [
    "CREATE (n:Intruder)",
    "CREATE (n:Intruder) RETURN n",
    "MERGE (n:Intruder {id: 1}) ON CREATE SET n.x = 1",
    "MATCH (n) SET n.hacked = true",
    "MATCH (n) SET n += {hacked: true}",
    "MATCH (n) SET n:Intruder",
    "MATCH (n) REMOVE n.name",
    "MATCH (n) REMOVE n:Document",
    "MATCH ()-[r]->() DELETE r",
    "MATCH (n) DETACH DELETE n",
    "MATCH (n) NODETACH DELETE n",
    "UNWIND [1, 2] AS x CREATE (:Intruder {x: x})",
    "WITH 1 AS x CREATE (:Intruder)",
    "OPTIONAL MATCH (n:Nobody) MERGE (m:Intruder) RETURN m",
    "RETURN 1 AS one UNION CREATE (m:Intruder) RETURN 2 AS one",
    "RETURN 1 AS one UNION ALL MATCH (m) SET m.x = 1 RETURN 2 AS one",
]
FOREACHES = [
    "FOREACH (x IN [1] | CREATE (:Intruder))",
    "MATCH (n) FOREACH (x IN [1] | SET n.hacked = true)",
    "MATCH (n) FOREACH (x IN [1] | FOREACH (y IN [2] | DETACH DELETE n))",
    "MATCH (n) WITH collect(n) AS all FOREACH (x IN all | REMOVE x.name)",
]
SUBQUERIES = [
    "CALL { CREATE (n:Intruder) }",
    "CALL () { CREATE (n:Intruder) RETURN n } RETURN n",
    "MATCH (n) CALL (n) { SET n.hacked = true } RETURN n",
    "MATCH (n) CALL (*) { DETACH DELETE n } RETURN 1 AS x",
    "OPTIONAL CALL () { MERGE (n:Intruder) RETURN n } RETURN n",
    "RETURN COUNT { CREATE (n:Intruder) }",
    "RETURN COLLECT { CREATE (n:Intruder) RETURN n }",
    "RETURN EXISTS { MATCH (n) DELETE n }",
    "CALL { CREATE (n:Intruder) } IN TRANSACTIONS",
    "MATCH (n) CALL (n) { SET n.hacked = true } IN TRANSACTIONS OF 1 ROW",
    "MATCH (n) CALL (n) { DETACH DELETE n } IN 2 CONCURRENT TRANSACTIONS",
    "UNWIND [1] AS x CALL (x) { RETURN x AS y } IN TRANSACTIONS RETURN y",
]
DISGUISES = [
    "/* reading */ CREATE (n:Intruder)",
    "// reading\nCREATE (n:Intruder)",
    "// reading\rCREATE (n:Intruder)",
    "// reading\r\nCREATE (n:Intruder)",
    "RETURN 1 AS a /* */ UNION /* */ CREATE (n:Intruder) RETURN 2 AS a",
    "CRE/**/ATE (n:Intruder)",
    "cReAtE (n:Intruder)",
    "\ufeffCREATE (n:Intruder)",
    "\u00a0CREATE\u2003(n:Intruder)",
    "\\u0043REATE (n:Intruder)",
    "\\u0043\\u0052\\u0045\\u0041\\u0054\\u0045 (n:Intruder)",
    "\\uu0043REATE (n:Intruder)",
    "MATCH (n) \\u0053ET n.hacked = true",
    "RETURN 'a\\u0027 AS a UNION CREATE (n:Intruder) RETURN 1 AS a //'",
    "MATCH (n:`a` ) SET n.`hacked` = true",
    "WITH 'CREATE' AS x MATCH (n) SET n.x = x",
]
PREFIXES = [
    "EXPLAIN CREATE (n:Intruder)",
    "PROFILE CREATE (n:Intruder)",
    "PROFILE MATCH (n) SET n.hacked = true",
    "EXPLAIN PROFILE CREATE (n:Intruder)",
    "CYPHER 5 CREATE (n:Intruder)",
    "CYPHER runtime=slotted CREATE (n:Intruder)",
    "CYPHER planner=cost EXPLAIN CREATE (n:Intruder)",
    "CYPHER replan=force PROFILE MERGE (n:Intruder)",
    "5 RETURN 1; CREATE (n:Intruder)",
]
SEVERAL = [
    "RETURN 1; CREATE (n:Intruder)",
    "RETURN 1;\nMATCH (n) DETACH DELETE n;",
    "MATCH (n) RETURN n; EXPLAIN RETURN 1; CREATE (m:Intruder)",
    "BEGIN CREATE (n:Intruder) COMMIT",
    "COMMIT; CREATE (n:Intruder)",
    ":begin\nCREATE (n:Intruder)\n:commit",
    ":param x => 1\nCREATE (n:Intruder)",
    "ROLLBACK",
]
ELSEWHERE = [
    "USE neo4j CREATE (n:Intruder)",
    "USE system SHOW USERS",
    "USE system CREATE USER intruder SET PASSWORD 'abcdefghij'",
    "USE graph.byName('neo4j') CREATE (n:Intruder)",
]
SCHEMA = [
    "CREATE INDEX intruder FOR (n:X) ON (n.y)",
    "CREATE INDEX intruder IF NOT EXISTS FOR ()-[r:X]-() ON (r.y)",
    "CREATE FULLTEXT INDEX intruder FOR (n:X) ON EACH [n.y]",
    "CREATE VECTOR INDEX intruder FOR (n:X) ON n.y OPTIONS {indexConfig: {`vector.dimensions`: 3}}",
    "CREATE CONSTRAINT intruder FOR (n:X) REQUIRE n.y IS UNIQUE",
    "DROP INDEX sentence_text",
    "DROP CONSTRAINT entity_id IF EXISTS",
]
SERVER = [
    "CREATE USER intruder SET PASSWORD 'abcdefghij'",
    "ALTER USER neo4j SET PASSWORD 'abcdefghij'",
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'abcdefghij'",
    "DROP USER neo4j",
    "GRANT ROLE admin TO neo4j",
    "CREATE DATABASE intruder",
    "STOP DATABASE neo4j",
    "DROP DATABASE neo4j",
    "SHOW USERS",
    "SHOW CURRENT USER",
    "SHOW DATABASES",
    "SHOW SETTINGS",
    "SHOW TRANSACTIONS",
    "SHOW TRANSACTIONS YIELD transactionId AS t TERMINATE TRANSACTIONS t YIELD message RETURN message",
    "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
]
PROCEDURES = [
    "CALL db.createLabel('Intruder')",
    "CALL db.createProperty('intruder')",
    "MATCH (n) CALL db.create.setNodeVectorProperty(n, 'x', [1.0]) RETURN n",
    "CALL db.clearQueryCaches()",
    "CALL db.clearQueryCaches",
    "CALL db.prepareForReplanning()",
    "CALL `db`.`prepareForReplanning`()",
    "CALL db . prepareForReplanning ( )",
    "CALL db.awaitIndexes(1)",
    "CALL db.resampleIndex('sentence_text')",
    "CALL db.stats.clear('QUERIES')",
    "CALL dbms.listConfig()",
    "CALL dbms.listConnections() YIELD connectionId RETURN connectionId",
    "CALL dbms.killConnection('bolt-1')",
    "CALL dbms.queryJmx('*:*')",
    "CALL tx.setMetaData({a: 1})",
    "RETURN COUNT { CALL db.clearQueryCaches() RETURN 1 AS x }",
    "CALL apoc.create.node(['Intruder'], {})",
    "CALL apoc.cypher.doIt('CREATE (n:Intruder)', {})",
    "CALL apoc.periodic.iterate('MATCH (n) RETURN n', 'DETACH DELETE n', {})",
    "CALL apoc.load.json('http://127.0.0.1/')",
    "RETURN apoc.cypher.runFirstColumnSingle('CREATE (n:Intruder)', {})",
    "CALL gds.graph.project('g', '*', '*')",
]
FILES = [
    "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
    "LOAD CSV WITH HEADERS FROM 'file:///etc/passwd' AS line FIELDTERMINATOR ':' RETURN line",
    "LOAD CSV FROM 'http://127.0.0.1:1/' AS line RETURN line",
    "LOAD CSV FROM $url AS line RETURN line",
    "load /* */ csv FROM 'file:///etc/passwd' AS line RETURN line",
    "LOAD\u00a0CSV FROM 'file:///etc/passwd' AS line RETURN line",
    "\\u004cOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
    "LOAD CSV FROM 'file:///etc/passwd' AS line CREATE (:Intruder {x: line})",
    "RETURN COLLECT { LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line } AS x",
    "UNWIND [1] AS a RETURN [x IN [1] | COUNT { LOAD CSV FROM 'http://127.0.0.1:1/' AS l RETURN l }] AS x",
]
ATTEMPTS = [
    *(WRITES + FOREACHES + SUBQUERIES + DISGUISES + PREFIXES + SEVERAL),
    *(ELSEWHERE + SCHEMA + SERVER + PROCEDURES + FILES),
]
ONE_OF_EACH = [
    each[0]
    for each in (WRITES, FOREACHES, SUBQUERIES, DISGUISES, PREFIXES, SEVERAL, ELSEWHERE, SCHEMA, SERVER)
] + [PROCEDURES[0], FILES[0]]


@pytest.fixture(scope="module")
def graph_of(served: Served, server: Endpoint) -> Iterator[Graph]:
    """Open the graph beside the service; at the end everything is as it was, schema and users too."""
    with connect(server) as graph:
        before = whole(graph)
        yield graph
        assert whole(graph) == before


def whole(graph: Graph) -> tuple[object, ...]:
    """Describe all that an attempt could change."""
    with graph.session() as session:
        indexes = sorted(map(str, session.run("SHOW INDEXES YIELD name, type, state").values()))
        constraints = sorted(map(str, session.run("SHOW CONSTRAINTS YIELD name, type").values()))
        databases = sorted(map(str, session.run("SHOW DATABASES YIELD name, currentStatus").values()))
        users = sorted(map(str, session.run("SHOW USERS YIELD user, suspended").values()))
        labels = sorted(map(str, session.run("CALL db.labels()").values()))
    return digest(graph), counted(graph), indexes, constraints, databases, users, labels


def counted(graph: Graph) -> tuple[int, ...]:
    """Count nodes, relationships and properties."""
    with graph.session(read=True) as session:
        row = session.run(
            "MATCH (n) WITH count(n) AS nodes, sum(size(keys(n)) + size(labels(n))) AS owned "
            "MATCH ()-[r]->() RETURN nodes, owned, count(r) AS edges, sum(size(keys(r))) AS slots"
        ).single(strict=True)
    return tuple(row.values())


TRIES = 5
BUSY = 503


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_cypher_over_http_refuses(served: Served, graph_of: Graph, attempt: str) -> None:
    before = counted(graph_of)
    asked = {"query": attempt, "params": {"url": "file:///etc/passwd"}}
    for _ in range(TRIES):  # on a slow machine the statement before may have taken the time of this one
        answer = served.client.post("/cypher", json=asked)
        if answer.status_code != BUSY:
            break
        time.sleep(float(answer.headers.get("retry-after", "1")))
    assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json"), (
        answer.text
    )
    assert "root:" not in answer.text
    assert counted(graph_of) == before


def test_unknown_names_are_told_with_the_rows(graph_of: Graph, served: Served) -> None:
    answer = served.client.post("/cypher", json={"query": "MATCH (d:Documnt) RETURN d.id"})
    assert (answer.status_code, answer.json()["rows"]) == (200, [])
    (told,) = answer.json()["notifications"]
    assert told.startswith(
        "line 1, column 10: nothing in the graph has the label Documnt; did you mean Document"
    )


@pytest.mark.parametrize("attempt", ONE_OF_EACH)
def test_cypher_on_the_command_line_refuses(
    graph_of: Graph, server: Endpoint, monkeypatch: pytest.MonkeyPatch, attempt: str
) -> None:
    name_server(monkeypatch, server)
    before = counted(graph_of)
    for arguments in (["--cypher", attempt], [attempt], ["steps_of_protocol", "-p", f"protocol={attempt}"]):
        shown = CliRunner().invoke(app, ["query", *arguments])
        assert shown.exit_code != 0
        assert "root:" not in shown.output
    assert counted(graph_of) == before


@pytest.mark.parametrize("attempt", ONE_OF_EACH)
def test_what_is_data_is_never_run(served: Served, graph_of: Graph, attempt: str) -> None:
    """Questions, filters, ids and cursors that hold Cypher find nothing and change nothing."""
    before = counted(graph_of)
    quoted = f"x'}}) {attempt} // \" ` $q"
    filters = {"sources": [quoted], "documents": [quoted]}
    for path in ("/ask", "/retrieve"):
        for body in ({"question": attempt}, {"question": quoted}):
            assert served.client.post(path, json=body).status_code == 200
        filtered = served.client.post(path, json={"question": "gout", "filters": filters})
        assert filtered.status_code == 400, "what is not loaded is named, and not run"
    for path in ("/documents", "/graph", "/jobs"):
        assert served.client.get(f"{path}/{quote(quoted, safe='')}").status_code == 404
        assert served.client.get(path, params={"cursor": quoted}).status_code in {400, 404, 422}
    graph = {
        "nodes": {"a": {"ids": [quoted], "categories": [quoted]}, "b": {}},
        "edges": {"e": {"subject": "a", "object": "b", "predicates": [quoted]}},
    }
    answer = served.client.post("/query", json={"message": {"query_graph": graph}})
    assert answer.status_code < 500
    assert counted(graph_of) == before
