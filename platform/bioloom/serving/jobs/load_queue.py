"""Load queue: uploaded files in fair turns, loaded one at a time in a worker process; the state of each."""

import logging
import os
import re
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, Literal

from bioloom.errors import BioloomError, Busy, DatabaseUnavailable, TimeLimitReached
from bioloom.pipeline.load_worker import FinishedLoad, LoadOrder, LoadProcess, LoadStage, RejectedLine
from bioloom.pipeline.sources.uploads import (
    CORPUS,
    UploadNote,
    command_for,
    drop_note,
    file_original,
    forget_uploads,
    hold_uploads,
    keep_upload,
    noted_uploads,
    take_original,
    write_note,
)
from bioloom.records.attributes import attributes
from bioloom.serving.jobs.fair_queue import FairQueue
from bioloom.serving.problem_details import without_home
from bioloom.settings import Settings

Status = Literal["queued", "running", "done", "failed"]

UNREACHED = "waiting for the database, which cannot be reached"
"""Stage of a load that is tried again."""

LABEL_LENGTH = 200
_REST = 600.0  # seconds without an order after which the process that loads is let go
_PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, *[60.0] * 9)  # seconds between tries without a database: 10 min
_MOST_BEGUN = 3  # loads of one file during which the service was killed
_LEAVE = 8.0  # seconds for the batch that is being written when the service stops

_LEAST_SECONDS, _MOST_SECONDS = 90.0, 1800.0
_BYTES_A_SECOND = 4096

_LATER = "it is loaded when the service starts again"

_log = logging.getLogger(__name__)


def seconds_for(size: int) -> float:
    """Give the time that a file of that size has; one core loads text three times as fast.

    >>> seconds_for(10_000), seconds_for(1_000_000), seconds_for(16 * 1024 * 1024)
    (92.0, 334.0, 1800.0)
    """
    return min(_MOST_SECONDS, float(round(_LEAST_SECONDS + size / _BYTES_A_SECOND)))


@dataclass(frozen=True, slots=True)
class UploadJob:
    """An uploaded file and how far its loading has come.

    `position` is its place in the queue, 1 for the next; None once it is out of it. `limit` is the time in
    seconds that its load may take. A `fresh` one reads a file again that is loaded already.
    """

    id: str
    label: str
    extract: str
    limit: float
    position: int | None = None
    status: Status = "queued"
    stage: str = "waiting"
    done: int = 0
    total: int | None = None
    counts: Mapping[str, object] | None = None
    documents: tuple[str, ...] = ()
    rejects: tuple[RejectedLine, ...] = ()
    error: str | None = None
    fresh: bool = False


def _kept(path: Path, why: str) -> str:
    """Say how the file of a job is loaded that failed without fault of its own."""
    return (
        f"{why}; the file is kept: send it again, restart the service, or use: bioloom load PATH "
        f"--corpus {CORPUS}, where PATH is {path.parent.name}/{path.name} of the service's home"
    )


def _note_of(job: UploadJob, path: Path, begun: int = 0) -> UploadNote:
    return UploadNote(job.id, path.name, job.label, job.extract, job.fresh, begun)


def _missed(found: FinishedLoad) -> str | None:
    """Say why a load that went through brought no document; None where it brought one."""
    if found.documents:
        return None
    if not found.rejects:
        return "no document was loaded: the file holds none"
    first = found.rejects[0]
    return f"no document was loaded: {first.detail or first.reason}"


def _stay(documents: tuple[str, ...]) -> str:
    return (
        "Its document is in the graph"
        if len(documents) == 1
        else f"{len(documents)} documents of it are in the graph"
    )


class LoadQueue:
    """Bounded queue that loads one file after the other and remembers the last `kept` jobs.

    At most `waiting` jobs stand in line, `of_one` of them from one client; clients take turns. One load may
    take as long as `seconds` says for its size. Where the database cannot be reached it is tried again after
    each of the `pauses`; the file is kept when all of them were in vain.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        waiting: int = 16,
        of_one: int = 12,
        kept: int = 500,
        seconds: Callable[[int], float] = seconds_for,
        pauses: Sequence[float] = _PAUSES,
    ) -> None:
        self._settings = settings
        self._waiting, self._of_one, self._kept, self._seconds = waiting, of_one, kept, seconds
        self._pauses = pauses
        self._lock = threading.Lock()
        self._jobs: dict[str, UploadJob] = {}
        self._files: dict[str, Path] = {}  # of jobs that are not over
        self._reserved = Counter[Path]()  # of files that are being sent
        self._begun: dict[str, int] = {}  # of jobs that a killed service left
        self._orders = FairQueue[str]()
        self._apart = LoadProcess(settings)
        self._worker: threading.Thread | None = None
        self._closing = threading.Event()
        forget_uploads(settings)
        self._held = hold_uploads(settings)
        if self._held is not None:
            self._take_up()

    def submit(self, label: str, content: BinaryIO, extract: str, client: str = "") -> UploadJob:
        """Enqueue a file; Busy if the queue is full, UnknownFormatError if it is no document."""
        self._check_room(client)
        with self._reserving() as reserve:
            path = keep_upload(self._settings, label, content, reserve)
            return self._enqueue(client, path, re.split(r"[\\/]", label)[-1], extract)

    def resubmit(self, label: str, original: Path, extract: str, client: str = "") -> UploadJob:
        """Enqueue the kept original of an upload, to be read again."""
        self._check_room(client)
        with self._reserving() as reserve:
            path = take_original(self._settings, original, reserve)
            return self._enqueue(client, path, label, extract, fresh=True)

    @contextmanager
    def _reserving(self) -> Iterator[Callable[[Path], None]]:
        """Give what reserves the path of a file until its job is in line: no job that ends takes it away."""
        held: list[Path] = []

        def reserve(path: Path) -> None:
            with self._lock:
                held.append(path)
                self._reserved[path] += 1

        try:
            yield reserve
        finally:
            with self._lock:
                self._reserved -= Counter(held)

    def _enqueue(
        self, client: str, path: Path, label: str, extract: str, *, fresh: bool = False
    ) -> UploadJob:
        limit = self._seconds(path.stat().st_size)
        job = UploadJob(secrets.token_hex(8), label[-LABEL_LENGTH:], extract, limit, fresh=fresh)
        write_note(self._settings, _note_of(job, path))
        return self._add(client, job, path)

    def _take_up(self) -> None:
        """Enqueue what was accepted before the service ended, under the ids that the senders know."""
        for note, path in noted_uploads(self._settings):
            if note.begun >= _MOST_BEGUN:
                command = command_for(path, note.extract)
                _log.warning("an upload ended the service %d times; load it with: %s", note.begun, command)
                continue
            limit = self._seconds(path.stat().st_size)
            job = UploadJob(note.job, note.label, note.extract, limit, fresh=note.fresh)
            self._begun[job.id] = note.begun
            self._add("", job, path)

    def _add(self, client: str, job: UploadJob, path: Path) -> UploadJob:
        with self._lock:
            self._jobs[job.id], self._files[job.id] = job, path
            for old in [each for each in self._jobs if each not in self._files][: -self._kept]:
                del self._jobs[old]
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="jobs", daemon=True)
                self._worker.start()
            self._orders.put(client, job.id)
            return self._placed(job)

    def get(self, job: str) -> UploadJob | None:
        """Give a job by its id."""
        with self._lock:
            found = self._jobs.get(job)
            return None if found is None else self._placed(found)

    def list(self) -> tuple[UploadJob, ...]:
        """Give the remembered jobs, newest first."""
        with self._lock:
            places = self._places()
            return tuple(replace(job, position=places.get(job.id)) for job in reversed(self._jobs.values()))

    def close(self) -> None:
        """Stop taking files; let the running load end after its batch.

        What waits is loaded when a service starts with this home again.
        """
        with self._lock:
            self._closing.set()
        self._apart.stop()
        self._orders.close()
        if self._worker is not None:
            self._worker.join(_LEAVE)
        self._apart.kill()
        if self._held is not None:
            os.close(self._held)
            self._held = None

    def _placed(self, job: UploadJob) -> UploadJob:
        return replace(job, position=self._places().get(job.id))

    def _places(self) -> dict[str, int]:
        return {id_: place for place, id_ in enumerate(self._orders.order(), 1)}

    def _check_room(self, client: str) -> None:
        with self._lock:
            if self._closing.is_set():
                raise Busy("the service is stopping; send the file again when it is back")
            if len(self._files) > self._waiting:
                raise Busy(f"{len(self._files)} files wait for loading; try again later")
            if (waiting := self._orders.count(client)) >= self._of_one:
                raise Busy(f"{waiting} files of yours wait for loading; try again later")

    def _work(self) -> None:
        while True:
            job = self._orders.take(_REST)
            if job is not None:
                self._run(job)
            elif self._orders.closed:
                return
            else:
                self._apart.kill()

    def _run(self, id_: str) -> None:
        if self._closing.is_set():
            late = f"the service stopped before this file's turn; {_LATER}"
            ended: dict[str, Any] = {"status": "failed", "error": late}
            keep = True
        else:
            self._set(id_, status="running", stage="beginning")
            self._note(id_, self._begun.pop(id_, 0) + 1)
            ended, keep = self._load(id_)
            if keep:
                self._note(id_, 0)
        with self._lock:
            path = self._files.pop(id_)
            try:
                self._put_away(id_, path, bool(ended.get("documents")), keep)
            except OSError as error:
                _log.error("the upload %s cannot be put away: %s", path, error.strerror or error)
            self._jobs[id_] = replace(self._jobs[id_], **ended)

    def _put_away(self, id_: str, path: Path, loaded: bool, keep: bool) -> None:
        """Keep the file of a job that is over as an original, or delete it; another job may need it still."""
        if keep:
            return
        if path not in self._files.values() and not self._reserved[path]:
            if loaded:
                file_original(self._settings, path)
            else:
                path.unlink(missing_ok=True)
        drop_note(self._settings, id_)

    def _note(self, id_: str, begun: int) -> None:
        """Note how often the load of a job was begun, so that a file that ends the service is left alone."""
        with suppress(BioloomError):  # which the log has; the note before holds
            write_note(self._settings, _note_of(self._jobs[id_], self._files[id_], begun))

    def _load(self, id_: str) -> tuple[dict[str, Any], bool]:
        """Load the file of a job; give how the job ends, and whether its file is kept for another try."""
        job = self._jobs[id_]

        def tell(reached: LoadStage) -> None:
            self._set(id_, stage=reached.stage, done=reached.done, total=reached.total)

        order = LoadOrder(self._files[id_], job.label, CORPUS, job.extract, job.fresh)
        try:
            found = self._load_patiently(order, tell, job.limit)
        except BioloomError as error:
            late, why = isinstance(error, TimeLimitReached), without_home(error, self._settings)
            if self._closing.is_set() and not late:
                return {"status": "failed", "error": f"{why}; {_LATER}"}, True
            if isinstance(error, DatabaseUnavailable):
                _log.error(
                    "%s; the upload was kept, load it with: %s", error, command_for(order.path, job.extract)
                )
                return {"status": "failed", "error": _kept(order.path, why)}, True
            written = self._written(order)
            if written:
                why = (
                    f"{why}. {_stay(written)}, and can be asked: send the same file again, and its load goes "
                    "on from there"
                )
            told = (RejectedLine("TIME_LIMIT", None, why),) if late else ()
            return {"status": "failed", "error": why, "rejects": told, "documents": written}, False
        brought = attributes(found, "counts", "documents", "rejects")
        return {"status": "done", "stage": "done", "error": _missed(found), **brought}, False

    def _written(self, order: LoadOrder) -> tuple[str, ...]:
        """Give what the load of a file wrote before it failed; nothing where the database is not reached."""
        with suppress(BioloomError):
            return self._apart.written(order)
        return ()

    def _load_patiently(
        self, order: LoadOrder, tell: Callable[[LoadStage], None], seconds: float
    ) -> FinishedLoad:
        """Load a file, again after each pause while the database cannot be reached.

        What was written before it went away is not written twice.
        """
        for pause in self._pauses:
            try:
                return self._apart.load(order, tell, seconds=seconds)
            except DatabaseUnavailable as error:
                if self._closing.is_set():
                    raise
                _log.warning("%s; the upload %s is tried again in %g s", error, order.path.name, pause)
                tell(LoadStage(UNREACHED, 0, None))
                if self._closing.wait(pause):
                    raise
        return self._apart.load(order, tell, seconds=seconds)

    def _set(self, id_: str, **changes: object) -> None:
        with self._lock:
            self._jobs[id_] = replace(self._jobs[id_], **changes)  # type: ignore[arg-type]
