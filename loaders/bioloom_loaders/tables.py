"""Table reader (TSV, CSV): one line a row, so that a stray quote never joins lines."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from bioloom.loading import ReadPlace
from bioloom.records import Place, Reject, SourceRecord, TableEdge
from bioloom_loaders.text_lines import TextLine, read_lines

_QUOTED = {
    mark: re.compile(rf'(?:^|{mark})(?:"((?:[^"]|"")*)"(?={mark}|$)|([^{mark}]*))') for mark in ("\t", ",")
}


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row as column name to cell; empty cells are left out."""

    cells: Mapping[str, str]
    place: Place


@dataclass(slots=True)
class RawRow:
    """Line of a table, split into cells as they stand there, with the names of the columns."""

    columns: list[str]
    cells: list[str]
    line: TextLine

    def named(self) -> TableRow:
        """Name the cells; the empty ones are left out."""
        cells = zip(self.columns, self.cells, strict=False)
        return TableRow({name: cell for name, cell in cells if name and cell}, self.line.place)


def split_row(line: str, mark: str) -> list[str]:
    """Split a line into cells, honouring quotes that open and close a cell.

    >>> split_row('CURIE:123,"Gene, 123","6"" tube"', ",")
    ['CURIE:123', 'Gene, 123', '6" tube']
    >>> split_row('a\\tstray " quote\\t"unclosed', "\\t")
    ['a', 'stray " quote', '"unclosed']
    """
    if '"' not in line:
        return line.split(mark)
    found = _QUOTED[mark].finditer(line)
    return [match[2] if match[1] is None else match[1].replace('""', '"') for match in found]


def read_rows(opened: BinaryIO, file: str, place: ReadPlace | None = None) -> Iterator[TableRow | Reject]:
    """Read a table with a header; tab-separated unless the header holds only commas.

    A short row lacks its last cells, as many writers drop them; a long one is rejected.
    """
    for row in read_raw_rows(opened, file, place):
        yield row if isinstance(row, Reject) else row.named()


def read_edges(records: Iterable[SourceRecord]) -> Iterator[SourceRecord]:
    """Read the edges that a loader left unread."""
    return (record.record() if isinstance(record, TableEdge) else record for record in records)


def read_raw_rows(opened: BinaryIO, file: str, place: ReadPlace | None = None) -> Iterator[RawRow | Reject]:
    """Read a table as `read_rows` does, and leave its cells unnamed.

    A `place` says from which row on, and is moved to the end of each; the header is read in any case.
    """
    place = place or ReadPlace()
    lines = read_lines(opened, file)
    line = next(lines, None)
    if not isinstance(line, TextLine):
        place.lose()
        yield line or Reject("EMPTY_FILE", "extract", "the file holds no header", Place(file))
        return
    mark = "," if "," in line.text and "\t" not in line.text else "\t"
    header = [cell.strip() for cell in split_row(line.text, mark)]
    twice = sorted({name for name in header if name and header.count(name) > 1})
    if twice:
        message = f"the header names a column twice: {', '.join(twice)}"
        place.lose()
        yield Reject("BAD_HEADER", "extract", message, line.place)
        return
    if not place.is_known:
        place.offset, place.line = opened.tell(), line.number
    for line in read_lines(opened, file, place=place):
        if isinstance(line, Reject):
            yield line
            continue
        cells = split_row(line.text, mark)
        if len(cells) > len(header):
            message = f"the row has {len(cells)} cells, the header {len(header)}"
            yield Reject("BAD_ROW", "extract", message, line.place, {"line": line.text[:2000]})
            continue
        yield RawRow(header, cells, line)
