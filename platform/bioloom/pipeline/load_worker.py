"""Load worker: loads in a separate process with limits on time and memory."""

import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from pathlib import Path

from bioloom.errors import BioloomError, DatabaseUnavailable, LoadInterrupted, TimeLimitReached, WriteLocked
from bioloom.extraction.extractor import Extractor
from bioloom.extraction.opening import open_by_kind
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.loading import Loader, loader_for
from bioloom.pipeline.load import load
from bioloom.pipeline.load_report import GROUNDING, LoadProgress, LoadReport
from bioloom.pipeline.load_request import load_id
from bioloom.pipeline.reject_file import read_rejects
from bioloom.records import AnnotatedDocument, LoadOptions, SourceRecord
from bioloom.settings import Settings

MEMORY = 8 * 1024**3
"""Bytes of address space of the process that loads; what needs more is refused there."""

MOST_LISTED = 100
"""Documents and rejects of one load that are reported."""

WAITING = "waiting for another load"
"""Stage of a load while another one writes to the graph."""

_LOCAL = frozenset({"rejects_file", "left_out"})
_LEAVE = 3.0  # seconds in which a process that took too long may release the write lease
_NICENESS = 10  # callers who wait for an answer come first
_LOOK = 0.2  # seconds between two looks at a process that says nothing
_WAIT = 1.0  # seconds between two tries while another process writes


@dataclass(frozen=True, slots=True)
class LoadOrder:
    """Order to load a file: the label that messages use, its corpus, and the extractor (none, local).

    A `fresh` one reads what is loaded already again.
    """

    path: Path
    label: str
    corpus: str
    extract: str
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class LoadStage:
    """Stage and progress of a load; `total` is None where unknown."""

    stage: str
    done: int
    total: int | None


@dataclass(frozen=True, slots=True)
class RejectedLine:
    """Rejected record: its reason code, its line and a message."""

    reason: str
    line: int | None
    detail: str


@dataclass(frozen=True, slots=True)
class FinishedLoad:
    """Finished load: its counts as ``load --json`` has them, its documents and its first rejects."""

    counts: Mapping[str, object]
    documents: tuple[str, ...]
    rejects: tuple[RejectedLine, ...]


class LoadProcess:
    """Worker process that loads files one by one; started by the first order, restarted if it dies."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._spawn = multiprocessing.get_context("spawn")
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._stop: Event = self._spawn.Event()

    def load(
        self, order: LoadOrder, on_stage: Callable[[LoadStage], None], *, seconds: float
    ) -> FinishedLoad:
        """Load a file and report its progress; BioloomError explains a failure, DatabaseUnavailable one that
        may be over soon.

        After `seconds` the process is ended; nothing that it wrote is lost or half done. What it waits for
        another load does not count; once all is written, the grounding of names has as much time again.
        """
        ends = time.monotonic() + seconds
        grounds = False
        pipe = self._connected()
        try:
            pipe.send(order)
            while True:
                while not pipe.poll(_LOOK):
                    if time.monotonic() > ends:
                        self.kill(patience=_LEAVE)
                        raise TimeLimitReached(
                            f"loading took longer than {seconds:g} s, the time for a file of its size, "
                            "and was stopped; split it into several files, or use: bioloom load"
                        )
                message = pipe.recv()
                if isinstance(message, LoadStage) and message.stage == WAITING:
                    ends += _WAIT
                if isinstance(message, LoadStage) and message.stage == GROUNDING and not grounds:
                    grounds, ends = True, ends + seconds
                if isinstance(message, BioloomError):
                    raise message
                if isinstance(message, FinishedLoad):
                    return message
                on_stage(message)
        except (EOFError, OSError) as error:
            self.kill()
            raise BioloomError(
                "the process that loads broke down over this file; the log says more"
            ) from error

    def written(self, order: LoadOrder) -> tuple[str, ...]:
        """Give the documents of a file that are in the graph, such as those of a load that was ended."""
        load_ = load_id(order.path, loader_for(order.path).name, LoadOptions(order.corpus))
        with open_graph(self._settings) as graph:
            return _documents(graph, load_, [])

    def stop(self) -> None:
        """Request a stop after the batch that is being written."""
        self._stop.set()

    def kill(self, *, patience: float = 0.0) -> None:
        """Kill the process; the next order starts another. With `patience` it may first give up its lease."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None  # the service may stop while a load runs out of time
        if process is not None:
            if patience:
                process.terminate()
                process.join(patience)
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()

    def _connected(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self.kill()
        ours, theirs = self._spawn.Pipe()
        process = self._spawn.Process(
            target=serve_orders, args=(theirs, self._stop, self._settings), name="bioloom-load", daemon=True
        )
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        return ours


def serve_orders(pipe: Connection, stop: Event, settings: Settings) -> None:
    """Serve orders until the connection closes; the worker's main function."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which asks for an end
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # the write lease is released
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    limit = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, most))
    opened: dict[str, Extractor | None] = {}
    while True:
        try:
            order: LoadOrder = pipe.recv()
        except EOFError:
            return
        try:
            if order.extract not in opened:
                pipe.send(LoadStage("opening the models", 0, None))
                opened[order.extract] = open_by_kind(order.extract, settings)
            pipe.send(_loaded(pipe, stop, settings, order, opened[order.extract]))
        except BioloomError as error:
            kind = DatabaseUnavailable if isinstance(error, DatabaseUnavailable) else BioloomError
            pipe.send(kind(_named(str(error), order)))
        except MemoryError:
            pipe.send(BioloomError("the file needs more memory than loading one may take"))


def _loaded(
    pipe: Connection, stop: Event, settings: Settings, order: LoadOrder, extractor: Extractor | None
) -> FinishedLoad:
    def send_progress(progress: LoadProgress) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        pipe.send(LoadStage(progress.stage, progress.records, progress.total))

    listing = _DocumentListing(loader_for(order.path))
    with open_graph(settings) as graph:
        while True:
            try:
                report = load(
                    order.path,
                    graph,
                    settings,
                    format=listing,
                    options=LoadOptions(order.corpus),
                    on_progress=send_progress,
                    extractor=extractor,
                    fresh=order.fresh,
                    label=None if order.fresh else order.label,
                )
                break
            except WriteLocked:
                if stop.is_set():
                    raise LoadInterrupted("stopped while another load was writing") from None
                pipe.send(LoadStage(WAITING, 0, None))
                time.sleep(_WAIT)
        return FinishedLoad(
            _counts(report, order),
            _documents(graph, report.load_id, listing.documents),
            _rejects(report, order),
        )


class _DocumentListing:
    """Loader that lists the ids of the documents it yields."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self.name, self.description = loader.name, loader.description
        self.documents: list[str] = []

    def recognises(self, source: Path) -> bool:
        """Say what the loader says."""
        return self._loader.recognises(source)

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give the loader's records."""
        for record in self._loader.records(source, options):
            if isinstance(record, AnnotatedDocument) and len(self.documents) < MOST_LISTED:
                self.documents.append(record.document.id)
            yield record


def _counts(report: LoadReport, order: LoadOrder) -> dict[str, object]:
    """Serialize the report without local paths."""
    counts = {key: value for key, value in report.as_json().items() if key not in _LOCAL}
    return {**counts, "source": order.label}


def _documents(graph: Graph, load: str, listed: list[str]) -> tuple[str, ...]:
    asked = {"ids": listed, "load": load, "limit": MOST_LISTED}
    return tuple(row[0] for row in graph.read("loads/documents", **asked))


def _rejects(report: LoadReport, order: LoadOrder) -> tuple[RejectedLine, ...]:
    if report.rejects_file is None:
        return ()
    rejects = (one.reject for one in islice(read_rejects(report.rejects_file), MOST_LISTED))
    return tuple(RejectedLine(one.code, one.place.line, _named(one.message, order)) for one in rejects)


def _named(text: str, order: LoadOrder) -> str:
    """Replace the path of an upload by its label wherever a text names it."""
    for path in (str(order.path.resolve()), str(order.path), order.path.name):
        text = text.replace(path, order.label)
    return text
