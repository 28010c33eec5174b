"""Telling the server's process from every other."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bioloom.graph.server.paths import Home
from bioloom.graph.server.ports import Ports
from bioloom.graph.server.processes import (
    Running,
    await_command_line,
    clients,
    describe,
    find,
    find_moved,
    listens,
    started_at,
    terminate,
)

_STUBBORN = (
    "import signal, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); sys.stdin.read()"
)
_MEEK = "import sys; print(flush=True); sys.stdin.read()"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "neo4j")


@contextmanager
def _program(code: str, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
        process.kill()


def _words(home: Home) -> tuple[str, ...]:
    return "-Dbioloom.bolt=7700", "-Dbioloom.http=7500", f"--home-dir={home.root}"


def test_a_reused_process_number_is_not_the_server(home: Home) -> None:
    assert describe(home, os.getpid()) is None
    assert find(home, os.getpid()) is None


def test_a_server_is_found_by_its_data_after_its_home_was_moved(home: Home) -> None:
    home.create()
    lock = home.data / "databases" / "store_lock"
    lock.parent.mkdir()
    lock.touch()
    code = "import sys; held = open(sys.argv[1]); print(flush=True); sys.stdin.read()"
    old = f"{home.root}-old"
    with _program(code, str(lock), f"--home-dir={old}") as process:
        assert find(home, process.pid) is None
        assert find_moved(home) == (process.pid, old)
    assert find_moved(home) is None


def test_the_clients_of_a_database_are_found_by_their_connections() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = f"import socket, sys; held = socket.create_connection(('127.0.0.1', {port}))"
        with _program(f"{code}; print(flush=True); sys.stdin.read()") as process:
            assert clients(Ports(port, 1)) == {process.pid}
    assert clients(Ports(port, 1)) == set()


def test_a_number_that_nobody_has_is_not_the_server(home: Home) -> None:
    assert describe(home, 2**22 + 1) is None


def test_a_process_has_not_started_before_it_was_asked_to() -> None:
    for _ in range(3):
        asked = time.time()
        with _program(_MEEK) as process:
            assert asked - 0.05 <= started_at(process.pid) <= time.time()
        time.sleep(0.3)


def test_a_server_is_found_with_and_without_its_number(home: Home) -> None:
    with _program(_MEEK, *_words(home)) as process:
        expected = Running(process.pid, Ports(7700, 7500))
        assert find(home, process.pid) == expected
        assert find(home, None) == expected
        assert find(home, os.getpid()) == expected
        assert not listens(process.pid, expected.ports)


def test_a_server_is_known_from_its_first_moment(home: Home) -> None:
    for _ in range(5):
        command = [sys.executable, "-c", _MEEK, *_words(home)]
        pid = os.posix_spawn(command[0], command, os.environ)
        await_command_line(pid)
        found = describe(home, pid)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        assert found is not None
    await_command_line(pid)


def test_the_server_of_another_home_is_not_ours(home: Home) -> None:
    with _program(_MEEK, *_words(Home(home.root / "other"))) as process:
        assert find(home, process.pid) is None


def test_a_dead_child_that_nobody_waited_for_is_not_running(home: Home) -> None:
    with _program(_MEEK, *_words(home)) as process:
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert describe(home, process.pid) is None


def test_ends_a_server_gently(home: Home) -> None:
    with _program(_MEEK, *_words(home)) as process:
        assert terminate(home, process.pid, grace=20) is False
        assert describe(home, process.pid) is None


def test_kills_a_server_that_does_not_listen(home: Home) -> None:
    with _program(_STUBBORN, *_words(home)) as process:
        assert terminate(home, process.pid, grace=0.3) is True
        assert describe(home, process.pid) is None


def test_ending_what_has_ended_is_no_error(home: Home) -> None:
    with _program(_MEEK, *_words(home)) as process:
        process.kill()
        process.wait()
        assert terminate(home, process.pid, grace=1) is False
