"""CSV tables of Neo4j's importer: rows are appended, read back and replaced, found by the hash of an id.

A table holds the rows of one kind whose properties agree in type. A row that is replaced is dropped from the
file at the end. What the importer cannot carry unchanged is refused.
"""

from __future__ import annotations

import math
import os
import re
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate, chain, repeat
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from bioloom.errors import BioloomError
from bioloom.graph.json_values import unbounded
from bioloom.graph.rows.property_values import PropertyRow
from bioloom.graph.rows.record_columns import RecordColumns

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SEPARATOR = "\x1f"
"""Delimiter of list items and labels."""

_MOST_FRESH = 1_000_000  # ids of an index that are not sorted yet: some 100 MB
_MOST_TABLES = 256
_OFFSET = (1 << 40) - 1
_CHUNK = 1 << 14  # bytes that are read for one row, doubled where it is longer
_CELL = re.compile(r'("(?:[^"]|"")*"|[^",\n]*)([,\n])')
_UNFIT_NAME = re.compile(r"[(){}\x00-\x1f]")


def quote(text: str) -> str:
    """Give the cell of a text."""
    return '"' + text.replace('"', '""') + '"' if '"' in text else f'"{text}"'


def _double(value: float) -> str:
    return repr(value) if math.isfinite(value) else unbounded(value)


def _boolean(value: bool) -> str:
    return "true" if value else "false"


def join(texts: Sequence[str]) -> str:
    """Give the cell of a list of texts; BioloomError if it could not be read back."""
    return quote(_joined(texts))


def _joined(texts: Sequence[str]) -> str:
    joined = SEPARATOR.join(texts)
    if joined.count(SEPARATOR) != len(texts) - 1 or not joined:
        raise unfit("a list that is empty or holds a control character")
    return joined


_SCALARS: Mapping[type, str] = {
    str: "string",
    int: "long",
    float: "double",
    bool: "boolean",
    datetime: "datetime",
}
_ARRAYS = {kind: f"{name}[]" for kind, name in _SCALARS.items()}
_WRITE: Mapping[str, Callable[[Any], str]] = {
    "long": str,
    "double": _double,
    "boolean": _boolean,
    "datetime": datetime.isoformat,
    "string[]": _joined,
    "long[]": lambda values: _joined([str(value) for value in values]),
    "double[]": lambda values: _joined([_double(value) for value in values]),
    "boolean[]": lambda values: _joined([_boolean(value) for value in values]),
}
_QUOTED = frozenset({"string", *_ARRAYS.values()})
_ALIKE = frozenset({"string", "long", "double", "boolean", "datetime", "string[]"})
"""Types that the class of a value tells, a list being taken for one of texts."""

_ENDS = ("subject", "object", "predicate")
"""Properties of an edge that are its lead."""

_READ: Mapping[str, Callable[[str], Any]] = {
    "string": str,
    "long": int,
    "double": float,
    "boolean": "true".__eq__,
}


def unfit(what: str) -> BioloomError:
    """Build the error of what the importer cannot take; nothing was written to the graph then."""
    return BioloomError(
        f"--bulk cannot write {what}; nothing was written: run the same command without --bulk"
    )


class KeyIndex:
    """Index of ids by hash: 16 bytes an id, in sorted arrays; the newest value of an id is found."""

    def __init__(self) -> None:
        self._fresh: dict[int, int] = {}
        self._runs: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]] = []

    def put(self, id_: str, value: int) -> None:
        """Set the value of an id."""
        self._fresh[hash(id_)] = value
        self._sort()

    def _sort(self) -> None:
        if len(self._fresh) >= _MOST_FRESH:
            import numpy as np

            count = len(self._fresh)
            keys = np.fromiter(self._fresh.keys(), np.int64, count)
            values = np.fromiter(self._fresh.values(), np.int64, count)
            order = np.argsort(keys)
            self._runs.append((keys[order], values[order]))
            self._fresh.clear()

    def put_all(self, ids: Iterable[str], values: Iterable[int]) -> None:
        """Set the values of ids."""
        self._fresh.update(zip(map(hash, ids), values, strict=True))
        self._sort()

    def find(self, ids: Sequence[str]) -> list[int]:
        """Give the value of each id, -1 where it has none."""
        asked = list(map(hash, ids))
        fresh = map(self._fresh.get, asked, repeat(-1))
        if not self._runs:
            return list(fresh)
        import numpy as np

        keys = np.array(asked, np.int64)
        order = np.argsort(keys)  # neighbours are found near each other
        keys, found = keys[order], np.fromiter(fresh, np.int64, len(asked))[order]
        for known, values in reversed(self._runs):
            missing = np.nonzero(found < 0)[0]
            places = np.searchsorted(known, keys[missing])
            places[places == len(known)] = 0
            hits = known[places] == keys[missing]
            found[missing[hits]] = values[places[hits]]
        result: list[int] = found[np.argsort(order)].tolist()
        return result


@dataclass(slots=True)
class CsvTable:
    """One file: the columns of its lead, then those of properties with their types."""

    kind: str
    lead: tuple[str, ...]
    path: Path
    file: BinaryIO
    multiline: bool
    columns: dict[str, tuple[int, str]] = field(default_factory=dict)
    size: int = 0
    rows: int = 0
    properties: int = 0
    dead: array[int] = field(default_factory=lambda: array("Q"))

    @property
    def header(self) -> Path:
        """The file of its header."""
        return self.path.with_suffix(".header")

    @property
    def is_of_nodes(self) -> bool:
        """Whether its rows are nodes."""
        return self.lead[0].startswith("id:")

    def fits(self, types: Mapping[str, str]) -> bool:
        """Say whether no property has another type here."""
        return all(self.columns.get(name, (0, type_))[1] == type_ for name, type_ in types.items())

    def read(self, offset: int) -> tuple[list[str], PropertyRow, int]:
        """Read a row: its lead, its properties and its length in bytes."""
        self.file.flush()
        size, end = _CHUNK, ""
        cells: list[str] = []
        while end != "\n":
            text = os.pread(self.file.fileno(), size, offset).decode("utf-8", "ignore")
            cells, end, size = [], "", size * 2
            for found in _CELL.finditer(text):
                cells.append(found[1])
                if (end := found[2]) == "\n":
                    break
        properties: PropertyRow = {
            name: _read(cells[at], type_)
            for name, (at, type_) in self.columns.items()
            if at < len(cells) and cells[at]
        }
        length = len((",".join(cells) + "\n").encode())
        return [str(_read(cell, "string")) for cell in cells[: len(self.lead)]], properties, length

    def drop(self, offset: int) -> None:
        """Leave a row out of the file in the end."""
        _, properties, length = self.read(offset)
        self.dead.extend((offset, length))
        self.rows, self.properties = self.rows - 1, self.properties - len(properties)

    def close(self) -> None:
        """Write the header, and the file anew without its dropped rows."""
        named = (f"{name}:{type_}" for name, (at, type_) in self.columns.items() if at >= len(self.lead))
        self.header.write_text(",".join(map(quote, (*self.lead, *named))) + "\n", encoding="utf-8")
        self.file.flush()
        if self.dead:
            whole = self.path.with_suffix(".whole")
            with whole.open("wb") as kept:
                start = 0
                for offset, length in sorted(zip(self.dead[::2], self.dead[1::2], strict=True)):
                    _copy(self.file, kept, start, offset)
                    start = offset + length
                _copy(self.file, kept, start, self.size)
            whole.replace(self.path)
        self.file.close()


@dataclass(frozen=True, slots=True)
class _Layout:
    """Cells of rows alike after their lead: what is read from a row, what of it is converted, their form."""

    table: CsvTable
    number: int
    names: tuple[str, ...]
    read: Callable[[Mapping[str, Any]], tuple[Any, ...]]
    written: tuple[tuple[int, Callable[[Any], str]], ...]
    form: str

    def line(self, lead: Sequence[str] | None, properties: Mapping[str, Any]) -> str:
        """Write a row; one comparison tells whether any of its texts holds a quote."""
        values = list(self.read(properties))
        for at, write in self.written:
            values[at] = write(values[at])
        cells = self.form % tuple(values)
        if cells.count('"') != self.form.count('"'):
            cells = self.form % tuple([str(value).replace('"', '""') for value in values])
        if lead is None:
            return cells
        if self.table.is_of_nodes:
            lead = quote(properties["id"]), *lead[1:]
        return ",".join(lead) + cells

    def lines(
        self, lead: Sequence[str] | None, shared: Mapping[str, Any], own: Mapping[str, Sequence[Any]]
    ) -> list[str] | None:
        """Write rows that share properties, the others by columns; None where a text holds a line end."""
        written, holes, columns = dict(self.written), [], []
        for at, name in enumerate(self.names):
            if name in own:
                holes.append("%s")
                columns.append(_cells(own[name], written.get(at)))
            else:
                text = written[at](shared[name]) if at in written else shared[name]
                holes.append(text.replace('"', '""').replace("%", "%%"))
        form = self.form % tuple(holes)
        if lead is not None:
            form, columns = '"%s",' + ",".join(lead[1:]).replace("%", "%%") + form, [own["id"], *columns]
        lines = list(map(form.__mod__, zip(*columns, strict=True)))
        text = "".join(lines)
        if text.count('"') != form.count('"') * len(lines):
            columns = [[cell.replace('"', '""') for cell in column] for column in columns]
            lines = list(map(form.__mod__, zip(*columns, strict=True)))
        return None if "\n" in text or "\r" in text else lines


class CsvTables:
    """Tables of one import in a folder; a row is known by its position, an integer below 2**48."""

    def __init__(self, folder: Path, leads: Mapping[str, tuple[str, ...]]) -> None:
        self._folder, self._leads = folder, leads
        self.tables: list[CsvTable] = []
        self._layouts: dict[object, _Layout] = {}
        self._known: dict[object, _Layout] = {}

    def append(self, kind: str, lead: Sequence[str] | None, properties: Mapping[str, Any]) -> int:
        """Append a row, its lead in cells, or without one an edge that names its ends; give its position."""
        key = kind, lead is None, *properties, *map(type, properties.values())
        layout = self._known.get(key)
        try:
            line = "" if layout is None else layout.line(lead, properties)
        except TypeError:  # a list of something else than the texts of the row before
            layout = None
        if layout is None:
            layout = self._find(kind, lead, properties)
            if all(type_ in _ALIKE for _, type_ in layout.table.columns.values()):
                self._known[key] = layout
            line = layout.line(lead, properties)
        if "\n" in line or "\r" in line:
            layout = self._find(kind, lead, properties, multiline=True)
            line = layout.line(lead, properties)
        table, data = layout.table, f"{line}\n".encode()
        position = layout.number << 40 | table.size
        table.file.write(data)
        table.size += len(data)
        table.rows += 1
        table.properties += len(properties)
        return position

    def extend(self, kind: str, columns: RecordColumns, current: str) -> list[int]:
        """Append nodes or edges with `current` before their hashes; give their positions."""
        own: dict[str, Sequence[Any]] = {**columns.own}
        own["record_hash"] = [current + content for content in columns.contents]
        sample = columns.pick((0,)).property_maps(current)[0]
        lead = ["", join(columns.kind.split("|"))] if self._leads[kind][0].startswith("id:") else None
        lines: list[str] | None = None
        if all(map(_is_uniform, own.values())):
            layout = self._find(kind, lead, sample)
            lines = layout.lines(lead, columns.shared, own)
        if lines is None:
            return [self.append(kind, lead, row) for row in columns.property_maps(current)]
        table, text = layout.table, "\n".join(lines) + "\n"
        sizes = map(len, lines if text.isascii() else map(str.encode, lines))
        offsets = accumulate((size + 1 for size in sizes), initial=layout.number << 40 | table.size)
        table.size += table.file.write(text.encode())
        table.rows += len(lines)
        table.properties += len(lines) * len(sample)
        return list(offsets)[:-1]

    def read(self, position: int) -> tuple[list[str], PropertyRow]:
        """Read a row: its lead, and its properties."""
        return self.tables[position >> 40].read(position & _OFFSET)[:2]

    def drop(self, position: int) -> None:
        """Drop a row, since another takes its place."""
        self.tables[position >> 40].drop(position & _OFFSET)

    def close(self) -> None:
        """Complete the files."""
        for table in self.tables:
            table.close()

    def _find(
        self, kind: str, lead: object, properties: Mapping[str, Any], *, multiline: bool = False
    ) -> _Layout:
        """Find the layout of a row by the types of its properties, or make it."""
        try:
            types = {
                name: _ARRAYS[type(value[0])] if type(value) is list else _SCALARS[type(value)]
                for name, value in properties.items()
            }
        except (IndexError, KeyError) as error:
            raise unfit(f"a property that is empty or of no known type: {dict(properties)}"[:300]) from error
        key = kind, lead is None, multiline, *types.items()
        layout = self._layouts.get(key)
        if layout is None:
            own = () if lead is not None else _ENDS
            layout = self._layouts[key] = self._lay_out(kind, multiline, types, own)
        return layout

    def _lay_out(self, kind: str, multiline: bool, types: Mapping[str, str], own: tuple[str, ...]) -> _Layout:
        for name in types:
            if _UNFIT_NAME.search(name):
                raise unfit(f"a property of the name {name!r}")
        fitting = (
            (number, table)
            for number, table in enumerate(self.tables)
            if (table.kind, table.multiline) == (kind, multiline) and table.fits(types)
        )
        number, table = next(fitting, None) or self._open(kind, multiline)
        for name, type_ in types.items():
            table.columns.setdefault(name, (len(table.lead) + len(table.columns) - table.is_of_nodes, type_))
        first = len(table.lead)
        places = {at: name for name in types if (at := table.columns[name][0]) >= first}
        names = [*own, *(places[at] for at in sorted(places))]
        written = ((at, _WRITE[types[name]]) for at, name in enumerate(names) if types[name] != "string")
        cells = (
            "" if at not in places else '"%s"' if types[places[at]] in _QUOTED else "%s"
            for at in range(first, max(places, default=0) + 1)
        )
        form = ",".join(['"%s"'] * len(own)) + "".join("," + cell for cell in cells)
        return _Layout(table, number, tuple(names), _reader(names), tuple(written), form)

    def _open(self, kind: str, multiline: bool) -> tuple[int, CsvTable]:
        number = len(self.tables)
        if number == _MOST_TABLES:
            raise unfit("properties that have so many different types")
        path = self._folder / f"{number}.csv"
        table = CsvTable(kind, self._leads[kind], path, path.open("w+b"), multiline)
        if table.is_of_nodes:
            table.columns["id"] = 0, "string"
        self.tables.append(table)
        return number, self.tables[-1]


def _is_uniform(column: Sequence[Any]) -> bool:
    """Say whether all values of a column are of one type, and those of lists too."""
    kinds = {*map(type, column)}
    return len({*map(type, chain.from_iterable(column))} if kinds == {list} else kinds) == 1


def _cells(column: Sequence[Any], write: Callable[[Any], str] | None) -> Sequence[str]:
    if write is None or type(column[0]) is str:
        return column
    if write is _joined:
        joined = list(map(SEPARATOR.join, column))
        if "" not in joined and "".join(joined).count(SEPARATOR) == sum(map(len, column)) - len(column):
            return joined
    return list(map(write, column))


def _read(cell: str, type_: str) -> Any:
    text = cell[1:-1].replace('""', '"') if cell.startswith('"') else cell
    if type_.endswith("[]"):
        return [_READ[type_[:-2]](item) for item in text.split(SEPARATOR)]
    return _READ[type_](text)


def _reader(names: Sequence[str]) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
    """Give what reads the values of these names from a row."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda row: tuple([row[name] for name in names])


def _copy(source: BinaryIO, target: BinaryIO, start: int, end: int) -> None:
    source.seek(start)
    while start < end:
        data = source.read(min(end - start, 1 << 20))
        target.write(data)
        start += len(data)
