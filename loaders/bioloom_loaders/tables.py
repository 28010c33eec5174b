"""Table reader (TSV, CSV): tabs, commas or semicolons between cells; a row of a TSV is one line."""

import csv
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast

from bioloom.loading import ReadPlace
from bioloom.records import Place, Reject, Skip, SourceRecord, SourceTable, TableRows
from bioloom_loaders.csv_lines import MOST_LINES, CsvLines
from bioloom_loaders.text_lines import BROKEN, LONGEST_LINE, TextLine, read_lines, read_whole, skip_line

_CHUNK = 1 << 20  # bytes of a table that are split at once
_MOST_JOINED = 5_000

_QUOTED = {mark: re.compile(rf'(?:^|{mark})(?:"((?:[^"]|"")*)"(?={mark}|$)|([^{mark}]*))') for mark in "\t,;"}
_IN_QUOTES = re.compile(r'"[^"]*"')
_CURE = "the first line must name the columns, separated by tabs, commas or semicolons"
_SEMICOLONS = "a table with semicolons between its cells"


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row as column name to cell; empty cells are left out."""

    cells: Mapping[str, str]
    place: Place


def delimiter_of(header: str) -> str:
    """Tell what stands between the cells of a table: tabs, or else commas or semicolons as there are more.

    >>> delimiter_of('id;name;"note, long"'), delimiter_of("id,name"), delimiter_of("id\\tname, long")
    (';', ',', '\\t')
    """
    unquoted = _IN_QUOTES.sub("", header)
    if "\t" in unquoted or not ("," in unquoted or ";" in unquoted):
        return "\t"
    return ";" if unquoted.count(";") > unquoted.count(",") else ","


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


def rows_of(path: Path) -> Iterator[TableRow | Skip | Reject]:
    """Read the rows of a file; one that cannot be read is a reject."""
    return read_whole(path, read_rows)


def header_of(path: Path) -> tuple[str, ...] | Reject:
    """Read the names of the columns of a file."""
    found = next(read_whole(path, lambda opened, file: iter((_read_header(opened, file, ReadPlace()),))))
    return found if isinstance(found, Reject) else found[0]


def read_rows(
    opened: BinaryIO, file: str, expected: Collection[str] = ()
) -> Iterator[TableRow | Skip | Reject]:
    """Read a table with a header, whose first row tells what stands between cells.

    One column at least must be an `expected` one. A short row lacks its last cells, as many writers drop
    them; a long one is rejected. Semicolons between cells are announced by a Skip that counts nothing.
    """

    def describe(names: tuple[str, ...]) -> SourceTable:
        return SourceTable(file, names, frozenset(), lambda _, place: Reject("BAD_ROW", "extract", "", place))

    for part in read_table(opened, file, describe, ReadPlace(), expected):
        if not isinstance(part, TableRows):
            yield part
            continue
        for cells, line in zip(part.cells, part.lines, strict=True):
            named = zip(part.table.columns, cells, strict=True)
            yield TableRow({name: cell for name, cell in named if name and cell}, Place(file, line))


def read_table(
    opened: BinaryIO,
    file: str,
    describe: Callable[[tuple[str, ...]], SourceTable],
    place: ReadPlace,
    expected: Collection[str] = (),
) -> Iterator[TableRows | Skip | Reject]:
    """Read a table as `read_rows` does, many rows at a time, and leave them unread.

    `describe` makes a table of its columns, of which one at least must be an `expected` one. `place` says
    from which row on, and is moved to the end of what is given, which is never more than its `most` rows;
    the header is read in any case.
    """
    begun = place.is_known
    header = _read_header(opened, file, place, expected)
    if isinstance(header, Reject):
        yield header
        return
    names, mark = header
    if mark == ";" and not begun:
        yield Skip(_SEMICOLONS, Place(file, place.line), count=0)
    table, fault, rest = describe(names), None, b""
    opened.seek(place.offset)
    while fault is None:
        chunk, fault = _read_chunk(opened)
        last = not chunk or fault is not None
        chunk, rest = rest + chunk, b""
        cells = _split_chunk(chunk, mark, len(names))
        if cells is None:
            skipped = 0 if chunk.endswith(b"\n") else skip_line(opened, LONGEST_LINE)
            quoted = CsvLines(chunk, mark, len(names), last=last or skipped > 0)
            yield from _read_singly(quoted, skipped, mark, table, place)
            rest = quoted.rest
        else:
            lines = range(place.line + 1, place.line + 1 + len(cells))
            yield from _in_parts(chunk, TableRows(table, cells, lines), place)
        if fault is not None:
            place.lose()
            message = f"the file breaks off here: {fault}"
            yield Reject("BAD_COMPRESSION", "extract", message, Place(file, place.line + 1))
        elif last:
            return


def read_each(records: Iterable[SourceRecord]) -> Iterator[SourceRecord]:
    """Read the rows that a loader left unread."""
    for record in records:
        if isinstance(record, TableRows):
            yield from map(record.record, range(len(record)))
        else:
            yield record


def join_rows(records: Iterable[SourceRecord]) -> Iterator[SourceRecord]:
    """Join rows of one table that follow each other."""
    cells: list[Sequence[str]] = []
    lines: list[int] = []
    table: SourceTable | None = None
    for record in records:
        if table is not None and (
            not isinstance(record, TableRows) or record.table is not table or len(lines) >= _MOST_JOINED
        ):
            yield TableRows(table, cells, lines)
            cells, lines, table = [], [], None
        if isinstance(record, TableRows):
            table = record.table
            cells.extend(record.cells)
            lines.extend(record.lines)
        else:
            yield record
    if table is not None:
        yield TableRows(table, cells, lines)


def _read_header(
    opened: BinaryIO, file: str, place: ReadPlace, expected: Collection[str] = ()
) -> tuple[tuple[str, ...], str] | Reject:
    """Read the names of the columns, and what stands between cells; an unknown place is moved behind."""
    line = next(read_lines(opened, file), None)
    if not isinstance(line, TextLine):
        place.lose()
        return line or Reject("EMPTY_FILE", "extract", "the file holds no header", Place(file))
    mark = delimiter_of(line.text)
    header = tuple(cell.strip() for cell in split_row(line.text, mark))
    twice = sorted({name for name in header if name and header.count(name) > 1})
    strange = bool(expected) and {*expected}.isdisjoint(header)
    unclosed = mark != "\t" and line.text.count('"') % 2 and any(cell.startswith('"') for cell in header)
    if twice or strange or unclosed or "\r" in line.text:
        message = f"the header names a column twice: {', '.join(twice)}"
        if strange:
            message = (
                f"the header has none of {', '.join(expected)}; {_cure_header(line.text, header, expected)}"
            )
        if unclosed:
            message = "a quoted name of a column is not closed in its line: write it without a line break"
        if "\r" in line.text:
            message = "its lines end in a carriage return alone, as on old Macs: save it with line feeds"
        place.lose()
        return Reject("BAD_HEADER", "extract", message, line.place)
    if not place.is_known:
        place.offset, place.line = opened.tell(), line.number
    return header, mark


def _cure_header(line: str, header: Sequence[str], expected: Collection[str]) -> str:
    """Say what a header without the columns expected names, and how to correct it."""
    seen = f"its columns are {', '.join(header)[:300]}"
    if not {*expected}.isdisjoint(name.lower() for name in header):
        return f"{seen}: write {', '.join(expected)} in small letters"
    if len(header) == 1:
        return f"no tab, comma or semicolon stands in its first line, {line[:100]!r}: {_CURE}"
    return f"{seen}: {_CURE}"


def _split_line(line: TextLine, mark: str, width: int) -> list[str] | Reject:
    cells = split_row(line.text, mark)
    if len(cells) > width:
        message = f"the row has {len(cells)} cells, the header {width}"
        return Reject("BAD_ROW", "extract", message, line.place, {"line": line.text[:2000]})
    opens = mark != "\t" and line.text.count('"') % 2
    if opens and any(cell.lstrip().startswith('"') for cell in cells):
        message = (
            f"a quoted cell is not closed, with a mark or a line end behind, within {MOST_LINES:,} lines and "
            f"{csv.field_size_limit():,} characters: close it, and double the quotes within"
        )
        return Reject("BAD_ROW", "extract", message, line.place, {"line": line.text[:2000]})
    return cells + [""] * (width - len(cells))


def _read_chunk(opened: BinaryIO) -> tuple[bytes, BaseException | None]:
    """Read some lines, whole but for one that is too long; what broke the reading off comes along."""
    parts, size = [], 0
    try:
        while size < _CHUNK and (part := cast(BufferedReader, opened).read1(_CHUNK)):
            parts.append(part)
            size += len(part)
        if parts and not parts[-1].endswith(b"\n"):
            parts.append(opened.readline(LONGEST_LINE))
    except BROKEN as error:
        whole = b"".join(parts)
        return whole[: whole.rfind(b"\n") + 1], error
    return b"".join(parts), None


def _split_chunk(chunk: bytes, mark: str, width: int) -> list[list[str]] | None:
    """Split lines into cells; None unless each has as many as there are columns, and none is quoted."""
    if b'"' in chunk or chunk.endswith(b"\r") or len(chunk) >= LONGEST_LINE:
        return None
    try:
        text = chunk.decode()
    except UnicodeDecodeError:
        return None
    lines = (text.replace("\r\n", "\n") if "\r" in text else text).split("\n")
    if not lines[-1]:
        lines.pop()
    cells = [line.split(mark) for line in lines]
    return None if {*map(len, cells)} - {width} or any(map(str.isspace, lines)) or "" in lines else cells


def _in_parts(chunk: bytes, rows: TableRows, place: ReadPlace) -> Iterator[TableRows]:
    """Give rows in parts that are not too large, each with its place."""
    start, after = 0, place.offset + len(chunk)
    while start < len(rows):
        stop = min(start + max(place.most, 1), len(rows))
        if stop == len(rows):
            place.offset = after
        else:
            place.offset += sum(len(line) + 1 for line in chunk.split(b"\n")[start:stop])
        place.line = rows.lines[stop - 1]
        yield rows.part(start, stop)
        start = stop


def _read_singly(
    lines: CsvLines, skipped: int, mark: str, table: SourceTable, place: ReadPlace
) -> Iterator[TableRows | Reject]:
    """Read lines one by one: some are quoted, short, empty or no UTF-8; of the last some was skipped."""
    cells: list[list[str]] = []
    numbers: list[int] = []
    before, end = (place.offset, place.line), place.offset + lines.getbuffer().nbytes
    for line in read_lines(lines, table.file, place=place):
        if place.offset == end:
            place.offset += skipped
        after = place.offset, place.line
        row = line if isinstance(line, Reject) else _split_line(line, mark, len(table.columns))
        if isinstance(row, list) and isinstance(line, TextLine):
            cells.append(row)
            numbers.append(line.number)
        if numbers and (isinstance(row, Reject) or len(numbers) >= place.most):
            place.offset, place.line = before if isinstance(row, Reject) else after
            yield TableRows(table, cells, numbers)
            cells, numbers = [], []
            place.offset, place.line = after
        if isinstance(row, Reject):
            yield row
        before = after
    if numbers:
        yield TableRows(table, cells, numbers)
