"""What is shown of a log when a server does not start."""

from datetime import datetime
from pathlib import Path

import pytest

from bioloom.graph.server.log_reader import Journal, panic_since
from bioloom.graph.server.paths import Home

FAILED = """2026-11-21 10:29:18.408+0000 INFO  Starting...
2026-11-21 10:29:24.439+0000 ERROR Failed to start Neo4j on 127.0.0.1:7992.
java.lang.RuntimeException: Error starting Neo4j database server
\tat org.neo4j.graphdb.facade.DatabaseManagementServiceFactory.startDatabaseServer(Factory.java:288)
Caused by: org.neo4j.configuration.helpers.PortBindException: cannot bind to the socket /127.0.0.1:7990
\t... 10 more
Caused by: io.netty.NativeIoException: bind(..) failed with error(-98): Address already in use
2026-11-21 10:29:24.440+0000 INFO  Stopped.
"""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    place = Home(tmp_path / "neo4j")
    place.create()
    return place


def test_shows_errors_and_causes_without_stack_frames(home: Home) -> None:
    home.log.write_text(FAILED)
    said = Journal(home, 0).account()
    assert "Failed to start" in said
    assert said.endswith("Address already in use")
    assert "at org.neo4j" not in said
    assert "Starting..." not in said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("line", "cure"),
    [
        ("ERROR Invalid memory configuration - exceeds physical memory.", "BIOLOOM_HEAP"),
        ("Caused by: FileLockException: Lock file has been locked by another process: x", "end that first"),
    ],
)
def test_known_reasons_have_a_cure(home: Home, line: str, cure: str) -> None:
    home.log.write_text(f"2026-11-21 10:29:18.408+0000 {line}\n")
    assert cure in Journal(home, 0).account()


def test_shows_only_what_was_said_since(home: Home) -> None:
    home.log.write_text("an old ERROR line\n")
    journal = Journal.now(home)
    with home.log.open("a") as log:
        log.write("new words\n")
    assert journal.account() == "new words"


def test_a_rotated_log_is_read_from_its_beginning(home: Home) -> None:
    home.log.write_text("x" * 1000)
    journal = Journal.now(home)
    home.log.write_text("fresh\n")
    assert journal.account() == "fresh"


def test_what_java_says_before_the_log_is_open_is_shown(home: Home) -> None:
    home.console.write_text("Error: Could not create the Java Virtual Machine.\n")
    assert "Could not create the Java" in Journal.now(home).account()


def test_knows_a_lost_race_for_a_port(home: Home) -> None:
    home.log.write_text(FAILED)
    assert Journal(home, 0).blames_ports()
    assert not Journal.now(home).blames_ports()


def test_the_latest_start_is_found(home: Home) -> None:
    home.log.write_text("x ERROR old\n" + FAILED + FAILED.replace("7992", "8888"))
    tail = Journal.latest(home).account()
    assert "8888" in tail
    assert "7992" not in tail
    assert "old" not in tail


def test_no_log_at_all_is_no_words(home: Home) -> None:
    assert Journal.now(home).account() == ""
    assert Journal.latest(home).account() == ""


def test_broken_bytes_and_endless_lines_are_shown_cut(home: Home) -> None:
    home.log.write_bytes(b"\xff\xfe" + b"y" * 500_000 + b"\n")
    assert len(Journal(home, 0).account()) < 1000


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("Database panic: The database has encountered a critical error", "error"),
        ("Database panic\njava.io.IOException: No space left on device", "disk"),
        ("Failed to start DatabaseId{da1e9c3c[neo4j]}\njava.lang.RuntimeException", "error"),
        ("Database is ready", None),
    ],
)
def test_a_database_that_stopped_or_did_not_start_is_told_by_its_log(
    home: Home, words: str, reason: str | None
) -> None:
    home.debug_log.write_text(f"2026-11-23 04:50:05.615+0000 ERROR [o.n.m.DatabaseHealth] {words}\n")
    since = datetime.fromisoformat("2026-11-23 04:50:00+00:00").timestamp()
    assert panic_since(home, since) == reason
    assert panic_since(home, since + 60) is None
