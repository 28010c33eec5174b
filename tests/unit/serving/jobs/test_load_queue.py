"""Load queue whose load does not go through: without a database, out of time, or when the service stops."""

import io
import os
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast
from unittest.mock import patch

import pytest

from bioloom.errors import (
    BioloomError,
    Busy,
    DatabaseUnavailable,
    TimeLimitReached,
    UnknownFormatError,
    UsageError,
)
from bioloom.pipeline.load_worker import FinishedLoad, LoadOrder, LoadProcess, LoadStage, RejectedLine
from bioloom.pipeline.sources import uploads
from bioloom.pipeline.sources.uploads import keep_upload, noted_uploads, write_note
from bioloom.serving.jobs.load_queue import _PAUSES, UNREACHED, LoadQueue, UploadJob, seconds_for
from bioloom.serving.models.page_cursors import read_cursor
from bioloom.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", neo4j_uri="bolt://127.0.0.1:1", neo4j_password=None)


@pytest.fixture
def jobs(settings: Settings) -> Iterator[LoadQueue]:
    made = LoadQueue(settings, seconds=lambda _: 60, pauses=())
    yield made
    made.close()


def over(jobs: LoadQueue, job: UploadJob) -> UploadJob:
    """Wait for a job to be over."""
    for _ in range(4000):
        found = jobs.get(job.id)
        assert found is not None
        if found.status in {"done", "failed"}:
            return found
        time.sleep(0.05)
    raise AssertionError("the job is not over")


def test_without_a_database_the_job_says_so_and_the_file_is_kept(jobs: LoadQueue, settings: Settings) -> None:
    job = jobs.submit("C:\\lab\\notes.txt", io.BytesIO(b"Notes\nAdd water.\n"), "none")
    assert (job.status, job.label) == ("queued", "notes.txt")
    found = over(jobs, job)
    assert found.status == "failed"
    assert "no Neo4j answers" in str(found.error)
    [kept] = (settings.home / "uploads").glob("*.txt")
    assert f"bioloom load PATH --corpus upload, where PATH is uploads/{kept.name}" in str(found.error)
    assert kept.read_bytes() == b"Notes\nAdd water.\n"
    assert [each.id for each in jobs.list()] == [job.id]


def test_a_failed_load_names_no_path_of_the_home(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")  # whose managed database does not run
    jobs = LoadQueue(settings, seconds=lambda _: 60, pauses=())
    found = over(jobs, jobs.submit("notes.txt", io.BytesIO(b"Notes\nAdd water.\n"), "none"))
    jobs.close()
    assert "no Neo4j runs for its home" in str(found.error)


def test_a_load_that_takes_too_long_is_ended(settings: Settings) -> None:
    jobs = LoadQueue(settings, seconds=lambda _: 0.0)
    found = over(jobs, jobs.submit("a.md", io.BytesIO(b"# Notes\nAdd water.\n"), "none"))
    jobs.close()
    assert found.status == "failed"
    assert "took longer than 0 s" in str(found.error)
    assert [(reject.reason, reject.line) for reject in found.rejects] == [("TIME_LIMIT", None)]


class Scripted:
    """A process whose loads end one after the other as it was told; the last end is repeated."""

    def __init__(self, *ends: FinishedLoad | BioloomError) -> None:
        self.ends = list(ends)
        self.begun: list[LoadOrder] = []
        self.in_graph: tuple[str, ...] = ()

    def load(self, order: LoadOrder, *_: object, seconds: float) -> FinishedLoad:
        """End as told."""
        assert order.path.is_file()
        self.begun.append(order)
        end = self.ends.pop(0) if len(self.ends) > 1 else self.ends[0]
        if isinstance(end, BioloomError):
            raise end
        return end

    def written(self, _: LoadOrder) -> tuple[str, ...]:
        """Give what it was told."""
        return self.in_graph

    def stop(self) -> None:
        """End."""

    kill = stop


class Slow:
    """A process that loads nothing until it is told to, and notes what came in which order."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go = threading.Semaphore(0)

    def load(self, order: LoadOrder, *_: object, seconds: float) -> FinishedLoad:
        """Note the label and wait."""
        self.begun.append(order.label)
        assert seconds == 90.0
        assert self.go.acquire(timeout=20)
        return FinishedLoad({}, (), ())

    def stop(self) -> None:
        """End."""

    kill = stop


def test_a_database_that_comes_back_has_the_file(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    jobs = LoadQueue(settings, pauses=(0.0, 0.0, 60.0))
    away = DatabaseUnavailable("no Neo4j answers")
    loads = Scripted(away, away, FinishedLoad({}, ("upload:a",), ()))
    jobs._apart = cast("LoadProcess", loads)
    job = over(jobs, jobs.submit("a.txt", io.BytesIO(b"Notes\n"), "none"))
    jobs.close()
    assert (job.status, job.error, job.documents) == ("done", None, ("upload:a",))
    assert len(loads.begun) == 3
    assert "is tried again in 0 s" in caplog.text
    assert len(list((settings.home / "originals").iterdir())) == 1


def test_a_job_that_waits_for_the_database_says_so_and_a_stop_ends_the_wait(settings: Settings) -> None:
    jobs = LoadQueue(settings, pauses=(60.0,))
    jobs._apart = cast("LoadProcess", Scripted(DatabaseUnavailable("no Neo4j answers")))
    job = jobs.submit("a.txt", io.BytesIO(b"Notes\n"), "none")
    while (found := jobs.get(job.id)) is not None and found.stage != UNREACHED:
        time.sleep(0.01)
    assert found is not None
    assert (found.status, found.error) == ("running", None)
    began = time.monotonic()
    jobs.close()
    assert time.monotonic() - began < 5
    assert len(list((settings.home / "uploads").glob("*.txt"))) == 1
    assert "loaded when the service starts again" in str(over(jobs, job).error)
    assert [(note.job, note.begun) for note, _ in noted_uploads(settings)] == [(job.id, 0)]


def accept(settings: Settings, label: str, content: bytes, extract: str = "none") -> UploadJob:
    """Accept a file in a service that is killed before it loads it."""
    with patch.object(threading.Thread, "start"):
        killed = LoadQueue(settings)
        job = killed.submit(label, io.BytesIO(content), extract)
    assert killed._held is not None
    os.close(killed._held)  # as the end of its process does
    return job


def test_what_a_killed_service_had_accepted_is_loaded_by_the_next_one(settings: Settings) -> None:
    first = accept(settings, "a.txt", b"Notes\nAdd water.\n", "local")
    second = accept(settings, "b.md", b"# More\nAdd salt.\n")
    same = accept(settings, "c.md", b"# More\nAdd salt.\n", "local")
    folder = settings.home / "uploads"
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    for path in folder.iterdir():
        os.utime(path, ns=(0, path.stat().st_mtime_ns - 3 * 24 * 3600 * 10**9))  # they do not grow too old
    loads = Scripted(FinishedLoad({}, ("upload:a",), ()))
    with patch.object(LoadProcess, "load", loads.load):
        jobs = LoadQueue(settings)
        ended = [over(jobs, job) for job in (first, second, same)]
        jobs.close()
    assert [(job.status, job.label, job.extract) for job in ended] == [
        ("done", "a.txt", "local"),
        ("done", "b.md", "none"),
        ("done", "c.md", "local"),
    ]
    assert [order.label for order in loads.begun] == ["a.txt", "b.md", "c.md"]
    assert not list(folder.iterdir())
    assert len(list((settings.home / "originals").iterdir())) == 2


def test_a_stop_keeps_what_waits_for_the_next_start(settings: Settings) -> None:
    jobs = LoadQueue(settings)
    slow = Slow()
    jobs._apart = cast("LoadProcess", slow)
    running = jobs.submit("a.txt", io.BytesIO(b"Notes\n"), "none")
    waiting = jobs.submit("b.txt", io.BytesIO(b"More\n"), "none")
    while not slow.begun:
        time.sleep(0.01)
    jobs._closing.set()
    slow.go.release()
    late = over(jobs, waiting)
    jobs.close()
    assert (late.status, over(jobs, running).status) == ("failed", "done")
    assert "loaded when the service starts again" in str(late.error)
    [(note, path)] = noted_uploads(settings)
    assert (note.job, note.begun, path.read_bytes()) == (waiting.id, 0, b"More\n")


def test_a_file_that_ends_the_service_again_and_again_is_left_alone(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    job = accept(settings, "a.txt", b"Notes\n")
    [(note, path)] = noted_uploads(settings)
    write_note(settings, replace(note, begun=3))
    jobs = LoadQueue(settings)
    jobs.close()
    assert jobs.get(job.id) is None
    assert f"load it with: bioloom load {path} --corpus upload --extract none" in caplog.text
    assert path.is_file()


def test_a_load_is_noted_before_it_begins(settings: Settings) -> None:
    jobs = LoadQueue(settings)
    slow = Slow()
    jobs._apart = cast("LoadProcess", slow)
    jobs.submit("a.txt", io.BytesIO(b"Notes\n"), "none")
    while not slow.begun:
        time.sleep(0.01)
    assert [note.begun for note, _ in noted_uploads(settings)] == [1]
    slow.go.release()
    jobs.close()


def test_a_second_service_of_a_home_leaves_the_uploads_to_the_first(settings: Settings) -> None:
    jobs = LoadQueue(settings)
    slow = Slow()
    jobs._apart = cast("LoadProcess", slow)
    jobs.submit("a.txt", io.BytesIO(b"Notes\n"), "none")
    other = LoadQueue(settings)
    assert not other.list()
    other.close()
    slow.go.release()
    jobs.close()


@pytest.mark.parametrize("note", [b"{", b"[]", b'{"job": "x"}', b"\xff", b'{"file": "../token"}'])
def test_a_damaged_note_is_dropped_and_its_file_told(
    settings: Settings, caplog: pytest.LogCaptureFixture, note: bytes
) -> None:
    job = accept(settings, "a.txt", b"Notes\n")
    (settings.home / "uploads" / f"{job.id}.job").write_bytes(note)
    LoadQueue(settings).close()
    [left] = (settings.home / "uploads").iterdir()
    assert f"an upload was left behind; load it with: bioloom load {left} --corpus upload" in caplog.text


def test_a_note_leads_to_no_other_file(settings: Settings) -> None:
    accept(settings, "a.txt", b"Notes\n")
    [(note, _)] = noted_uploads(settings)
    (settings.home / "token").write_text("secret")
    write_note(settings, replace(note, file="../token"))
    assert not noted_uploads(settings)


def test_another_fault_than_an_absent_database_is_not_tried_again(settings: Settings) -> None:
    jobs = LoadQueue(settings, pauses=(0.0,))
    loads = Scripted(BioloomError("the file is of no use"))
    jobs._apart = cast("LoadProcess", loads)
    job = over(jobs, jobs.submit("a.txt", io.BytesIO(b"Notes\n"), "none"))
    jobs.close()
    assert (job.status, job.error, len(loads.begun)) == ("failed", "the file is of no use", 1)
    assert not list((settings.home / "uploads").iterdir())


@pytest.mark.parametrize("in_graph", [("upload:a",), ("upload:a", "upload:b")])
def test_a_load_that_is_ended_tells_what_it_wrote_and_its_file_stays_an_original(
    settings: Settings, in_graph: tuple[str, ...]
) -> None:
    jobs = LoadQueue(settings)
    loads = Scripted(TimeLimitReached("loading took longer than 92 s, and was stopped"))
    loads.in_graph = in_graph
    jobs._apart = cast("LoadProcess", loads)
    job = over(jobs, jobs.submit("a.txt", io.BytesIO(b"Notes\n"), "local"))
    jobs.close()
    assert (job.status, job.documents) == ("failed", in_graph)
    said = "Its document is" if len(in_graph) == 1 else "2 documents of it are"
    assert f"stopped. {said} in the graph, and can be asked: send the same file again" in str(job.error)
    assert [reject.detail for reject in job.rejects] == [job.error]
    assert not list((settings.home / "uploads").iterdir())
    assert len(list((settings.home / "originals").iterdir())) == 1


class Line:
    """The connection to a process that says what it was told, one message a look."""

    def __init__(self, *said: LoadStage | FinishedLoad) -> None:
        self.said = list(said)

    def poll(self, _: float) -> bool:
        """Every second look finds a message."""
        time.sleep(0.02)
        self.looks = not getattr(self, "looks", True)
        return self.looks

    def send(self, _: object) -> None:
        """Take an order."""

    close = send

    def recv(self) -> LoadStage | FinishedLoad:
        """Give the next message."""
        return self.said.pop(0)


def test_a_load_that_grounds_names_has_as_much_time_again(settings: Settings) -> None:
    order = LoadOrder(settings.home / "a.txt", "a.txt", "upload", "none")
    grounding = LoadStage("grounding", 0, None)
    loads, end = LoadProcess(settings), FinishedLoad({}, ("upload:a",), ())
    with patch.object(loads, "_connected", lambda: Line(grounding, *[LoadStage("loading", 1, 1)] * 3, end)):
        assert loads.load(order, lambda _: None, seconds=0.15) == end
    with (
        patch.object(loads, "_connected", lambda: Line(*[LoadStage("loading", 1, 1)] * 5, end)),
        pytest.raises(TimeLimitReached),
    ):
        loads.load(order, lambda _: None, seconds=0.15)


def test_the_database_is_waited_for_ten_minutes() -> None:
    assert sum(_PAUSES) == 600.0
    assert list(_PAUSES) == sorted(_PAUSES)


@pytest.mark.parametrize(
    ("found", "error"),
    [
        (FinishedLoad({}, (), ()), "no document was loaded: the file holds none"),
        (FinishedLoad({}, (), (RejectedLine("EMPTY", 1, ""),)), "no document was loaded: EMPTY"),
        (
            FinishedLoad(
                {}, (), (RejectedLine("BINARY", None, "this is no text"), RejectedLine("X", 2, "y"))
            ),
            "no document was loaded: this is no text",
        ),
        (FinishedLoad({}, ("upload:a",), (RejectedLine("EMPTY", 1, "a blank line"),)), None),
    ],
)
def test_a_load_that_brought_no_document_says_why(
    settings: Settings, found: FinishedLoad, error: str | None
) -> None:
    jobs = LoadQueue(settings)
    jobs._apart = cast("LoadProcess", Scripted(found))
    job = over(jobs, jobs.submit("a.txt", io.BytesIO(b"Notes\n"), "none"))
    jobs.close()
    assert (job.status, job.error) == ("done", error)


def test_clients_take_turns_and_are_told_their_place(settings: Settings) -> None:
    jobs = LoadQueue(settings, waiting=6, of_one=4)
    slow = Slow()
    jobs._apart = cast("LoadProcess", slow)

    def send(label: str, client: str) -> UploadJob:
        return jobs.submit(label, io.BytesIO(f"Notes\nAdd {label}.\n".encode()), "none", client)

    sent = [send("a0.txt", "a")]
    while not slow.begun:
        time.sleep(0.01)
    sent += [send(f"a{number}.txt", "a") for number in range(1, 5)]
    with pytest.raises(Busy, match="4 files of yours wait"):
        send("a5.txt", "a")
    sent.append(send("b1.txt", "b"))
    assert sent[-1].position == 1
    sent.append(send("c1.txt", "c"))
    places = {job.label: job.position for job in jobs.list()}
    assert places == {
        "a0.txt": None, "b1.txt": 1, "c1.txt": 2, "a1.txt": 3, "a2.txt": 4, "a3.txt": 5, "a4.txt": 6,
    }  # fmt: skip
    for _ in sent:
        slow.go.release()
    assert {over(jobs, job).status for job in sent} == {"done"}
    assert slow.begun == ["a0.txt", "b1.txt", "c1.txt", "a1.txt", "a2.txt", "a3.txt", "a4.txt"]
    jobs.close()


def test_the_time_of_a_file_grows_with_its_size_up_to_half_an_hour() -> None:
    times = [seconds_for(size) for size in (0, 100_000, 1_000_000, 10**9)]
    assert times == [90.0, 114.0, 334.0, 1800.0]


def test_a_full_line_and_a_service_that_stops_take_nothing_in(settings: Settings) -> None:
    jobs = LoadQueue(settings, waiting=0, seconds=lambda _: 60)
    first = jobs.submit("a.txt", io.BytesIO(b"Notes\nAdd water.\n"), "none")
    with pytest.raises(Busy, match="wait for loading"):
        jobs.submit("b.txt", io.BytesIO(b"Notes\nAdd salt.\n"), "none")
    jobs.close()
    with pytest.raises(Busy, match="stopping"):
        jobs.submit("b.txt", io.BytesIO(b"Notes\nAdd salt.\n"), "none")
    assert jobs.get(first.id) is not None
    assert jobs.get("none") is None


@pytest.mark.parametrize(
    "label", ["../../../x.txt", "/etc/passwd.txt", "..\\x.txt", "\x00.txt", "🧬.TXT", ".txt"]
)
def test_no_name_of_the_senders_reaches_the_disk(settings: Settings, label: str) -> None:
    kept = keep_upload(settings, label, io.BytesIO(b"Notes\nAdd water.\n"))
    assert kept.parent == settings.home / "uploads"
    assert re.fullmatch(r"[0-9a-f]{20}\.txt", kept.name)
    assert (kept.parent.stat().st_mode & 0o777, kept.stat().st_mode & 0o777) == (0o700, 0o600)
    assert {path.name for path in settings.home.rglob("*")} == {"uploads", kept.name}


@pytest.mark.parametrize(
    ("label", "content"),
    [
        ("a.txt", b"\x1f\x8bpacked"),
        ("a.pdf", b"MZ"),
        ("a.sh", b"ls"),
        ("", b"x"),
        ("a.json", b'{"nodes": []}'),
    ],
)
def test_what_is_refused_leaves_nothing(settings: Settings, label: str, content: bytes) -> None:
    with pytest.raises(UnknownFormatError):
        keep_upload(settings, label, io.BytesIO(content))
    with pytest.raises(UsageError, match="empty"):
        keep_upload(settings, "a.txt", io.BytesIO(b""))
    assert not [path for path in settings.home.rglob("*") if path.is_file()]


@pytest.mark.parametrize("cursor", ["e30", "WyJhIl0x", "W10", "WzFd", "WyJcdWQ4MDAiXQ", "é", "a" * 3])
def test_a_cursor_of_nobody_is_refused(cursor: str) -> None:
    with pytest.raises(UsageError, match="cursor"):
        read_cursor(cursor, 1)


def test_a_file_that_is_sent_again_while_its_job_ends_stays(settings: Settings) -> None:
    jobs, slow, checked = LoadQueue(settings), Slow(), uploads._check_format
    jobs._apart = cast(LoadProcess, slow)
    first = jobs.submit("a.txt", io.BytesIO(b"Notes\nAdd water.\n"), "none")

    def check(path: Path, suffix: str) -> None:
        """Let the first job of the file end after it was written again and before it is read."""
        slow.go.release()
        assert over(jobs, first).status == "done"
        checked(path, suffix)

    with patch.object(uploads, "_check_format", check):
        again = jobs.submit("a.txt", io.BytesIO(b"Notes\nAdd water.\n"), "none")
    slow.go.release()
    assert over(jobs, again).status == "done"
    jobs.close()
    assert not jobs._reserved
    assert not list((settings.home / "uploads").glob("*.txt"))
