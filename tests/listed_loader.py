"""A loader whose records stand in memory."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from bioloom.records import LoadOptions, SourceRecord


class Listed:
    """A loader of records that a test made."""

    name = "listed"
    description = "records in memory"

    def __init__(self, records: Sequence[SourceRecord]) -> None:
        self._records = records

    def recognises(self, source: Path) -> bool:
        return True

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        return iter(self._records)


class Raising(Listed):
    """A loader that takes every source for a file of text."""

    name = "raising"

    def __init__(self) -> None:
        super().__init__(())

    def recognises(self, source: Path) -> bool:
        return bool(source.read_text(encoding="utf-8"))
