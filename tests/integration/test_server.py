"""The managed server for real: one home through starts, stops, crashes and damage.

The tests share a home and leave its server running or stopped as they like: each begins with `start`.
"""

import os
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from bioloom.errors import BioloomError, DatabaseUnavailable, ServerError
from bioloom.graph.connection import Endpoint, connect
from bioloom.graph.server import ServerProgress, running_endpoint, start, status, stop
from bioloom.graph.server.doctor import diagnose
from bioloom.graph.server.paths import Home
from bioloom.graph.server.ports import Ports
from bioloom.graph.server.state_file import State, read_state, write_state
from bioloom.settings import Settings
from running_service import running_service

pytestmark = pytest.mark.integration

SMALL = {"BIOLOOM_HEAP": "256m", "BIOLOOM_PAGECACHE": "64m"}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """One home for all tests here, with a blank and a letter beyond ASCII in its name."""
    made = Settings(
        home=tmp_path_factory.mktemp("home") / "my höme", neo4j_uri=None, heap="256m", pagecache="64m"
    )
    yield made
    stop(made)


@pytest.fixture
def home(settings: Settings) -> Home:
    return Home.of(settings)


def _servers(home: Home) -> list[int]:
    return [
        process.pid
        for process in psutil.process_iter(["cmdline", "status"])
        if f"--home-dir={home.root}" in (process.info["cmdline"] or [])
        and process.info["status"] != psutil.STATUS_ZOMBIE
    ]


def _mark(where: Endpoint, name: str) -> None:
    with connect(where) as graph, graph.session() as session:
        session.run("CREATE (:Mark {name: $name})", name=name).consume()


def _marks(where: Endpoint) -> set[str]:
    with connect(where) as graph, graph.session(read=True) as session:
        return {row["name"] for row in session.run("MATCH (m:Mark) RETURN m.name AS name")}


def _kill(home: Home) -> int:
    """Kill the server the hard way and wait until it is gone."""
    (pid,) = _servers(home)
    os.kill(pid, signal.SIGKILL)
    while _servers(home):
        time.sleep(0.02)
    return pid


def test_two_first_starts_at_once_make_one_server(settings: Settings, home: Home) -> None:
    with pytest.raises(DatabaseUnavailable, match="bioloom up"):
        running_endpoint(settings)
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(start, [settings, settings])
    assert first == second == running_endpoint(settings)
    assert len(_servers(home)) == 1
    assert stat.S_IMODE(home.password.stat().st_mode) == 0o600
    assert first.password == home.password.read_text().strip()
    assert len(first.password) >= 32
    commands = " ".join(" ".join(psutil.Process(pid).cmdline()) for pid in _servers(home))
    assert first.password not in commands


def test_serves_the_browser_on_loopback_only(settings: Settings, home: Home) -> None:
    where = start(settings)
    assert where.browser is not None
    with urllib.request.urlopen(where.browser, timeout=10) as answer:
        assert b"Neo4j Browser" in answer.read()
    (pid,) = _servers(home)
    listening = {
        connection.laddr.ip.removeprefix("::ffff:")
        for connection in psutil.Process(pid).net_connections("tcp")
        if connection.status == psutil.CONN_LISTEN
    }
    assert listening == {"127.0.0.1"}


def test_starting_again_is_the_same_server_and_says_nothing(settings: Settings, home: Home) -> None:
    where = start(settings)
    before = _servers(home)
    told: list[ServerProgress] = []
    assert start(settings, told.append) == where
    assert told == []
    assert _servers(home) == before


def test_only_a_start_of_our_own_is_told(settings: Settings, home: Home) -> None:
    stop(settings)
    told: list[int] = []
    for _ in range(2):
        start(settings, started=lambda: told.extend(_servers(home)))
    assert told == _servers(home)


def test_status_and_doctor_of_a_running_server(settings: Settings, home: Home) -> None:
    where = start(settings)
    found = status(settings)
    assert found.running
    assert found.managed
    assert found.uri == where.uri
    assert found.version == "5.26.30"
    assert found.nodes is not None
    assert found.data_bytes is not None
    assert found.data_bytes > 0
    assert [check for check in diagnose(settings) if check.outcome == "failed"] == []


def test_stop_and_start_keep_data_and_ports_and_need_no_network(settings: Settings, home: Home) -> None:
    where = start(settings)
    _mark(where, "kept")
    assert stop(settings) is True
    assert _servers(home) == []
    assert stop(settings) is False
    assert status(settings).running is False
    told: list[ServerProgress] = []
    offline = settings.model_copy(update={"maven": "http://127.0.0.1:9/nowhere"})
    assert start(offline, told.append) == where
    assert {message.step for message in told} == {"start"}
    assert "kept" in _marks(where)


def test_a_killed_server_comes_back_with_all_that_was_committed(settings: Settings, home: Home) -> None:
    where = start(settings)
    _mark(where, "committed just before")
    pid = _kill(home)
    told: list[ServerProgress] = []
    where = start(settings, told.append)
    assert "committed just before" in _marks(where)
    assert any(f"process {pid}" in message.text for message in told if message.step == "note")


def test_the_service_outlives_a_restart_of_its_database(settings: Settings) -> None:
    start(settings)
    question = {"question": "At what temperature is the DNA eluted?"}
    with running_service(settings.home, SMALL) as service:
        assert service.client.post("/retrieve", json=question).status_code == 200
        stop(settings)
        refused = service.client.post("/retrieve", json=question)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert "bioloom up" in refused.json()["detail"]
        while (health := service.client.get("/health")).status_code == 200:
            time.sleep(0.05)
        assert (health.status_code, health.headers["retry-after"]) == (503, "5")
        assert service.client.get("/health?probe=live").status_code == 200
        assert "bioloom_database_up 0.0" in service.client.get("/metrics").text
        start(settings)
        while service.client.post("/retrieve", json=question).status_code != 200:
            time.sleep(0.05)
        assert service.client.get("/health").json()["database"] is True


def test_damaged_state_a_reused_number_and_taken_ports_at_once(settings: Settings, home: Home) -> None:
    start(settings)
    stop(settings)
    with socket.create_server(("127.0.0.1", 0)) as squatter:
        taken = squatter.getsockname()[1]
        write_state(home.state, State(Ports(taken, taken), os.getpid(), "here"))
        told: list[ServerProgress] = []
        where = start(settings, told.append)
        assert where.uri != f"bolt://127.0.0.1:{taken}"
        assert any("taken" in message.text for message in told)
        remembered = read_state(home.state)
    home.state.write_text('{"ports": ')
    assert running_endpoint(settings) == where, "found by its process, not by the damaged file"
    assert start(settings) == where
    assert stop(settings) is True
    assert remembered is not None
    kept = read_state(home.state)
    assert kept is not None
    assert (kept.ports, kept.pid) == (remembered.ports, None)


_STARTER = """
import sys
from pathlib import Path
from bioloom.graph.server import start
from bioloom.settings import Settings
start(Settings(home=Path(sys.argv[1]), neo4j_uri=None))
"""


def test_a_start_killed_in_the_middle_is_taken_over(settings: Settings, home: Home) -> None:
    stop(settings)
    environment = os.environ | SMALL | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", _STARTER, str(settings.home)], env=environment) as starter:
        while not _servers(home) and starter.poll() is None:
            time.sleep(0.01)
        starter.kill()
    orphans = _servers(home)
    assert len(orphans) == 1
    where = start(settings)
    assert _servers(home) == orphans
    assert _marks(where)


def test_a_wrong_password_file_is_explained(settings: Settings, home: Home) -> None:
    where = start(settings)
    stop(settings)
    home.password.write_text("not the password\n")
    home.password.chmod(0o644)
    with pytest.raises(BioloomError, match=r"refused user .*write the new one into .*password"):
        start(settings)
    assert stat.S_IMODE(home.password.stat().st_mode) == 0o600
    assert [check.name for check in diagnose(settings) if check.outcome == "failed"] == ["database"]
    home.password.write_text(where.password + "\n")
    assert start(settings).password == where.password
    stop(settings)
    home.password.unlink()
    with pytest.raises(ServerError, match="put it back"):
        start(settings)
    home.password.write_text(where.password + "\n")


def test_many_wrong_passwords_are_told_to_wait(settings: Settings) -> None:
    where = replace(start(settings), password="wrong", server=None)
    for said in ["set NEO4J_USERNAME and NEO4J_PASSWORD"] * 3 + ["wait some seconds and try again"]:
        with pytest.raises(BioloomError, match=said), connect(where):
            pass
    stop(settings)  # which forgets them


def test_a_server_that_cannot_start_shows_its_own_words_and_the_log(settings: Settings, home: Home) -> None:
    stop(settings)
    broken = settings.model_copy(update={"heap": "1m"})
    with pytest.raises(ServerError, match="heap") as caught:
        start(broken)
    assert str(home.log) in str(caught.value)
    assert _servers(home) == []


def test_a_home_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerError, match="BIOLOOM_HOME") as caught:
        start(Settings(home=tmp_path / "file", neo4j_uri=None))
    assert "\n" not in str(caught.value)
