"""Graph export: files that become whole together, rows counted on their way into them, and its report."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeAlias, TypedDict, TypeVar, Unpack

from bioloom.errors import UsageError
from bioloom.exchange.atomic_files import whole_files
from bioloom.exchange.graph_stream import GraphStream, StreamedEdge, StreamedNode
from bioloom.exchange.selection import EVERYTHING, Selection
from bioloom.graph.connection import Graph
from bioloom.graph.json_values import Plain

Progress: TypeAlias = Callable[[int, int], None]
"""Called now and then with the records written so far and the number expected."""

Row = TypeVar("Row")
_STEP = 500


@dataclass(frozen=True, slots=True)
class ExportReport:
    """Counts of what an export wrote, and of the negated claims that its format cannot state.

    There are no `files` where no claim meets all conditions.
    """

    files: tuple[Path, ...]
    nodes: int
    edges: int
    denied: int = 0


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


class ExportKeywords(TypedDict, total=False):
    """What every export of the graph takes: whether `mentions` go along, which claims, whether to replace."""

    mentions: bool
    chosen: Selection
    force: bool
    on_progress: Progress | None


@dataclass(slots=True)
class GraphExport:
    """A running export: the open files, and the rows to write into them."""

    paths: tuple[Path, ...]
    files: tuple[IO[str], ...]
    stream: GraphStream
    counter: RowCounter
    written_nodes: int = 0
    written_edges: int = 0
    denied: int = 0

    def nodes(self) -> Iterator[StreamedNode]:
        """Give the nodes, counting them."""
        for node in self.counter.over(self.stream.nodes()):
            self.written_nodes += 1
            yield node

    def edges(self, *, denied: bool = True) -> Iterator[StreamedEdge]:
        """Give the claims, or those that are not `denied`, counting them."""
        for edge in self.counter.over(self.stream.edges()):
            if denied or not edge.slots.get("negated"):
                self.written_edges += 1
                yield edge
            else:
                self.denied += 1

    @property
    def report(self) -> ExportReport:
        """What was written."""
        return ExportReport(self.paths, self.written_nodes, self.written_edges, self.denied)


class _NothingChosen(Exception):
    """No claim meets all conditions."""


@contextmanager
def open_export(graph: Graph, *paths: Path, **options: Unpack[ExportKeywords]) -> Iterator[GraphExport]:
    """Open files for an export; they take their names when it is over, and are left out where no claim meets
    all conditions."""
    chosen = options.get("chosen", EVERYTHING)
    stream = GraphStream(graph, mentions=options.get("mentions", False), chosen=chosen)
    counter = RowCounter(stream.count(), options.get("on_progress"))
    with suppress(_NothingChosen), whole_files(paths, force=options.get("force", False)) as files:
        export = GraphExport(paths, files, stream, counter)
        yield export
        if not (chosen.is_everything or export.written_nodes or export.written_edges):
            export.paths = ()
            raise _NothingChosen
    counter.finish()


def check_ending(path: Path, form: str, ending: str) -> None:
    """Refuse a file whose name does not say its form; a packed one ends in ``.gz`` besides."""
    if not path.name.casefold().removesuffix(".gz").endswith(ending):
        raise UsageError(f"{path.name} does not say {form}; end it in {ending} or {ending}.gz")


def key_names(slots: Sequence[str], ours: Iterable[str]) -> dict[str, str]:
    """Name the columns or keys of slots; one that is called like one of ours gets an underscore behind it.

    >>> key_names(["label", "name"], ["id", "label"])
    {'label': 'label_', 'name': 'name'}
    """
    named = dict(zip(slots, slots, strict=True))
    for name in named.keys() & {*ours}:
        while named[name] in {*ours, *named}:
            named[name] += "_"
    return named


def rename(slots: Mapping[str, Plain], names: Mapping[str, str]) -> dict[str, Plain]:
    """Call slots by the names of their columns or keys."""
    return {names.get(slot, slot): value for slot, value in slots.items()}


def text_of(value: Plain) -> str:
    """Write a value as one text: lists joined by ``|``, nothing for None.

    >>> text_of(["a", 2]), text_of(None), text_of(False)
    ('a|2', '', 'false')
    """
    if isinstance(value, list):
        return "|".join(map(text_of, value))
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
