"""Progress and report of an export."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

Progress: TypeAlias = Callable[[int, int], None]
"""Called now and then with the records written so far and the number expected."""

Row = TypeVar("Row")
_STEP = 500


@dataclass(frozen=True, slots=True)
class ExportReport:
    """Counts of what an export wrote."""

    files: tuple[Path, ...]
    nodes: int
    edges: int


class RowCounter:
    """Counter that reports the rows that pass every few hundred."""

    def __init__(self, expected: int, report: Progress | None) -> None:
        self._expected = expected
        self._report = report
        self._done = 0

    def over(self, rows: Iterator[Row]) -> Iterator[Row]:
        """Pass the rows on, counting them."""
        for row in rows:
            yield row
            self._done += 1
            if self._report is not None and self._done % _STEP == 0:
                self._report(self._done, max(self._expected, self._done))

    def finish(self) -> None:
        """Report the end."""
        if self._report is not None:
            self._report(self._done, self._done)
