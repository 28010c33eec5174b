"""Loader interface and registry (entry points), between loaders and the pipeline."""

import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol, runtime_checkable

from bioloom.errors import BioloomError, UnknownFormatError, UsageError
from bioloom.records import LoadOptions, SourceRecord
from bioloom.resources import read_table

GROUP = "bioloom.loaders"
_FAULTS = (
    *(ArithmeticError, AssertionError, AttributeError, ImportError, LookupError, NameError, OSError),
    *(RuntimeError, SyntaxError, TypeError, ValueError),
)
"""What code of others raises where it is broken."""

_log = logging.getLogger(__name__)
_ROWS = (".jsonl", ".ndjson")
_LONGEST_ROW = 1_000_000
_HIDDEN = (".", "~$")
"""What the names of files begin with that are not for readers; the second are locks of an open Word file."""

_TABLES_OF_KGX = {
    ("subject", "predicate", "object"): "x_edges.tsv or x_edges.csv",
    ("id", "category"): "x_nodes.tsv or x_nodes.csv",
}
_TABLES = (("subject", "relationship", "object"), *_TABLES_OF_KGX, ("id", "name"))
_LOOKED_FOR = (
    "documents (.txt, .md, .docx, .pdf, JATS, protocols.io), annotated texts (BRAT, BioC, PubTator) and "
    "graphs (KGX: x_nodes.tsv, x_edges.tsv)"
)


@dataclass(slots=True)
class ReadPlace:
    """Place after the last record that was read: number of its part of the source, bytes and lines of that.

    Without a number of bytes above 0 it is unknown. `most` bounds the rows that are read next at once.

    >>> str(ReadPlace(1, 2048, 30)), ReadPlace.parse("1:2048:30").is_known, ReadPlace.parse("").is_known
    ('1:2048:30', True, False)
    """

    part: int = 0
    offset: int = 0
    line: int = 0
    most: int = 5_000

    @classmethod
    def parse(cls, text: str) -> "ReadPlace":
        """Read a place that a checkpoint holds; the beginning where it holds none."""
        return cls(*map(int, text.split(":"))) if text else cls()

    def __str__(self) -> str:
        return f"{self.part}:{self.offset}:{self.line}" if self.is_known else ""

    @property
    def is_known(self) -> bool:
        """Whether reading can go on from here."""
        return self.offset > 0

    def begin(self, part: int, *, of_lines: bool) -> None:
        """Move to the beginning of a part; only one of lines has places within."""
        self.part, self.offset, self.line = part, 0 if of_lines else -1, 0

    def lose(self) -> None:
        """Make the place unknown: what was read last is said again by who begins here."""
        self.offset = -1


class Loader(Protocol):
    """Reader of one format: files to records, in the same order every time.

    `records` streams: memory does not grow with the source. A record that cannot be read becomes a
    Reject with file and line; only a source that cannot be read at all raises SourceError. Nodes come
    before the edges between them.
    """

    name: str
    description: str

    def recognises(self, source: Path) -> bool:
        """Say whether this file or folder is of this format, from names and first lines only."""

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Read the source from its beginning."""


class VersionedLoader(Loader, Protocol):
    """Loader that says by a number when it reads its sources otherwise than before.

    Sources that were loaded under another number are read again. `tables` are folders of ontology/ whose
    contents count as well. A loader without a number has 0: `--fresh` alone reads what it loaded again.
    """

    @property
    def reading(self) -> int:
        """The number, raised when the same source gives other records."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The folders of ontology/ that decide what becomes of its records."""


@runtime_checkable
class TableLoader(Loader, Protocol):
    """Loader that can leave the rows of its tables to be read where their form is new."""

    def rows(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Read the source as `records` does, rows of tables unread."""


@runtime_checkable
class SeekableLoader(TableLoader, Protocol):
    """Loader that goes on from a place without reading what comes before."""

    def rows_from(self, source: Path, options: LoadOptions, place: ReadPlace) -> Iterator[SourceRecord]:
        """Read on as `rows` does; `place` is moved to the end of each record when that is given."""


@dataclass(frozen=True, slots=True)
class SourcePart:
    """Part of a source that one loader reads: its path, the name of the loader, its files.

    The files are named only where a folder has several parts.
    """

    path: Path
    format: str | None
    files: frozenset[Path] = frozenset()


@runtime_checkable
class FolderLoader(Loader, Protocol):
    """Loader that tells what else a folder holds."""

    def parts(self, folder: Path) -> list[SourcePart]:
        """Give what of a folder this loader reads and what others do."""


def parts_of(source: Path, format: str | None = None) -> list[SourcePart]:
    """Part a folder that holds several formats by their loaders; without a `format` that reads all of it.

    Every other source is one part.
    """
    if format is None and source.is_dir() and isinstance(loader := loader_for(source), FolderLoader):
        return loader.parts(source)
    return [SourcePart(source, format)]


def is_hidden(name: str) -> bool:
    """Say whether a file or folder is passed over by its name, as a lock of an office program is.

    >>> is_hidden(".DS_Store"), is_hidden("~$ern.docx"), is_hidden(".~lock.a.docx#"), is_hidden("a.docx")
    (True, True, True, False)
    """
    return name.startswith(_HIDDEN)


def loaders() -> dict[str, Loader]:
    """List the installed loaders by name, sorted; third parties' too. Broken ones are told and left out."""
    known, faults = _open_loaders()
    for fault in faults.values():
        _tell(fault)
    return known


def _open_loaders() -> tuple[dict[str, Loader], dict[str, str]]:
    """Give the installed loaders by name, and what is wrong with those that cannot be opened."""
    known: dict[str, Loader] = {}
    faults: dict[str, str] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            known[entry.name] = entry.load()()
        except (*_FAULTS, BioloomError) as error:
            said = f"the loader {entry.name} ({entry.value}) cannot be opened: {error}"
            faults[entry.name] = f"{said}; mend or uninstall its package"
    return known, faults


@lru_cache(maxsize=256)
def _tell(fault: str) -> None:
    """Warn once of what is passed over."""
    _log.warning(fault)


def loader_for(source: Path, name: str | None = None) -> Loader:
    """Choose the loader called `name`, or else the one that recognises the source."""
    if source.exists() and not (source.is_file() or source.is_dir()):
        raise UsageError(f"{source} is not a regular file")
    known, faults = _open_loaders()
    if name is not None:
        if name in faults:
            raise UnknownFormatError(faults[name])
        if name not in known:
            raise UnknownFormatError(f"there is no loader called {name!r}; choose from: {', '.join(known)}")
        return known[name]
    if not source.exists():
        raise UsageError(f"{source} does not exist")
    able = []
    for each, loader in known.items():
        try:
            if loader.recognises(source):
                able.append(loader)
        except _FAULTS as error:
            said = f"the loader {each} failed on {source} ({type(error).__name__}: {error})"
            faults[each] = f"{said} and was passed over"
    for fault in faults.values():
        _tell(fault)
    if len(able) == 1:
        return able[0]
    if not able:
        raise UnknownFormatError(_unrecognised(source, known))
    several = ", ".join(loader.name for loader in able)
    raise UnknownFormatError(f"several loaders recognise {source} ({several}); choose one with --format")


def _unrecognised(source: Path, known: Mapping[str, Loader]) -> str:
    """Say why no loader takes a source, what they look for and how to go on."""
    if broken := _broken_row(source):
        return f"{source}: {broken}; correct it, or name the format with --format"
    if source.is_dir():
        files = (path for path in source.rglob("*") if path.is_file() and not is_hidden(path.name))
        first = next(files, None)
        if first is not None and (cure := _cure_of_name(first, known)):
            return f"{source} holds no file that a loader recognises, but {first.name}: {cure}"
        held = (
            "holds no file"
            if first is None
            else f"holds no file that a loader recognises, such as {first.name}"
        )
        return f"{source} {held}; looked for {_LOOKED_FOR}; all formats: bioloom loaders"
    if source.is_file() and not source.stat().st_size:
        return f"{source} is empty"
    if cure := _cure_of_name(source, {}):
        return f"no loader reads {source}: {cure}"
    return f"no loader recognises {source}; {_hint(source)}name one with --format: {', '.join(known)}"


def _cure_of_name(path: Path, known: Mapping[str, Loader]) -> str:
    """Say what makes a file loadable, where its name tells what it is; empty where it does not."""
    for loader in known.values():
        with suppress(*_FAULTS):
            if loader.recognises(path):
                return f"load that by itself: bioloom load {path}"
    rows = read_table("layout/format_terms.tsv")
    cures = {row["term"]: row["meaning"] for row in rows if row["format"] == "file left out"}
    return cures.get(path.suffix.lower(), "")


def _hint(source: Path) -> str:
    """Say what keeps a file from being recognised, where its first bytes tell."""
    try:
        with source.open("rb") as opened:
            head = opened.read(_LONGEST_ROW).splitlines()[:1]
    except OSError:
        return ""
    first = head[0] if head else b""
    is_table = source.suffix.lower() in (".csv", ".tsv")
    if first.startswith((b"\xff\xfe", b"\xfe\xff")):
        if not is_table:
            return "it is UTF-16: convert it to UTF-8; or "
        first = b"".join(head).decode("utf-16", "replace").partition("\n")[0].encode()
    if source.suffix.lower() == ".csv" and {b"title", b"abstract"} <= set(first.lower().split(b",")):
        return "a table of abstracts has tabs between its cells: save it as .tsv; or "
    return _hint_of_table(first.decode("utf-8-sig", "replace")) if is_table else ""


def _hint_of_table(header: str) -> str:
    """Say what the header of a table that no loader recognises lacks."""
    mark = next((mark for mark in "\t,;" if mark in header), ",")
    columns = [column.strip(' "') for column in header.split(mark)]
    shown = f"its columns are {', '.join(columns)[:300]}"
    cures = [] if mark in header else ["separate its cells by tabs, commas or semicolons"]
    small = {column.lower() for column in columns}
    fitting = next((needed for needed in _TABLES if {*needed} <= small), None)
    if fitting is None:
        known = " or ".join(", ".join(needed) for needed in _TABLES)
        cures.append(f"name them as those of a table that is known ({known})")
    elif not {*fitting} <= {*columns}:
        cures.append(f"write {', '.join(fitting)} in small letters")
    if fitting in _TABLES_OF_KGX:
        cures.append(f"name it {_TABLES_OF_KGX[fitting]}")
    return f"{shown}: {', and '.join(cures)}; or " if cures else ""


def _broken_row(source: Path) -> str | None:
    """Describe the fault in the first row of a JSON Lines file."""
    if not source.is_file() or not source.name.lower().endswith(_ROWS):
        return None
    try:
        with source.open(encoding="utf-8-sig") as opened:
            row = opened.readline(_LONGEST_ROW)
        json.loads(row)
    except UnicodeDecodeError:
        return "the first row is not UTF-8"
    except (OSError, RecursionError):
        return None
    except ValueError as error:
        return f"the first row is no JSON: {error}"
    return None
