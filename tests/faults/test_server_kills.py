"""The managed server, its supervisor and `up` killed at any moment: nothing lost, the reason told."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from neo4j.exceptions import Neo4jError, ServiceUnavailable

from bioloom.errors import BioloomError, DatabaseUnavailable
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph, connect
from bioloom.graph.digest import digest
from bioloom.graph.schema import apply_schema
from bioloom.graph.server import running_endpoint, start, status, stop
from bioloom.graph.server.distribution import Distribution
from bioloom.graph.server.exit_log import last_exit
from bioloom.graph.server.java_runtime import admin_command, environment
from bioloom.graph.server.lifecycle import running_server, running_supervisor
from bioloom.graph.server.paths import Home
from bioloom.graph.server.ports import Ports, is_free
from bioloom.graph.server.processes import launch
from bioloom.graph.server.state_file import State, read_state
from bioloom.graph.statements import statement
from bioloom.graph.writing.relationship_types import EdgeTypes
from bioloom.pipeline import load
from bioloom.serving.graph_access.driver_pool import DriverPool
from bioloom.settings import Settings
from bioloom_loaders.kgx import KgxLoader
from leased_graph import leased
from loader_process import empty, find_damage, write_kgx

pytestmark = [pytest.mark.integration, pytest.mark.timeout(3600)]  # the full form takes long

Rounds = Callable[[int, int], range]
Report = Callable[..., None]
KILLING = "RETURN size(reduce(s='aaaaaaaa', i IN range(1,26) | s+s))"
_MANY_EDGES = """
UNWIND range(1, $many) AS i
CALL (i) { CREATE (:Many)-[:`biolink:treats` {id: toString(i)}]->(:Many) } IN TRANSACTIONS OF 10000 ROWS
"""
_MANY_DOCUMENTS = """
UNWIND range(1, $many) AS i CALL (i) { CREATE (:Document {id: toString(i)}) } IN TRANSACTIONS OF 10000 ROWS
"""
_MANY = 30_000
"""So many that a constraint on them is seen while it is built."""

TRACKED = "UNWIND range(1, 60000000) AS x WITH collect(toString(x)) AS xs RETURN size(xs)"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """A home of these tests alone; each begins with `start`."""
    made = Settings(home=tmp_path_factory.mktemp("kills"), neo4j_uri=None, heap="1g", pagecache="64m")
    yield made
    stop(made)


def _kill(home: Home) -> int:
    running = running_server(home)
    assert running is not None
    os.kill(running.pid, signal.SIGKILL)
    return running.pid


def check_store(settings: Settings) -> None:
    """Stop the server and have Neo4j's own tool compare all records and indexes of its store."""
    stop(settings)
    home = Home.of(settings)
    words = "database", "check", f"--report-path={home.root}", "neo4j"
    command = admin_command(Distribution.of(settings), *words)
    outcome = subprocess.run(command, env=environment(home), capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def _ready(settings: Settings) -> None:
    """Wait until the server answers that the supervisor starts again."""
    until = time.monotonic() + 300
    while not status(settings).running:
        assert time.monotonic() < until, status(settings)
        time.sleep(0.1)


def test_a_statement_that_takes_the_heap_ends_the_server_which_comes_back(
    own: Settings, rounds: Rounds, report: Report
) -> None:
    if not rounds(0, 1):
        pytest.skip("takes minutes: run by `make faults`")
    where = start(own)
    with connect(where) as graph, graph.session() as session:
        with pytest.raises(Neo4jError, match="memory"):
            session.run(TRACKED).consume()
        session.run("RETURN 1").consume()
    told = r"heap of 1024 MiB was full.*BIOLOOM_HEAP="
    with pytest.raises(DatabaseUnavailable, match=told), open_graph(own) as graph, graph.session() as session:
        session.run(KILLING).consume()
    _ready(own)
    assert running_endpoint(own) == where
    assert "heap" in (status(own).last_end or "")
    home = Home.of(own)
    assert "heap; restarted" in home.console.read_text()
    report("a statement that takes the heap ends the server, which comes back", 1, 1)


def test_a_program_on_the_port_of_a_dead_server_is_not_shown_the_password(own: Settings) -> None:
    where = start(own)
    home = Home.of(own)
    supervisor, running = running_supervisor(home), running_server(home)
    assert supervisor is not None
    assert running is not None
    os.kill(supervisor, signal.SIGKILL)
    pool = DriverPool(own)
    assert pool.ready()
    with connect(where) as graph:
        _kill(home)
        while not is_free(running.ports.bolt):
            time.sleep(0.02)
        heard: list[bytes] = []
        with _Stranger(running.ports.bolt, heard):
            with pytest.raises(DatabaseUnavailable, match="bioloom up"), connect(where):
                pass
            with pytest.raises(DatabaseUnavailable, match="bioloom up"):
                running_endpoint(own)
            with pytest.raises((BioloomError, ServiceUnavailable)), graph.session() as session:
                session.run("RETURN 1").consume()
            again = start(own)
            assert again.uri != where.uri
            assert pool.ready(), "the service reaches it on its new ports"
            assert where.password.encode() not in b"".join(heard)
    pool.close()
    assert status(own).running


def test_a_request_of_the_service_says_why_its_database_ended(own: Settings) -> None:
    start(own)
    back: list[str] = []
    pool = DriverPool(own, lambda: back.append("warmed"))
    told = r"killed by signal 9.*it is started again"  # by the pool, or by who connects anew
    with pytest.raises(DatabaseUnavailable, match=told):
        _lose(pool, own)
    while not pool.ready():
        time.sleep(0.1)
    assert pool.ready()
    assert back == ["warmed"]
    pool.close()


def _lose(pool: DriverPool, settings: Settings) -> None:
    """Ask a server that is killed meanwhile."""
    with pool.graph() as graph, graph.session() as session:
        _kill(Home.of(settings))
        session.run("RETURN 1").consume()


class _Stranger:
    """A program that speaks Bolt 4.4, in which the first message carries the password."""

    def __init__(self, port: int, heard: list[bytes]) -> None:
        self._heard = heard
        self._listener = socket.create_server(("127.0.0.1", port))
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            with caller:
                caller.settimeout(1)
                try:
                    self._heard.append(caller.recv(20))
                    caller.sendall(b"\x00\x00\x04\x04")
                    self._heard.append(caller.recv(4096))
                except OSError:
                    continue


def test_a_server_whose_supervisor_was_killed_goes_on_and_gets_another(own: Settings) -> None:
    where = start(own)
    home = Home.of(own)
    before, running = running_supervisor(home), running_server(home)
    assert before is not None
    os.kill(before, signal.SIGKILL)
    while running_supervisor(home) is not None:
        time.sleep(0.02)
    assert status(own).running
    assert start(own) == where
    assert running_server(home) == running
    assert running_supervisor(home) not in (None, before)
    pid = _kill(home)
    _ready(own)
    found = last_exit(home, pid)
    assert found is not None
    assert found.restarted


def test_up_waits_for_the_restart_of_a_server_that_is_just_being_killed(own: Settings) -> None:
    start(own)
    for _ in range(2):
        pid = _kill(Home.of(own))
        with connect(start(own)) as graph, graph.session() as session:
            assert session.run("RETURN 1").single(strict=True)[0] == 1
        running = running_server(Home.of(own))
        assert running is not None
        assert running.pid != pid


def test_the_supervisor_gives_up_after_three_ends(tmp_path: Path) -> None:
    home = Home(tmp_path / "neo4j")
    home.create()
    program = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    state = State(Ports(7700, 7500), None, "here")
    launch(home, [sys.executable, "-c", program], state, heap=512)
    while (found := last_exit(home)) is None or not found.given_up:
        time.sleep(0.05)
    lines = home.exits.read_text().splitlines()
    assert len(lines) == 3
    assert found.sentence().endswith("killed by signal 9 (the system does that when its memory is full)")
    recorded = read_state(home.state)
    assert recorded is not None
    assert recorded.ports == state.ports


def test_a_load_goes_on_after_its_server_was_killed(
    own: Settings, tmp_path: Path, rounds: Rounds, report: Report
) -> None:
    nodes, edges = (600, 3000) if len(rounds(1, 30)) > 1 else (300, 900)
    source = write_kgx(tmp_path, "graph", range(nodes), range(edges), of=nodes)
    where = start(own)
    with connect(where) as graph:
        empty(graph)
        began = time.monotonic()
        load(source, graph, own, format=KgxLoader(), rows=150)
        took = time.monotonic() - began
        expected = digest(graph)
    seeds = rounds(1, 30)
    for seed in seeds:
        where = start(own)
        with connect(where) as graph:
            empty(graph)
        killer = threading.Timer(random.Random(seed).uniform(0.1, 0.9) * took, _kill, [Home.of(own)])
        killer.start()
        with suppress(DatabaseUnavailable), connect(where) as graph:
            load(source, graph, own, format=KgxLoader(), rows=150)
        killer.join()
        where = start(own)
        with connect(where) as graph:
            load(source, graph, own, format=KgxLoader(), rows=150)
            assert digest(graph) == expected, f"seed {seed}"
            assert find_damage(graph) == [], f"seed {seed}"
    check_store(own)
    report("a load whose server was killed ends as an unbroken one", len(seeds), len(seeds))


def test_a_server_killed_while_it_builds_a_constraint_holds_up_no_load(own: Settings, report: Report) -> None:
    where = start(own)
    name, build = (
        "edge_id biolink:treats",
        statement("write/unique_edge_ids", constraint="edge_id biolink:treats", type="biolink:treats"),
    )
    with connect(where) as graph:
        empty(graph)
        with leased(graph), graph.session() as session:
            session.run(_MANY_EDGES, many=_MANY).consume()
        _kill_while_it_builds(graph, own, name, build)
    where = start(own)
    with connect(where) as graph, leased(graph) as held:
        assert _orphans(graph) == [name]
        assert EdgeTypes(held).finish() == 0
        assert _orphans(graph) == []
        assert "biolink:treats" in _constrained(graph)
    report("a constraint whose server was killed while it was built is built by the next load", 1, 1)


def test_a_server_killed_while_it_builds_the_schema_holds_up_no_upgrade(
    own: Settings, report: Report
) -> None:
    where = start(own)
    with connect(where) as graph:
        empty(graph)
        with leased(graph), graph.session() as session:
            session.run("DROP CONSTRAINT document_id").consume()
            session.run("MATCH (m:Migration {name: '003_document_id'}) DELETE m").consume()
            session.run(_MANY_DOCUMENTS, many=_MANY).consume()
        _kill_while_it_builds(graph, own, "document_id", statement("schema/003_document_id"))
    where = start(own)
    with connect(where) as graph:
        assert _orphans(graph) == ["document_id"]
        assert apply_schema(graph) == ("003_document_id",)
        assert _orphans(graph) == []
        assert "Document" in _constrained(graph)
        empty(graph)
    report("a schema whose server was killed while it was made is made by the next command", 1, 1)


def _kill_while_it_builds(graph: Graph, settings: Settings, name: str, build: str) -> None:
    def run() -> None:
        with (
            suppress(DatabaseUnavailable),
            connect(running_endpoint(settings)) as own,
            own.session() as session,
        ):
            session.run(build).consume()

    builder = threading.Thread(target=run)
    builder.start()
    until = time.monotonic() + 60
    while name not in _orphans(graph):
        assert time.monotonic() < until, "the constraint was there before it was seen being built"
    _kill(Home.of(settings))
    builder.join()


def _orphans(graph: Graph) -> list[str]:
    with graph.session(read=True) as session:
        shown = "SHOW INDEXES YIELD name, state WHERE state = 'POPULATING' RETURN name"
        return list(session.run(shown).value())


def _constrained(graph: Graph) -> list[str]:
    with graph.session(read=True) as session:
        return list(session.run("SHOW CONSTRAINTS YIELD labelsOrTypes AS of RETURN of[0]").value())


def test_up_killed_at_any_moment_is_taken_over(own: Settings, rounds: Rounds, report: Report) -> None:
    program = (
        "import sys; from pathlib import Path; from bioloom.graph.server import start; "
        "from bioloom.settings import Settings; "
        "start(Settings(home=Path(sys.argv[1]), neo4j_uri=None, heap='512m', pagecache='64m'))"
    )
    variables = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    seeds = rounds(1, 20)
    latest = 8.0 if len(seeds) > 1 else 3.0  # a start has often ended later: one round is to break into it
    for seed in seeds:
        stop(own)
        with subprocess.Popen([sys.executable, "-c", program, str(own.home)], env=variables) as starter:
            time.sleep(random.Random(seed).uniform(0.2, latest))
            starter.kill()
        start(own)
        home = Home.of(own)
        servers = [p for p in psutil.process_iter() if f"--home-dir={home.root}" in _words(p)]
        assert len(servers) == 1, f"seed {seed}"
        assert running_supervisor(home) is not None, f"seed {seed}"
    report("`bioloom up` killed at any moment leaves one supervised server", len(seeds), len(seeds))


def _words(process: psutil.Process) -> list[str]:
    try:
        return [] if process.status() == psutil.STATUS_ZOMBIE else list(process.cmdline())
    except psutil.Error:
        return []
