"""The exit log, and what is said of a server that is gone or silent: when, why, and what to do next."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bioloom.errors import DatabaseUnavailable
from bioloom.graph.server.exit_log import larger_heap, last_exit, parse_exit, read_exits, unasked_exit
from bioloom.graph.server.paths import Home
from bioloom.graph.server.ports import Ports, choose_ports
from bioloom.graph.server.processes import Running
from bioloom.graph.server.readiness import ProcessIdentity, account_of_absence
from bioloom.graph.server.supervisor import FLAG, explain_exit

PORTS = Ports(7700, 7500)
NOBODY = 2**22 + 1
"""A process number that no process has."""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    found = Home(tmp_path / "neo4j")
    found.create()
    return found


def line(reason: str = "heap", pid: int = 7, **other: object) -> str:
    """Write one line of the log."""
    end = {"pid": pid, "at": 1.5, "reason": reason, "code": 3, "heap": 512, "restarted": True}
    return json.dumps(end | {"given_up": False} | other)


def write(home: Home, *lines: str) -> None:
    home.exits.write_text("\n".join([*lines, ""]), encoding="utf-8")


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "{",
        "[]",
        "[" * 100_000,
        line(pid="7"),  # type: ignore[arg-type]
        line(at=None),
        line(code="3"),
        line()[:-9],
        '{"pid": 7}',
        "\0",
    ],
)
def test_a_damaged_line_is_left_out(home: Home, damaged: str) -> None:
    assert parse_exit(damaged) is None
    write(home, line("killed", 5), damaged, line("disk", 6))
    assert [(found.pid, found.reason) for found in read_exits(home)] == [(5, "killed"), (6, "disk")]


def test_a_home_without_a_log_has_no_ends(home: Home) -> None:
    assert read_exits(home) == ()
    assert last_exit(home) is None
    assert last_exit(home, 7, patience=0.1) is None


def test_the_last_end_is_that_of_the_process_that_is_asked_for(home: Home) -> None:
    write(home, line("heap", 5), line("killed", 6), line("disk", 5))
    last, of_six = last_exit(home), last_exit(home, 6)
    assert last is not None
    assert of_six is not None
    assert (last.pid, last.reason) == (5, "disk")
    assert of_six.reason == "killed"


@pytest.mark.parametrize(
    ("reason", "code", "expected", "said"),
    [
        ("asked", 143, True, "stopped by `bioloom down`"),
        ("stopped", 143, True, "somebody stopped its process"),
        ("heap", 3, False, "heap of 512 MiB was full.*BIOLOOM_HEAP=[0-9]+m bioloom up"),
        ("disk", 1, False, "disk of its home was full.*BIOLOOM_HOME"),
        ("killed", -9, False, "killed by signal 9"),
        ("start", 1, False, "could not start; see the log that `bioloom status` names"),
        ("unknown", 7, False, "by itself with exit code 7"),
        ("unknown", None, False, "by itself; see the log"),
    ],
)
def test_every_reason_has_its_sentence(reason: str, code: int | None, expected: bool, said: str) -> None:
    found = parse_exit(line(reason, code=code))
    assert found is not None
    assert found.expected is expected
    sentence = found.sentence()
    assert "\n" not in sentence
    assert sentence.startswith("Neo4j (process 7) ended at 19")
    assert re.search(said, sentence), sentence


@pytest.mark.parametrize(
    ("code", "asked", "text", "reason"),
    [
        (143, True, "", "asked"),
        (None, True, "", "asked"),
        (-9, True, "", "asked"),
        (1, True, "", "start"),
        (3, True, "ERROR Invalid memory configuration - exceeds physical memory", "start"),
        (3, False, "", "heap"),
        (None, False, "java.lang.OutOfMemoryError: Java heap space", "heap"),
        (None, False, "No space left on device", "disk"),
        (143, False, "", "stopped"),
        (0, False, "", "stopped"),
        (1, False, "", "start"),
        (-9, False, "", "killed"),
        (None, False, "", "unknown"),
        (7, False, "", "unknown"),
    ],
)
def test_an_end_is_explained_by_its_code_and_its_words(
    code: int | None, asked: bool, text: str, reason: str
) -> None:
    assert explain_exit(code, asked=asked, console=text, log=text) == reason


def test_a_failed_start_is_over_once_a_server_runs(home: Home) -> None:
    write(home, line("start", code=1))
    assert unasked_exit(home, running=True) is None
    assert unasked_exit(home, running=False) is not None


@pytest.mark.parametrize(("heap", "physical"), [(1, 2**20), (512, 2**29), (1024, 2**34), (65_536, 2**30)])
def test_a_larger_heap_is_larger_wherever_there_is_room(heap: int, physical: int) -> None:
    assert larger_heap(heap, physical) >= heap
    assert heap < 4 or larger_heap(heap, physical) > heap


def test_of_a_home_that_never_had_a_server_nothing_is_explained(home: Home) -> None:
    assert account_of_absence(home) == f"no Neo4j runs for {home.root.parent}; start it with: bioloom up"


def test_after_bioloom_down_the_end_is_no_news_but_to_who_used_the_server(home: Home) -> None:
    write(home, line("asked", NOBODY))
    assert account_of_absence(home).startswith("no Neo4j runs")
    assert "stopped by `bioloom down`; start it" in account_of_absence(home, Running(NOBODY, PORTS, 512))


def test_an_end_that_nobody_asked_for_is_told_with_what_to_do(home: Home) -> None:
    write(home, line("killed", NOBODY, code=-9, restarted=False, given_up=True))
    for said in (account_of_absence(home), account_of_absence(home, Running(NOBODY, PORTS, 512))):
        assert "killed by signal 9" in said
        assert said.endswith("; it ended too often to be started again; start it with: bioloom up")


def test_a_server_that_its_supervisor_starts_again_is_waited_for(home: Home) -> None:
    write(home, line("killed", NOBODY, code=-9))
    with program("print(flush=True); import sys; sys.stdin.read()", f"{FLAG}{home.root}"):
        said = account_of_absence(home)
    assert said.endswith("it is started again: run the same command once more")


def test_a_server_that_is_gone_is_explained_by_its_own_end(home: Home) -> None:
    write(home, line("killed", NOBODY, code=-9), line("heap", 7))
    identity = ProcessIdentity(home, Running(NOBODY, PORTS, 512))
    assert "killed by signal 9" in identity.explain()
    with pytest.raises(DatabaseUnavailable, match="killed by signal 9"):
        identity.verify()


def test_a_server_that_does_not_listen_yet_is_waited_for(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        bolt = stranger.getsockname()[1]
        words = f"-Dbioloom.bolt={bolt}", f"-Dbioloom.http={bolt}", f"--home-dir={home.root}"
        with program("print(flush=True); import sys; sys.stdin.read()", *words) as pid:
            identity = ProcessIdentity(home, Running(pid, Ports(bolt, bolt), 512))
            said = rf"does not listen on its ports yet \(another program holds {bolt}.*bioloom up"
            with pytest.raises(DatabaseUnavailable, match=said):
                identity.verify()
            assert not identity.seen


def test_a_server_that_opens_its_ports_one_by_one_is_no_other_program(home: Home) -> None:
    ports = choose_ports(PORTS)
    code = (
        f"import socket, sys; held = socket.create_server(('127.0.0.1', {ports.bolt})); print(flush=True); "
        "sys.stdin.read()"
    )
    words = f"-Dbioloom.bolt={ports.bolt}", f"-Dbioloom.http={ports.http}", f"--home-dir={home.root}"
    with program(code, *words) as pid:
        said = ProcessIdentity(home, Running(pid, ports, 512)).explain()
    assert "does not listen on its ports yet: it starts or recovers its data; wait for it" in said


def test_a_server_that_listens_and_is_silent_is_called_overloaded(home: Home) -> None:
    ports = choose_ports(PORTS)
    code = (
        f"import socket, sys; held = [socket.create_server(('127.0.0.1', port)) "
        f"for port in ({ports.bolt}, {ports.http})]; print(flush=True); sys.stdin.read()"
    )
    words = f"-Dbioloom.bolt={ports.bolt}", f"-Dbioloom.http={ports.http}", f"--home-dir={home.root}"
    with program(code, *words, "-Xmx512m") as pid:
        identity = ProcessIdentity(home, Running(pid, ports, 512))
        identity.verify()
        assert identity.seen
        said = identity.explain()
    assert "does not answer: overloaded, or its heap of 512 MiB is full" in said
    assert re.search("BIOLOOM_HEAP=[0-9]+m bioloom up$", said)


@contextmanager
def program(code: str, *words: str) -> Iterator[int]:
    """Run a program with these words on its command line; give its process."""
    command = [sys.executable, "-c", code, *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process.pid
        process.kill()
