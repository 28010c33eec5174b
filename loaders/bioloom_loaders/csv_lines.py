"""CSV rows over several lines: a quoted cell may hold line breaks, a stray quote takes no other row along."""

import csv
from collections.abc import Iterator
from io import BytesIO

MOST_LINES = 1_000
"""Lines of one row."""


class CsvLines(BytesIO):
    """Lines of a part of a table of some columns; a row that goes on behind a quoted line break is one line.

    Lines are joined only where the csv module finds one whole row in them, without a fault and with no more
    cells than columns. If the part ends within such a row and is not the `last` one, the lines end before it,
    and `rest` is what is left.
    """

    def __init__(self, part: bytes, mark: str, width: int, *, last: bool) -> None:
        super().__init__(part)
        self._mark, self._width, self._last = mark, width, last
        self._is_cut = False
        self.rest = b""

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Stay at the beginning of the lines, which were read already from their place in the file."""
        return 0

    def readline(self, size: int | None = -1, /) -> bytes:
        """Read a line, and those that its last quoted cell goes on in."""
        start = self.tell()
        line = super().readline(size)
        if self._mark == "\t" or line.count(b'"') % 2 == 0 or not line.endswith(b"\n"):
            return line
        rows = csv.reader(self._decoded(line), delimiter=self._mark, strict=True)
        try:
            joined = len(next(rows)) <= self._width and rows.line_num > 1
        except csv.Error:
            joined = False
        if self._is_cut:
            super().seek(start)
            self.rest = self.read()
            return b""
        end = self.tell()
        super().seek(start)
        return self.read((end - start) if joined else len(line))

    def _decoded(self, line: bytes) -> Iterator[str]:
        """Give lines as text; bytes that are not UTF-8 are told by who reads the row."""
        yield line.decode("utf-8", "replace")
        for _ in range(1, MOST_LINES):
            line = super().readline()
            if not line:
                self._is_cut = not self._last
                return
            yield line.decode("utf-8", "replace")
