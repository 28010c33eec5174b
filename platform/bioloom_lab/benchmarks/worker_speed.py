"""Benchmark of distributed extraction: what the process that loads computes, and what its workers do."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path

import psutil

from bioloom.extraction.opening import open_by_kind
from bioloom.loading import loader_for
from bioloom.pipeline import load
from bioloom.records import AnnotatedDocument, LoadOptions
from bioloom.settings import Settings


@dataclass(frozen=True, slots=True)
class WorkerSpeed:
    """A dry run with so many workers (none: in the process itself), models being open.

    Seconds of wall time, and of processor time: of the process that reads, standardizes and checks, and of
    the workers. `reading_cpu` is that of reading the source alone, `taking_cpu` that of another dry run,
    which finds the extractions kept.
    """

    workers: int
    documents: int
    sentences: int
    wall: float
    own_cpu: float
    workers_cpu: float
    reading_cpu: float
    taking_cpu: float

    @property
    def undivided(self) -> float:
        """Share of the processor time that more workers do not divide."""
        return self.own_cpu / (self.own_cpu + self.workers_cpu) if self.workers else 1.0

    def as_json(self) -> dict[str, object]:
        """Give the figures as JSON values."""
        return {name: round(value, 3) for name, value in asdict(self).items()} | {
            "undivided_share": round(self.undivided, 4)
        }


def measure_workers(
    source: Path, counts: Sequence[int], *, format: str | None = None, limit: int | None = None
) -> list[WorkerSpeed]:
    """Rehearse a load with each number of workers, each in a process and with a cache of its own."""
    found = []
    for count in counts:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            found.append(process.submit(_measure, source, count, format, limit).result())
    return found


def _measure(source: Path, count: int, format: str | None, limit: int | None) -> WorkerSpeed:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder) / "home", cache=Path(folder) / "cache")
        workers = f"ray:{count}" if count else None
        extractor = open_by_kind("local", settings, workers=workers)
        assert extractor is not None
        loader = loader_for(source, format)
        begun = time.process_time()
        records = list(loader.records(source, LoadOptions()))[:limit]
        documents = [record for record in records if isinstance(record, AnnotatedDocument)]
        reading = time.process_time() - begun
        for turn in range(max(1, count)):  # every worker opens its models; idle ones take turns
            first = documents[0]
            extractor.extract([replace(first, document=replace(first.document, title=f"{turn}"))])
        own, others, wall = time.process_time(), _children_cpu(), time.monotonic()
        load(source, None, settings, format=format, limit=limit, dry_run=True, extractor=extractor)
        wall, own = time.monotonic() - wall, time.process_time() - own
        others = _children_cpu() - others
        again = time.process_time()
        load(source, None, settings, format=format, limit=limit, dry_run=True, extractor=extractor)
        again = time.process_time() - again
        sentences = sum(len(document.sentences) for document in documents)
        return WorkerSpeed(count, len(documents), sentences, wall, own, others, reading, again)


def _children_cpu() -> float:
    total = 0.0
    for process in psutil.Process().children(recursive=True):
        used = process.cpu_times()
        total += used.user + used.system
    return total
