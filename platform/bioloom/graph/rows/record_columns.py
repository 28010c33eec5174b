"""Record columns: many nodes or edges of one form, laid out for the database without an object for each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain
from json.encoder import encode_basestring_ascii
from operator import itemgetter
from typing import Any, Protocol, TypeVar, runtime_checkable

from bioloom.graph.rows.property_values import CANONICAL, HASH_BYTES, PropertyRow, Stored
from bioloom.records import Reject, SourceEdge, SourceNode, TableRows

_quote = CANONICAL.encode
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class RecordLayout:
    """What records alike share: properties, names of each one's own, JSON text with holes for these."""

    shared: PropertyRow
    own: tuple[str, ...]
    text: str

    @classmethod
    def of(cls, shared: PropertyRow, own: Sequence[str], around: str = "%s") -> RecordLayout:
        """Lay out the record of which the properties stand in `around`."""
        texts = {name: _quote(value).replace("%", "%%") for name, value in shared.items()}
        texts |= dict.fromkeys(own, "%s")
        members = (f"{_quote(name).replace('%', '%%')}:{texts[name]}" for name in sorted(texts))
        return cls(shared, tuple(sorted(own)), around.replace("%s", f"{{{','.join(members)}}}", 1))

    def contents(self, own: Mapping[str, Sequence[Stored]]) -> list[str]:
        """Hash the contents of records, given the columns of their own properties as they are stored."""
        texts = map(self.text.__mod__, zip(*(_json_texts(own[name]) for name in self.own), strict=True))
        return [blake2b(text.encode("ascii"), digest_size=HASH_BYTES).hexdigest() for text in texts]


def _json_texts(column: Sequence[Stored]) -> list[str]:
    kinds = {*map(type, column)}
    if kinds == {str}:
        return list(map(encode_basestring_ascii, column))  # type: ignore[arg-type]
    if kinds == {list} and {*map(type, chain.from_iterable(column))} == {str}:  # type: ignore[arg-type]
        return [f"[{','.join(map(encode_basestring_ascii, texts))}]" for texts in column]  # type: ignore[arg-type]
    return list(map(_quote, column))


@dataclass(frozen=True, slots=True)
class RecordColumns:
    """Nodes or edges alike: their shared properties, a column for each that they have for themselves.

    `kind` is the type of edges, or the labels of nodes, joined by bars. `at` are the rows of the source that
    state them, `first` is the number of the first of these among its records. `positions` number the records
    among those of a batch.
    """

    kind: str
    shared: PropertyRow
    own: Mapping[str, Sequence[Stored]]
    contents: Sequence[str]
    source: TableRows
    at: Sequence[int]
    first: int
    positions: Sequence[int] = ()

    def __len__(self) -> int:
        return len(self.contents)

    def texts(self, name: str) -> Sequence[str]:
        """Give a column of texts."""
        return self.own[name]  # type: ignore[return-value]

    def stated(self) -> Iterator[tuple[int, SourceNode | SourceEdge | Reject]]:
        """Read the records as their source states them, each with its number."""
        return ((self.first + at, self.source.record(at)) for at in self.at)

    def pick(self, places: Collection[int]) -> RecordColumns:
        """Give some of the records."""
        if len(places) == len(self):
            return self
        own = {name: take(column, places) for name, column in self.own.items()}
        contents, at = take(self.contents, places), take(self.at, places)
        positions = take(self.positions, places) if self.positions else ()
        return replace(self, own=own, contents=contents, at=at, positions=positions)

    def without(self, places: Collection[int]) -> RecordColumns:
        """Leave some of the records out."""
        return self.pick([at for at in range(len(self)) if at not in places]) if places else self

    def with_warning(self, warning: str | None) -> RecordColumns:
        """Give the records with what is wrong with all of them."""
        return (
            self if warning is None else replace(self, shared={**self.shared, "validation_warning": warning})
        )

    @property
    def warning(self) -> str | None:
        """What is wrong with all of the records."""
        found = self.shared.get("validation_warning")
        return None if found is None else str(found)

    def property_maps(self, current: str | None = None) -> list[PropertyRow]:
        """Build the property maps, with `current` and the hashes of their contents if that is given."""
        if current is None:
            rows = zip(*self.own.values(), strict=True)
            return [{**self.shared, **dict(zip(self.own, row, strict=True))} for row in rows]
        names = *self.own, "record_hash"
        rows = zip(*self.own.values(), ([current + content] for content in self.contents), strict=True)
        return [{**self.shared, **dict(zip(names, row, strict=True))} for row in rows]


@runtime_checkable
class ColumnSink(Protocol):
    """Store that takes records by columns."""

    def create_columns(self, kind: str, columns: Sequence[RecordColumns], current: str) -> None:
        """Create nodes ("entity") or edges ("entity entity") that are not there."""


def take(column: Sequence[_T], places: Collection[int]) -> Sequence[_T]:
    """Take some values of a column."""
    if len(places) > 1:
        taken: Any = itemgetter(*places)(column)
        return taken  # type: ignore[no-any-return]
    return [column[at] for at in places]
