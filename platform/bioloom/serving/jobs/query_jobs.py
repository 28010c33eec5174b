"""Query jobs: TRAPI queries answered one after the other, with their state, their answer and a callback."""

import logging
import secrets
import threading
import time
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import httpx
from pydantic_core import to_json

from bioloom.errors import BioloomError, Busy
from bioloom.exchange.trapi.query_graph import LogNote
from bioloom.serving.jobs.callbacks import CallbackPolicy
from bioloom.serving.problem_details import UNFORESEEN, ErrorText
from bioloom.thread_memory import ThreadPool

log = logging.getLogger("bioloom.serving")

Status = Literal["Queued", "Running", "Completed", "Failed"]

_STOPPED = "the service stopped before this query was answered; send it again"


@dataclass(frozen=True, slots=True)
class QueryJob:
    """A query that was sent, and how far it has come; `logs` are entries as TRAPI has them."""

    id: str
    status: Status = "Queued"
    description: str = "the query waits for its turn"
    logs: tuple[Mapping[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Order:
    """What one job has to do."""

    id: str
    body: Mapping[str, Any]
    callback: httpx.URL | None


@dataclass(slots=True)
class _Kept:
    """A job with its answer, packed, and the moment at which it was over."""

    job: QueryJob
    answer: bytes = b""
    over: float | None = None


@dataclass(frozen=True, slots=True)
class JobLimits:
    """Bounds of the queue: queries that wait, workers, and how long and how much of answers is kept.

    `largest` is the bytes of one answer as JSON, `packed` those of all that are kept, compressed.
    """

    waiting: int = 32
    workers: int = 2
    kept: int = 200
    seconds: float = 3600.0
    largest: int = 64 * 1024 * 1024
    packed: int = 32 * 1024 * 1024


@dataclass(slots=True)
class QueryJobs:
    """Bounded queue of queries; `answer` answers one of them. What is over is forgotten in time.

    `said` gives the message of an error as callers may read it.
    """

    answer: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    callbacks: CallbackPolicy = field(default_factory=CallbackPolicy)
    limits: JobLimits = field(default_factory=JobLimits)
    clock: Callable[[], float] = time.monotonic
    said: ErrorText = str
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _jobs: dict[str, _Kept] = field(default_factory=dict)
    _closed: bool = False
    _workers: ThreadPool = field(init=False)
    _senders: ThreadPool = field(init=False)

    def __post_init__(self) -> None:
        """Open the workers, which start with the first query; a slow callback holds none of them."""
        self._workers = ThreadPool(self.limits.workers, thread_name_prefix="queries")
        self._senders = ThreadPool(self.limits.workers, thread_name_prefix="callbacks")

    def submit(self, body: Mapping[str, Any]) -> QueryJob:
        """Enqueue a query; UsageError where its callback may not be called, Busy if the queue is full."""
        stated = body.get("callback")
        callback = None if stated is None else self.callbacks.check(stated)
        query = {name: value for name, value in body.items() if name != "callback"}
        with self._lock:
            if self._closed:
                raise Busy("the service is stopping; send the query again when it is back")
            waiting = sum(kept.job.status == "Queued" for kept in self._jobs.values())
            if waiting >= self.limits.waiting:
                raise Busy(f"{waiting} queries wait; try again later")
            self._forget()
            job = _noted(QueryJob(secrets.token_urlsafe(16)), "Queued", "the query waits for its turn")
            order = _Order(job.id, query, callback)
            work = self._workers.submit(self._answer, order)
            self._jobs[job.id] = _Kept(job)
        work.add_done_callback(lambda done: self._hand_over(order, done))
        return job

    def get(self, id_: str) -> QueryJob | None:
        """Give a job by its id; None for what was forgotten."""
        with self._lock:
            self._forget()
            kept = self._jobs.get(id_)
            return None if kept is None else kept.job

    def response(self, id_: str) -> bytes | None:
        """Give the answer of a job as JSON; None where there is none yet, or no more."""
        with self._lock:
            self._forget()
            kept = self._jobs.get(id_)
            packed = kept.answer if kept else b""
        return zlib.decompress(packed) if packed else None

    def close(self) -> None:
        """Take no more queries; those that wait or run fail."""
        with self._lock:
            self._closed = True
        self._workers.shutdown(wait=False, cancel_futures=True)
        self._senders.shutdown(wait=False, cancel_futures=True)

    def _answer(self, order: _Order) -> Mapping[str, Any]:
        self._set(order.id, "Running", "the query runs")
        return self.answer(order.body)

    def _hand_over(self, order: _Order, done: Future[Mapping[str, Any]]) -> None:
        fault, sent = _STOPPED, None
        with self._lock, suppress(MemoryError):
            if not self._closed:
                fault = "the machine has no memory for the answer; send the query again"
                sent = self._senders.submit(self._finish, order, done)
        if sent is None:
            self._set(order.id, "Failed", fault)
        else:
            sent.add_done_callback(lambda over: self._end(order.id, over))

    def _end(self, id_: str, sent: Future[tuple[Status, str]]) -> None:
        """Note how a job ended; one whose answer was lost is over too."""
        if sent.cancelled():
            self._set(id_, "Failed", _STOPPED)
        elif error := sent.exception():
            log.error("the answer to a query that was sent for later is lost", exc_info=error)
            self._set(id_, "Failed", UNFORESEEN)
        else:
            self._set(id_, *sent.result())

    def _finish(self, order: _Order, done: Future[Mapping[str, Any]]) -> tuple[Status, str]:
        """Keep the answer, or a response that says why there is none, and post it; give how the job ends."""
        fault = _fault(done, self.said)
        response = _failed(order.body, fault) if fault else done.result()
        content = to_json(response)
        if len(content) > self.limits.largest:
            fault = f"the answer has more than {self.limits.largest:,} bytes; ask for less"
            content = to_json(_failed(order.body, fault))
        with self._lock:
            self._jobs[order.id].answer = zlib.compress(content, 1)
        if order.callback is not None:
            fault = self.callbacks.deliver(order.callback, content) or fault
        if fault is not None:
            return "Failed", fault
        return "Completed", str(response.get("description") or "the query is answered")

    def _set(self, id_: str, status: Status, description: str) -> None:
        with self._lock:
            kept = self._jobs[id_]
            kept.job = _noted(kept.job, status, description)
            if status in ("Completed", "Failed"):
                kept.over = self.clock()
                self._forget()

    def _forget(self) -> None:
        """Forget what was over longest ago, beyond the limits of time, number and bytes."""
        over = [(id_, kept) for id_, kept in self._jobs.items() if kept.over is not None]
        over.sort(key=lambda item: item[1].over or 0.0)
        packed = sum(len(kept.answer) for _, kept in over)
        count = len(over)
        for id_, kept in over:
            late = self.clock() - (kept.over or 0.0) > self.limits.seconds
            if not (late or count > self.limits.kept or (packed > self.limits.packed and count > 1)):
                break
            del self._jobs[id_]
            packed -= len(kept.answer)
            count -= 1


def _noted(job: QueryJob, status: Status, description: str) -> QueryJob:
    entry = LogNote("ERROR" if status == "Failed" else "INFO", status, description).as_json()
    return replace(job, status=status, description=description, logs=(*job.logs, entry))


def _fault(done: Future[Mapping[str, Any]], said: ErrorText) -> str | None:
    """Say why a query has no answer; what nobody foresaw stands in the log alone."""
    error = done.exception()
    if error is None or isinstance(error, BioloomError):
        return None if error is None else said(error)
    log.error("a query that was sent for later failed", exc_info=error)
    return UNFORESEEN


def _failed(body: Mapping[str, Any], why: str) -> dict[str, Any]:
    message = body.get("message")
    asked = message.get("query_graph") if isinstance(message, Mapping) else None
    return {
        "message": {"query_graph": asked, "knowledge_graph": {"nodes": {}, "edges": {}}, "results": []},
        "status": "Failed",
        "description": why,
        "logs": [LogNote("ERROR", "Failed", why).as_json()],
    }
