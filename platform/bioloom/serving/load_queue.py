"""Load queue: uploaded files, loaded one at a time in a worker process, with the state of each."""

from __future__ import annotations

import queue
import re
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Literal

from bioloom.errors import BioloomError, Busy
from bioloom.pipeline.load_worker import LoadOrder, LoadProcess, LoadStage, RejectedLine
from bioloom.pipeline.uploads import CORPUS, forget_uploads, keep_upload
from bioloom.settings import Settings

Status = Literal["queued", "running", "done", "failed"]

LABEL_LENGTH = 200
_REST = 600.0  # seconds without an order after which the process that loads is let go
_LEAVE = 8.0  # seconds for the batch that is being written when the service stops


@dataclass(frozen=True, slots=True)
class UploadJob:
    """An uploaded file and how far its loading has come."""

    id: str
    label: str
    extract: str
    status: Status = "queued"
    stage: str = "waiting"
    done: int = 0
    total: int | None = None
    counts: Mapping[str, object] | None = None
    documents: tuple[str, ...] = ()
    rejects: tuple[RejectedLine, ...] = ()
    error: str | None = None


class LoadQueue:
    """Bounded queue that loads one file after the other and remembers the last `kept` jobs.

    At most `waiting` jobs stand in line; one load may take `seconds`.
    """

    def __init__(
        self, settings: Settings, *, waiting: int = 16, kept: int = 500, seconds: float = 1800.0
    ) -> None:
        self._settings = settings
        self._waiting, self._kept, self._seconds = waiting, kept, seconds
        self._lock = threading.Lock()
        self._jobs: dict[str, UploadJob] = {}
        self._files: dict[str, Path] = {}  # of jobs that are not over
        self._orders: queue.Queue[str | None] = queue.Queue()
        self._apart = LoadProcess(settings)
        self._worker: threading.Thread | None = None
        self._closed = False
        forget_uploads(settings)

    def submit(self, label: str, content: BinaryIO, extract: str) -> UploadJob:
        """Enqueue a file; Busy if the queue is full, UnknownFormatError if it is no document."""
        self._check_room()
        path = keep_upload(self._settings, label, content)
        shown = re.split(r"[\\/]", label)[-1][-LABEL_LENGTH:]
        job = UploadJob(secrets.token_hex(8), shown, extract)
        with self._lock:
            self._jobs[job.id], self._files[job.id] = job, path
            for old in [each for each in self._jobs if each not in self._files][: -self._kept]:
                del self._jobs[old]
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="jobs", daemon=True)
                self._worker.start()
        self._orders.put(job.id)
        return job

    def get(self, job: str) -> UploadJob | None:
        """Give a job by its id."""
        with self._lock:
            return self._jobs.get(job)

    def list(self) -> tuple[UploadJob, ...]:
        """Give the remembered jobs, newest first."""
        with self._lock:
            return tuple(reversed(self._jobs.values()))

    def close(self) -> None:
        """Stop taking files; let the running load end after its batch, and fail what waits."""
        with self._lock:
            self._closed = True
        self._apart.stop()
        self._orders.put(None)
        if self._worker is not None:
            self._worker.join(_LEAVE)
        self._apart.kill()

    def _check_room(self) -> None:
        with self._lock:
            if self._closed:
                raise Busy("the service is stopping; send the file again when it is back")
            if len(self._files) > self._waiting:
                raise Busy(f"{len(self._files)} files wait for loading; try again later")

    def _work(self) -> None:
        while True:
            try:
                job = self._orders.get(timeout=_REST)
            except queue.Empty:
                self._apart.kill()
                continue
            if job is None:
                return
            self._run(job)

    def _run(self, id_: str) -> None:
        if self._closed:
            self._set(
                id_, status="failed", error="the service stopped before this file's turn; send it again"
            )
        else:
            self._set(id_, status="running", stage="beginning")
            self._load(id_)
        with self._lock:
            path = self._files.pop(id_)
            if path not in self._files.values():
                path.unlink(missing_ok=True)

    def _load(self, id_: str) -> None:
        job = self._jobs[id_]

        def tell(reached: LoadStage) -> None:
            self._set(id_, stage=reached.stage, done=reached.done, total=reached.total)

        try:
            found = self._apart.load(
                LoadOrder(self._files[id_], job.label, CORPUS, job.extract), tell, seconds=self._seconds
            )
        except BioloomError as error:
            self._set(id_, status="failed", error=str(error))
            return
        self._set(
            id_,
            status="done",
            stage="done",
            counts=found.counts,
            documents=found.documents,
            rejects=found.rejects,
        )

    def _set(self, id_: str, **changes: object) -> None:
        with self._lock:
            self._jobs[id_] = replace(self._jobs[id_], **changes)  # type: ignore[arg-type]
