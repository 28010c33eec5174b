"""KGX graphs: tables of nodes and edges (TSV, CSV, JSON Lines, Parquet), JSON graphs, gzip and archives."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, cast

from bioloom.errors import SourceError
from bioloom.extras import optional
from bioloom.loading import ReadPlace
from bioloom.records import LoadOptions, Place, Reject, Skip, SourceRecord, SourceTable
from bioloom_loaders.archives import Opener, open_members
from bioloom_loaders.format_detection import (
    ARCHIVE_SUFFIXES,
    JSON_SUFFIXES,
    ROW_SUFFIXES,
    TABLE,
    TABLE_SUFFIXES,
    FormatLoader,
    is_graph_json,
    siblings,
)
from bioloom_loaders.json_files import parse_json
from bioloom_loaders.json_items import read_items
from bioloom_loaders.kgx_records import LIST_SLOTS, edge_from, node_from
from bioloom_loaders.left_out import leave_out_others
from bioloom_loaders.tables import header_of, read_each, read_table
from bioloom_loaders.text_lines import (
    BROKEN,
    as_utf8,
    lines_of,
    one_line_of,
    open_bytes,
    read_lines,
    shown,
    unpacked,
)

_PACKED = "no table or JSON graph, or a link: unpack the archive and load it by itself"
Kind = Literal["nodes", "edges"]
_NEEDED: Mapping[Kind, frozenset[str]] = {
    "edges": frozenset({"subject", "predicate", "object"}),
    "nodes": frozenset({"id", "category"}),
}


@dataclass(frozen=True, slots=True)
class Part:
    """One table or JSON graph of a source: what it is called, what it holds, how to open it.

    `told` is its kind where its header tells it and not its name.
    """

    file: str
    name: str
    open: Opener
    told: Kind | None = None

    @property
    def is_json(self) -> bool:
        """Say whether it is one JSON document, which may hold nodes and edges."""
        return self.name.lower().endswith(JSON_SUFFIXES)

    @property
    def is_of_lines(self) -> bool:
        """Say whether each of its lines is a record."""
        return not (self.is_json or self.name.lower().endswith(".parquet"))

    @property
    def kind(self) -> Kind | None:
        """Tell nodes from edges by the name, or else by the header."""
        match = TABLE.match(self.name)
        return cast(Kind, match["part"].lower()) if match else self.told


class KgxLoader(FormatLoader):
    """Reads KGX; the nodes of all tables come before the edges of all tables."""

    name = "kgx"
    description = "KGX graphs (TSV, CSV, JSON Lines, Parquet, JSON; gzip, tar, zip)"

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give all nodes, then all edges, each table in its own order."""
        return read_each(self.rows(source, options))

    def rows(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give the same, rows of tables unread."""
        return self.rows_from(source, options, ReadPlace())

    def rows_from(self, source: Path, options: LoadOptions, place: ReadPlace) -> Iterator[SourceRecord]:
        """Give the rows that follow a place in a table or in JSON Lines."""
        if source.is_file() and source.name.lower().endswith(ARCHIVE_SUFFIXES):
            yield from _read_archive(source, place)
        else:
            paths = _paths(source)
            if source.is_dir() and not place.is_known:
                yield from leave_out_others(source.iterdir(), {*paths})
            yield from _read_parts([_part(path) for path in paths], place)


def _paths(source: Path) -> list[Path]:
    if source.is_dir():
        paths = [path for path in sorted(source.iterdir()) if path.is_file()]
        paths = [path for path in paths if TABLE.match(path.name) or is_graph_json(path)]
    elif source.is_file():
        paths = sorted({source, *_counterparts(source)})
    else:
        paths = siblings(source)
    if not paths:
        raise SourceError("there is no KGX table here (named *_nodes.tsv, *_edges.jsonl, ...)", shown(source))
    return paths


def _part(path: Path) -> Part:
    by_name = TABLE.match(path.name) or path.name.lower().endswith(JSON_SUFFIXES)
    told = None if by_name else _tell_kind(path)
    return Part(shown(path), path.name, lambda: open_bytes(path), told)


def _tell_kind(path: Path) -> Kind:
    """Tell nodes from edges by the header of a table of another name; SourceError if it is neither."""
    name = path.name.lower()
    if name.endswith(TABLE_SUFFIXES):
        header = header_of(path)
    elif name.endswith(ROW_SUFFIXES):
        line = next(lines_of(path), None)
        header = line if isinstance(line, Reject) else tuple(_keys(line.text) if line else ())
    else:
        formats = (
            "TSV, CSV, JSON Lines, JSON, Parquet (x_nodes.parquet, x_edges.parquet) or an archive of these"
        )
        raise SourceError(f"it is no file of KGX by its name; KGX is {formats}", shown(path))
    if isinstance(header, Reject):
        raise SourceError(header.message, shown(path))
    for kind, needed in _NEEDED.items():
        if needed <= {*header}:
            return kind
    lacking = " nor ".join(
        f"one of {kind} (without {', '.join(sorted(needed.difference(header)))})"
        for kind, needed in _NEEDED.items()
    )
    columns = ", ".join(header)[:300]
    raise SourceError(f"its columns are {columns}: it is neither {lacking}, in small letters", shown(path))


def _keys(text: str) -> Iterator[str]:
    try:
        value = parse_json(text)
    except (ValueError, RecursionError):
        return
    yield from value if isinstance(value, dict) else ()


def _counterparts(table: Path) -> Iterator[Path]:
    """Find the edge table that belongs to a node table, or the other way round."""
    own = TABLE.match(table.name)
    for path in table.parent.iterdir() if own else ():
        other = TABLE.match(path.name)
        if own is None or other is None or own["part"].lower() == other["part"].lower():
            continue
        if own.group("stem", "rest", "suffix") == other.group("stem", "rest", "suffix") and path.is_file():
            yield path


def _read_archive(source: Path, place: ReadPlace) -> Iterator[SourceRecord]:
    try:
        with open_members(source) as members:
            parts = [
                Part(f"{shown(source)}!{member.name}", member.name.rpartition("/")[2], member.open)
                for member in members.found
                if TABLE.match(member.name.rpartition("/")[2]) or member.name.lower().endswith(JSON_SUFFIXES)
            ]
            if members.fault and not place.is_known:
                message = f"the archive breaks off, and what follows is left out: {members.fault}"
                yield Reject("BAD_COMPRESSION", "extract", message, Place(shown(source)))
            read = {part.file for part in parts}
            for name in (*(member.name for member in members.found), *members.links):
                if (file := f"{shown(source)}!{name}") not in read and not place.is_known:
                    yield Skip("OTHER_FORMAT", Place(file), remedy=_PACKED)
            if not parts:
                raise SourceError("the archive holds no KGX table (*_nodes.tsv, *_edges.tsv)", shown(source))
            yield from _read_parts(parts, place)
    except BROKEN as error:
        said = str(error).partition(":\n")[0]  # tarfile lists what each of its readers says
        raise SourceError(f"the archive cannot be read ({said}); fetch it again", shown(source)) from error


def _read_parts(parts: list[Part], place: ReadPlace) -> Iterator[SourceRecord]:
    kinds: tuple[Kind, Kind] = ("nodes", "edges")
    passes = [(kind, part) for kind in kinds for part in parts if part.is_json or part.kind == kind]
    first = place.part
    for number, (kind, part) in enumerate(passes[first:], start=first):
        if not place.is_known or number > first:
            place.begin(number, of_lines=part.is_of_lines)
        try:
            with (
                part.open() as raw,
                unpacked(raw, part.file) as whole,
                as_utf8(whole, part.file) as opened,
            ):
                yield from _read_part(part, kind, opened, place)
        except (SourceError, *BROKEN) as error:
            if kind == "nodes" or not part.is_json:  # a JSON graph is read twice
                place.lose()
                yield Reject("UNREADABLE", "extract", one_line_of(error), Place(part.file))


def _read_part(part: Part, kind: Kind, opened: BinaryIO, place: ReadPlace) -> Iterator[SourceRecord]:
    if part.is_json:
        yield from _read_graph(part, kind, opened)
    elif part.name.lower().endswith(".parquet"):
        yield from _read_parquet(part, kind, opened)
    elif part.name.lower().removesuffix(".gz").endswith((".tsv", ".csv")):
        of_nodes = kind == "nodes"
        read = node_from if of_nodes else edge_from
        expected = ("id", "category", "name") if of_nodes else ("subject", "predicate", "object")
        yield from read_table(
            opened,
            part.file,
            lambda names: SourceTable(part.file, names, LIST_SLOTS, read, of_nodes),
            place,
            expected,
        )
    else:
        for line in read_lines(opened, part.file, place=place):
            if isinstance(line, Reject):
                yield line
                continue
            yield (record := _from_json(line.text, line.place, kind))
            if ("NaN" in line.text or "Infinity" in line.text) and not isinstance(record, Reject):
                yield from _warn_of_no_number(parse_json(line.text), line.place)


def _read_parquet(part: Part, kind: Kind, opened: BinaryIO) -> Iterator[SourceRecord]:
    """Read the rows of a Parquet file in batches; empty cells are slots that a record lacks."""
    polars = optional("polars", "Parquet", extra="frames")
    number = 0
    try:
        for batch in polars.scan_parquet(opened).collect_batches(maintain_order=True):
            for row in batch.iter_rows(named=True):
                number += 1
                slots = {slot: value for slot, value in row.items() if value is not None}
                yield _from_value(slots, Place(part.file, number), kind)
    except polars.exceptions.PolarsError as error:
        raise SourceError(f"it is no Parquet that can be read ({one_line_of(error)})", part.file) from error


def _read_graph(part: Part, kind: Kind, opened: BinaryIO) -> Iterator[SourceRecord]:
    """Read the nodes or the edges of a JSON graph; a fault of the file is told once, with its nodes."""
    keys = set()
    for item in read_items(opened, part.file):
        if isinstance(item, Reject):
            keys.add("")
            if kind == "nodes":
                yield item
            continue
        key = item.key or part.kind or ""
        keys.add(key)
        if key == kind:
            yield _from_value(item.value, item.place, kind)
            yield from _warn_of_no_number(item.value, item.place)
    if kind == "nodes" and not keys:
        yield Reject("NOT_KGX", "extract", "the file lists no nodes and no edges", Place(part.file))


def _from_json(text: str, place: Place, kind: Kind) -> SourceRecord:
    try:
        value = parse_json(text)
    except RecursionError:
        return Reject("BAD_JSON", "extract", "values are nested too deeply", place, {"line": text[:2000]})
    except ValueError as error:
        return Reject("BAD_JSON", "extract", str(error), place, {"line": text[:2000]})
    return _from_value(value, place, kind)


def _warn_of_no_number(value: object, place: Place) -> Iterator[Skip]:
    """Warn of an object that has NaN or Infinity, which `slots_from` takes for missing."""
    if isinstance(value, Mapping) and any(
        isinstance(each, float) and not math.isfinite(each)
        for slot in value.values()
        for each in (slot if isinstance(slot, list) else (slot,))
    ):
        yield Skip("NaN or Infinity in place of a number: taken as missing", place, count=0)


def _from_value(value: object, place: Place, kind: Kind) -> SourceRecord:
    if not isinstance(value, Mapping):
        return Reject("BAD_TYPE", "extract", f"it must be an object, not {type(value).__name__}", place)
    return node_from(value, place) if kind == "nodes" else edge_from(value, place)
