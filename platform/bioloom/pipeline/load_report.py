"""Load reports: progress while a load runs, the estimate of what is to come, its outcome when it is done."""

import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from bioloom.loading import Loader, SourcePart
from bioloom.pipeline.passes.grounding_pass import GroundReport
from bioloom.pipeline.sources.source_fingerprint import source_files
from bioloom.records import Skip
from bioloom.records.attributes import attributes
from bioloom.records.load_counts import Counts

_REPORT_EVERY, _REPORT_AFTER = 500, 0.2  # records, seconds

OTHER_FORMAT = "OTHER_FORMAT"
"""Why a file of a folder is left out that the folder's loader does not read."""

GROUNDING = "grounding"
"""Stage of a load that has written all of its source."""

LoadStatus: TypeAlias = Literal["complete", "stopped", "already loaded", "dry run"]


@dataclass(frozen=True, slots=True)
class LoadProgress:
    """Progress of a load: source records read, and about how many there are.

    While `stage` is "grounding", names decided on and how many there are.
    """

    records: int
    total: int | None
    counts: Counts
    stage: str = "loading"


@dataclass(frozen=True, slots=True)
class LoadReport:
    """The outcome of a load; `as_json` is the contract of ``bioloom load --json``.

    `withdrawn` counts what an earlier version of the source held and this one does not; `kept` what of that
    stays in the graph. `kinds` counts the documents that were read, by kind. `left_out` are files that
    were not read, each with what would load it.
    """

    load_id: str
    source: str
    format: str
    status: LoadStatus
    counts: Counts
    seconds: float
    rejects_file: Path | None = None
    resumed_from: int = 0
    examples: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    grounded: GroundReport | None = None
    extractor: str | None = None
    withdrawn: Mapping[str, int] = field(default_factory=dict)
    kept: Mapping[str, int] = field(default_factory=dict)
    kinds: Mapping[str, int] = field(default_factory=dict)
    left_out: tuple[Skip, ...] = ()

    @property
    def loaded_nothing(self) -> bool:
        """Whether nothing of the source is in the graph because of this load or an earlier one."""
        unread = {"in a rejected document", OTHER_FORMAT, *(one.reason for one in self.left_out)}
        return not self.counts.written and set(self.counts.skips) <= unread

    def without_files_of(self, parts: Iterable[SourcePart]) -> "LoadReport":
        """Give the report of a part of a folder; files of its other parts are not left out."""
        others = {path for part in parts for path in part.files}
        others |= {folder for path in others for folder in path.parents}
        left_out = tuple(one for one in self.left_out if Path(one.place.file) not in others)
        return replace(self, left_out=left_out)

    @property
    def failed(self) -> bool:
        """Whether the source holds no record, or all of them were rejected or left out."""
        told = self.counts.rejected or self.left_out or not self.counts.read
        return self.loaded_nothing and bool(told)

    def as_json(self) -> dict[str, object]:
        """Give the report as JSON values."""
        counts = self.counts
        return {
            "read": counts.read,
            "extracted": counts.extracted,
            **counts.as_json(),
            "seconds": round(self.seconds, 3),
            "skip_reasons": dict(counts.skips),
            "derived": {"nodes": counts.derived_nodes, "edges": counts.derived_edges},
            "warnings": dict(counts.warnings),
            **attributes(self, "load_id", "source", "format", "extractor", "status"),
            "rejects_file": None if self.rejects_file is None else str(self.rejects_file),
            "resumed_from": self.resumed_from,
            "withdrawn": dict(self.withdrawn),
            "kept": dict(self.kept),
            "kinds": dict(self.kinds),
            "left_out": [
                {"file": str(one.place), "reason": one.reason, "remedy": one.remedy} for one in self.left_out
            ],
            "notes": list(self.notes),
            "grounded": None if self.grounded is None else self.grounded.as_json(),
        }


class ProgressMeter:
    """Reports progress every so many records, or where that takes long, every so many seconds."""

    def __init__(
        self,
        on_progress: Callable[[LoadProgress], None] | None,
        total: int | None,
        counts: Callable[[], Counts],
        stage: str,
        begun: float,
    ) -> None:
        self._on_progress, self._total, self._counts = on_progress, total, counts
        self._stage, self._position, self._shown = stage, 0, begun

    def advance(self, position: int) -> None:
        """Note that a record was read; report if it is time."""
        self._position = position
        if position % _REPORT_EVERY == 0 or time.monotonic() - self._shown > _REPORT_AFTER:
            self.show()

    def show(self) -> None:
        """Report now."""
        self._shown = time.monotonic()
        if self._on_progress is not None:
            self._on_progress(LoadProgress(self._position, self._total, self._counts(), self._stage))


_SAMPLE = 1 << 20
_TABLES = (".tsv", ".csv", ".jsonl", ".sif")
_TEXTS = frozenset({".txt", ".md", ".markdown", ".pdf", ".docx"})


@runtime_checkable
class Counting(Protocol):
    """Loader that can count the records of a source."""

    def total(self, source: Path) -> int | None:
        """Estimate the number of records; None if that would cost as much as reading them."""


def estimate_records(loader: Loader, source: Path) -> int | None:
    """Ask the loader, or else count texts and guess the lines of tables from their first megabyte."""
    if isinstance(loader, Counting):
        return loader.total(source)
    files = source_files(source)
    tables = [path for path in files if path.name.removesuffix(".gz").endswith(_TABLES)]
    if tables:
        return sum(_lines(path) for path in tables)
    return sum(path.suffix in _TEXTS for path in files) or None


def _lines(path: Path) -> int:
    try:
        size = path.stat().st_size
        with path.open("rb") as opened:
            raw = opened.read(_SAMPLE)
        text = zlib.decompressobj(wbits=31).decompress(raw) if path.suffix == ".gz" else raw
    except (OSError, zlib.error):
        return 0
    lines = text.count(b"\n") or bool(text)
    return round(lines * max(size, len(raw)) / len(raw)) if raw else 0
