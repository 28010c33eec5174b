"""Table forms: rows of an edge table become edge rows with no record between, once their form is known.

A form is what rows of one predicate, the same provenance and qualifiers, and the same filled columns have in
common. The first of a form is read and validated as any other edge. Of those that follow only the ends are
checked, and the cells that say something of the single edge are taken over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TypeAlias

from bioloom.biolink import Biolink
from bioloom.graph.edge_rows import AssertionRow, EdgeLayout, EdgeRows
from bioloom.graph.identity_decisions import SAME_AS
from bioloom.graph.property_values import PropertyRow, Stored, storable
from bioloom.pipeline.record_validation import (
    CLAIM,
    SHARED,
    InvalidRecord,
    is_curie,
    is_qualifier,
    is_typed,
    other_end,
    typed_values,
)
from bioloom.records import Assertion, EdgeTable, TableEdge
from bioloom.records.graph import ID_LENGTH, claim_id

_MOST_FORMS = 20_000  # of a table; one with a provenance of its own for every edge has no two of one form
_MOST_ENDS = 200_000
_SOURCES = frozenset({"knowledge_source", "provided_by", "primary_knowledge_source_from"})
"""Slots that may stand in for the primary source."""

_Read: TypeAlias = Callable[[str], Stored | None]
"""Reads a cell as the value that is stored; None where the row needs a closer look."""


@dataclass(frozen=True, slots=True)
class _TableForm:
    """First edge of a form, what all have alike, and columns, names and readers of what each has alone.

    `subject_at` and `object_at` are the columns of the ends in canonical direction.
    """

    first: AssertionRow
    subject_at: int
    object_at: int
    frame: tuple[str, str]
    layout: EdgeLayout
    shared: PropertyRow
    own: tuple[tuple[int, str, _Read], ...]


@dataclass(slots=True)
class _Columns:
    """Columns of a table: those of the ends, those that name a form, those that an edge has for itself."""

    subject_at: int
    object_at: int
    key: Callable[[list[str]], object]
    own: tuple[tuple[int, str, _Read], ...]
    forms: dict[object, _TableForm | None] = field(default_factory=dict)


class TableForms:
    """Registry of the forms of tables; their rows are those of the edges that `TableEdge.record` reads."""

    def __init__(self, biolink: Biolink) -> None:
        self._biolink = biolink
        self._rows = EdgeRows(biolink.version)
        self._tables: dict[EdgeTable, _Columns | None] = {}
        self._ends: set[str] = set()

    def follow(self, edge: TableEdge) -> AssertionRow | None:
        """Build the row of an edge whose form is known; None where it has to be read."""
        columns, cells = self._columns(edge.table), edge.cells
        if columns is None or len(cells) != len(edge.table.columns):
            return None
        form = columns.forms.get(_key(columns, cells))
        return None if form is None else self._build(form, cells)

    def learn(self, edge: TableEdge, claim: Assertion) -> None:
        """Note the form of an edge that was read, unless more of it than its own cells is its own."""
        columns, cells = self._columns(edge.table), edge.cells
        if columns is None or len(cells) != len(edge.table.columns) or len(columns.forms) >= _MOST_FORMS:
            return
        key, layout = _key(columns, cells), self._rows.layout(claim)
        if key in columns.forms or claim.subject == claim.object:  # were its ends swapped? nobody can tell
            return
        columns.forms[key] = None
        ends = columns.subject_at, columns.object_at
        if layout is None or claim.predicate == SAME_AS:
            return
        own = {name: (at, name, read) for at, name, read in columns.own if cells[at]}
        if claim.subject == cells[ends[1]]:
            own = {other_end(name): (at, other_end(name), read) for at, name, read in own.values()}
            for at, name in zip(ends, ("original_subject", "original_object"), strict=True):
                own.setdefault(name, (at, name, str))
            ends = ends[1], ends[0]
        (first,) = self._rows.build([(0, claim)])
        apart = {"id", "subject", "object", *own}
        shared = {name: value for name, value in first.properties.items() if name not in apart}
        if not {*shared, *apart}.issuperset(layout.own):  # a slot that the claim has empty
            return
        form = _TableForm(first, *ends, claim.identity_frame, layout, shared, tuple(own.values()))
        if self._build(form, cells) == first:
            columns.forms[key] = form

    def _columns(self, table: EdgeTable) -> _Columns | None:
        if table not in self._tables:
            self._tables[table] = self._part(table)
        return self._tables[table]

    def _part(self, table: EdgeTable) -> _Columns | None:
        """Part the columns of a table; None where its rows have no forms."""
        at = {name: index for index, name in enumerate(table.columns) if name}
        if not {"subject", "predicate", "object"} <= at.keys() or {"id", "original_id"} <= at.keys():
            return None
        shared = [name for name in at if name in SHARED | _SOURCES or is_qualifier(name)]
        own: list[tuple[int, str, _Read]] = []
        for name, index in at.items():
            if name == "id":
                own.append((index, "original_id", _read_id))
            elif name not in CLAIM and name not in shared:
                own.append((index, name, self._reader(name, table)))
        key = itemgetter(at["predicate"], *(at[name] for name in shared))
        return _Columns(at["subject"], at["object"], key, tuple(own))

    def _reader(self, name: str, table: EdgeTable) -> _Read:
        if name == "original_id":
            return _read_id
        read: Callable[[str], str | list[str] | None] = _read_list if name in table.lists else str
        if not is_typed(name, self._biolink):
            return read

        def read_typed(cell: str) -> Stored | None:
            given = read(cell) or ""
            try:
                value = tuple(given) if isinstance(given, list) else given
                return storable(typed_values({name: value}, self._biolink)[name])
            except InvalidRecord:
                return None

        return read_typed

    def _build(self, form: _TableForm, cells: list[str]) -> AssertionRow | None:
        subject, object_ = cells[form.subject_at], cells[form.object_at]
        if not (self._is_end(subject) and self._is_end(object_)):
            return None
        first = form.first
        id_ = claim_id(subject, object_, form.frame)
        properties = {**form.shared, "id": id_, "subject": subject, "object": object_}
        for index, name, read in form.own:
            value = read(cells[index])
            if value is None:
                return None
            properties[name] = value
        content = form.layout.content(properties)
        return AssertionRow(0, first.predicate, id_, subject, object_, properties, content)

    def _is_end(self, text: str) -> bool:
        if text in self._ends:
            return True
        if not is_curie(text) or text.startswith("biolink:"):
            return False
        if len(self._ends) >= _MOST_ENDS:
            self._ends.clear()
        self._ends.add(text)
        return True


def _key(columns: _Columns, cells: list[str]) -> object:
    key = columns.key(cells)
    return key if all(cells) else (key, tuple(map(bool, cells)))


def _read_id(cell: str) -> str | None:
    """Read the id that a source gives its edge; one as long as ours may be ours, come back."""
    text = cell.strip()
    return None if not text or len(text) == ID_LENGTH else text


def _read_list(cell: str) -> list[str] | None:
    if "|" not in cell:
        text = cell.strip()
        return [text] if text else None
    return list(dict.fromkeys(text for part in cell.split("|") if (text := part.strip()))) or None
