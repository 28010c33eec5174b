"""Record estimate: the approximate size of a source, for the time left in progress bars."""

import zlib
from pathlib import Path
from typing import Protocol, runtime_checkable

from bioloom.loading import Loader
from bioloom.pipeline.source_fingerprint import source_files

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
