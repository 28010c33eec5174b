"""The disk of the managed server's home runs full: said with path and variable, mended by `bioloom up`."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from bioloom.errors import DatabaseUnavailable, ServerError
from bioloom.graph.connection import Endpoint, connect
from bioloom.graph.digest import digest
from bioloom.graph.server import ServerProgress, start, status, stop
from bioloom.graph.server.doctor import diagnose
from bioloom.graph.server.lifecycle import running_server, running_supervisor
from bioloom.graph.server.paths import Home
from bioloom.graph.server.processes import kill
from bioloom.pipeline import load
from bioloom.settings import Settings
from bioloom_loaders.kgx import KgxLoader
from loader_process import find_damage, write_kgx

Report = Callable[..., None]
Rounds = Callable[[int, int], range]

pytestmark = [pytest.mark.integration, pytest.mark.timeout(1800)]  # a recovery takes long on a busy machine


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a small disk of memory."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=700m", "none", str(place)]
    try:
        outcome = subprocess.run(command, capture_output=True, check=False)
    except OSError as error:
        pytest.skip(f"no small disk can be mounted here: {error}")
    if outcome.returncode != 0:
        pytest.skip(f"no small disk can be mounted here: {outcome.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def _fill(path: Path) -> None:
    with suppress(OSError), path.open("wb") as file:
        while True:
            file.write(bytes(2**20))
            file.flush()


def _write_much(where: Endpoint) -> None:
    with connect(where) as graph, graph.session() as session:
        for _ in range(200):
            session.run(
                "UNWIND range(1, 2000) AS i CREATE (:Filler {text: $text + i})", text="some text " * 400
            ).consume()


def test_a_load_goes_on_after_the_disk_was_full(disk: Path, tmp_path: Path, report: Report) -> None:
    settings = Settings(home=disk / "home", neo4j_uri=None, heap="512m", pagecache="64m")
    source = write_kgx(tmp_path, "graph", range(600), range(3000), of=600)
    where = start(settings)
    try:
        filler = disk / "filler"
        _fill(filler)
        with pytest.raises(
            DatabaseUnavailable, match=r"the disk of .*/disk/home/neo4j is full.*BIOLOOM_HOME"
        ):
            _write_much(where)
        assert "BIOLOOM_HOME" in (status(settings).problem or "")
        checks = {check.name: check for check in diagnose(settings)}
        assert checks["home"].outcome == "ok"
        assert "free some space" in checks["space"].hint
        assert {name for name, check in checks.items() if check.outcome == "failed"} == {"space", "database"}
        filler.unlink()
        told: list[ServerProgress] = []
        where = start(settings, told.append)
        with connect(where) as graph:
            with graph.session() as session:
                session.run("MATCH (n:Filler) CALL (n) { DELETE n } IN TRANSACTIONS OF 5000 ROWS").consume()
            loaded = load(source, graph, settings, format=KgxLoader(), rows=150)
            assert loaded.counts.read > 0
            assert digest(graph)
            assert find_damage(graph) == []
    finally:
        stop(settings)
    report("a load goes on after the disk was full", 1, 1)


def test_a_log_that_cannot_be_read_is_told_at_once(tmp_path: Path, rounds: Rounds, report: Report) -> None:
    if not rounds(0, 1):
        pytest.skip("takes a minute: run by `make faults`")
    settings = Settings(home=tmp_path / "home", neo4j_uri=None, heap="512m", pagecache="64m")
    try:
        with connect(start(settings)) as graph, graph.session() as session:
            session.run("CREATE (:Filler)").consume()
        home = Home.of(settings)
        supervisor, running = running_supervisor(home), running_server(home)
        assert supervisor is not None
        assert running is not None
        kill(supervisor)
        kill(running.pid)
        (log,) = (home.data / "transactions" / "neo4j").glob("neostore.transaction.db.*")
        with log.open("r+b") as file:
            file.seek(len(file.read().rstrip(b"\0")) + 64)
            file.write(b"\x14" * 4096)
        with pytest.raises(ServerError, match=r"cannot start its database.*bioloom restore FILE --force"):
            start(settings)
    finally:
        stop(settings)
    report("a log that cannot be read is told with its cure", 1, 1)
