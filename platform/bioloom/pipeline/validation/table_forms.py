"""Table forms: rows of a table become columns for the database, with no record between.

Rows do so once their form is known. A form is what edges of one predicate, the same provenance and
qualifiers, or nodes of the same categories, and the same filled columns have in common. The first of a form
is read and validated as any other record. Of those that follow only the ids are checked, and the cells that
say something of the single one are taken over.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from bioloom.biolink import Biolink
from bioloom.errors import InvalidRecord
from bioloom.graph.rows.edge_rows import EdgeRows, layout_of
from bioloom.graph.rows.property_values import (
    CANONICAL,
    LONGEST_NAME,
    PropertyRow,
    Stored,
    normal_forms,
    storable,
)
from bioloom.graph.rows.record_columns import RecordColumns, RecordLayout, take
from bioloom.graph.rows.upsert_policy import LOCAL
from bioloom.graph.writing.entity_writer import describe
from bioloom.graph.writing.identity_decisions import SAME_AS
from bioloom.grounding import name_keys
from bioloom.names import LONGEST_ID, NO_TEXTS, split_cell
from bioloom.pipeline.validation.publication_ids import PUBLICATIONS, is_to_be_curied
from bioloom.pipeline.validation.record_validation import (
    CLAIM,
    ID_SLOTS,
    SHARED,
    is_curie,
    is_qualifier,
    is_typed,
    longest_id,
    other_end,
    typed_values,
)
from bioloom.records import Assertion, Entity, SourceTable, TableRows
from bioloom.records.graph import ID_LENGTH, claim_ids
from bioloom.records.trapi_qualifiers import LISTING

_MOST_FORMS = 20_000  # of a table; one with a provenance of its own for every edge has no two of one form
_SOURCES = frozenset({"knowledge_source", "provided_by", "primary_knowledge_source_from"})
"""Slots that may stand in for the primary source."""

_DERIVED = frozenset({"normalised", "name_keys", "unknown_category", "record_hash", "negated"})
"""Slots of nodes that are written anew, or read in a way of their own."""

_Read: TypeAlias = Callable[[str], Stored | None]
"""Reads a cell as the value that is stored; None where the row needs a closer look."""


@dataclass(frozen=True, slots=True)
class _TableForm:
    """What the records of a form have alike, and by property the columns of what each has for itself.

    `ends` are the columns of subject and object in canonical direction, `frame` is the rest of a claim.
    """

    kind: str
    layout: RecordLayout
    own: Mapping[str, str]
    frame: tuple[str, str] | None = None


@dataclass(slots=True)
class _Columns:
    """Columns of a table by name: those of ids, those that name a form, readers of the others."""

    at: Mapping[str, int]
    ids: tuple[str, ...]
    shared: tuple[str, ...]
    own: Mapping[str, _Read]
    forms: dict[object, _TableForm | None] = field(default_factory=dict)


@dataclass(slots=True)
class TableBlock:
    """Rows of a table whose cells are read; which of them have no form yet, and the columns of the others."""

    rows: TableRows
    columns: _Columns
    keys: Sequence[object]
    values: Mapping[str, Sequence[Stored | None]]
    refused: set[int]
    found: dict[object, list[int]] = field(default_factory=lambda: defaultdict(list))

    def unread(self) -> Iterator[int]:
        """Give the rows that have to be read one by one; each may teach a form to those behind it."""
        forms, found, refused = self.columns.forms, self.found, self.refused
        for at, key in enumerate(self.keys):
            if forms.get(key) is None or at in refused:
                yield at
            else:
                found[key].append(at)

    def laid_out(self, first: int) -> Iterator[RecordColumns]:
        """Lay out the rows that follow a form; `first` numbers the first row among the source's records."""
        for key, places in self.found.items():
            form = self.columns.forms[key]
            assert form is not None
            yield self.follow(form, places, first)

    def follow(self, form: _TableForm, places: Sequence[int], first: int = 0) -> RecordColumns:
        """Lay out rows as records of a form."""
        own = {name: take(self.values[column], places) for name, column in form.own.items()}
        if form.frame is not None:
            subjects, objects = own["subject"], own["object"]
            own["id"] = claim_ids(subjects, objects, form.frame)  # type: ignore[arg-type]
        known = cast("dict[str, Sequence[Stored]]", own)
        return RecordColumns(
            form.kind, form.layout.shared, known, form.layout.contents(known), self.rows, places, first
        )


class TableForms:
    """Registry of the forms of tables; their records are those that `TableRows.record` reads."""

    def __init__(self, biolink: Biolink) -> None:
        self._biolink = biolink
        self._edges = EdgeRows(biolink.version)
        self._tables: dict[SourceTable, _Columns | None] = {}

    def read(self, rows: TableRows) -> TableBlock | None:
        """Read the cells of rows; None where each has to be read by itself."""
        columns = self._columns(rows.table)
        if columns is None:
            return None
        cells = list(zip(*rows.cells, strict=True))
        values: dict[str, Sequence[Stored | None]] = {name: cells[columns.at[name]] for name in columns.ids}
        refused: set[int] = set()
        closer = ("biolink:", LOCAL) if rows.table.of_nodes else ("biolink:",)
        for name in columns.ids:
            distinct = {*cells[columns.at[name]]}
            bad = {text for text in distinct if not is_curie(text) or text.startswith(closer)}
            if bad:
                refused.update(at for at, text in enumerate(cells[columns.at[name]]) if text in bad)
        for name, read in columns.own.items():
            column = cells[columns.at[name]]
            values[name] = column if read is str else _read_column(read, column)
            if None in values[name]:
                refused.update(at for at, cell in enumerate(column) if cell and values[name][at] is None)
        if PUBLICATIONS in columns.own:
            cited = cells[columns.at[PUBLICATIONS]]
            refused.update(at for at, cell in enumerate(cited) if is_to_be_curied(cell))
        if rows.table.of_nodes:
            for name in columns.own.keys() & ID_SLOTS:
                refused |= _overlong(cells[columns.at[name]], values[name])
            described = cells[columns.at["description"]] if "description" in columns.own else ()
            if not NO_TEXTS.isdisjoint(described):
                refused.update(at for at, cell in enumerate(described) if cell in NO_TEXTS)
            refused |= _name_nodes(values, len(rows))
        keys: Sequence[object] = list(zip(*(cells[columns.at[name]] for name in columns.shared), strict=True))
        gaps = [column for column in cells if "" in column]
        if gaps:
            filled = zip(*(map(bool, column) for column in cells), strict=True)
            keys = [key if all(each) else (key, each) for key, each in zip(keys, filled, strict=True)]
        return TableBlock(rows, columns, keys, values, refused)

    def learn(self, block: TableBlock, at: int, record: Assertion | Entity) -> None:
        """Note the form of a row that was read, unless more of it than its own cells is its own."""
        columns, key = block.columns, block.keys[at]
        if key in columns.forms or len(columns.forms) >= _MOST_FORMS or at in block.refused:
            return
        if isinstance(record, Entity):
            self._learn_node(block, at, record)
        elif record.subject != record.object:  # were its ends swapped? nobody can tell
            self._learn_edge(block, at, record)

    def _learn_edge(self, block: TableBlock, at: int, claim: Assertion) -> None:
        columns, cells = block.columns, block.rows.cells[at]
        columns.forms[block.keys[at]] = None
        layout = layout_of(claim, self._biolink.version)
        if layout is None or claim.predicate == SAME_AS:
            return
        own = {_renamed(name): name for name in columns.own if cells[columns.at[name]]}
        ends = columns.ids
        if claim.subject == cells[columns.at["object"]]:
            own = {other_end(name): column for name, column in own.items()}
            own = {"original_subject": "subject", "original_object": "object"} | own
            ends = ends[1], ends[0]
        own |= {"subject": ends[0], "object": ends[1]}
        (first,) = self._edges.build([(0, claim)])
        shared = {name: value for name, value in first.properties.items() if name not in {"id", *own}}
        if not {"id", *shared, *own}.issuperset(layout.own):  # a slot that the claim has empty
            return
        form = _TableForm(claim.predicate, RecordLayout.of(shared, ["id", *own]), own, claim.identity_frame)
        self._keep(block, at, form, first.properties, first.content)

    def _learn_node(self, block: TableBlock, at: int, entity: Entity) -> None:
        columns, cells = block.columns, block.rows.cells[at]
        columns.forms[block.keys[at]] = None
        labels, properties, content = describe(entity, self._biolink)
        own = {name: name for name in ("id", *columns.own) if cells[columns.at[name]]}
        if {"name", "synonym"} & own.keys():
            own["normalised"] = "normalised"
        shared = {name: value for name, value in properties.items() if name not in own}
        layout = RecordLayout.of(
            shared, list(own), "[%s," + CANONICAL.encode(labels).replace("%", "%%") + "]"
        )
        if "normalised" in own:
            own["name_keys"] = "name_keys"
            properties = properties | {"name_keys": list(name_keys((entity.name, *entity.synonyms)))}
        self._keep(block, at, _TableForm("|".join(labels), layout, own), properties, content)

    def _keep(
        self, block: TableBlock, at: int, form: _TableForm, properties: PropertyRow, content: str
    ) -> None:
        """Keep a form if the record that taught it is what it makes of that one's row."""
        made = block.follow(form, (at,))
        if made.property_maps() == [properties] and list(made.contents) == [content]:
            block.columns.forms[block.keys[at]] = form

    def _columns(self, table: SourceTable) -> _Columns | None:
        if table not in self._tables:
            self._tables[table] = self._part(table)
        return self._tables[table]

    def _part(self, table: SourceTable) -> _Columns | None:
        """Part the columns of a table; None where its rows have no forms."""
        at = {name: index for index, name in enumerate(table.columns) if name}
        if table.of_nodes:
            if not {"id", "category"} <= at.keys() or _DERIVED & at.keys():
                return None
            own = {name: self._reader(name, table) for name in at if name not in ("id", "category")}
            return _Columns(at, ("id",), ("category",), own)
        if not {"subject", "predicate", "object"} <= at.keys() or {"id", "original_id"} <= at.keys():
            return None
        shared = [name for name in at if name in SHARED | _SOURCES or is_qualifier(name)]
        own = {
            name: self._reader(name, table)
            for name in at
            if name not in shared and (name == "id" or name not in CLAIM)
        }
        return _Columns(at, ("subject", "object"), ("predicate", *shared), own)

    def _reader(self, name: str, table: SourceTable) -> _Read:
        if not table.of_nodes and _renamed(name) == "original_id":
            return _read_id
        if not table.of_nodes and name in LISTING:
            return _read_closer
        if table.of_nodes and name == "name":
            return _read_name
        read: Callable[[str], str | list[str] | None] = _read_list if name in table.lists else str
        if not is_typed(name, self._biolink):
            return read

        def read_typed(cell: str) -> Stored | None:
            given = read(cell) or ""
            try:
                value = tuple(given) if isinstance(given, list) else given
                return storable(typed_values({name: value}, self._biolink)[name], name)
            except InvalidRecord:
                return None

        return read_typed


def _renamed(column: str) -> str:
    """Give the property that a column of an edge is kept in."""
    return "original_id" if column == "id" else column


def _overlong(column: Sequence[str], values: Sequence[Stored | None]) -> set[int]:
    """Give the rows that list an id which is too long."""
    return {
        at for at, cell in enumerate(column) if len(cell) > LONGEST_ID and longest_id(values[at]) > LONGEST_ID
    }


def _name_nodes(values: dict[str, Sequence[Stored | None]], count: int) -> set[int]:
    """Add what nodes are found by under their names; give those whose names leave nothing to be found by."""
    none: Sequence[Stored | None] = (None,) * count
    names, synonyms = values.get("name", none), values.get("synonym", none)
    listed = [(name or "", *(more or ())) for name, more in zip(names, synonyms, strict=True)]  # type: ignore[misc]
    values["normalised"] = forms = [list(normal_forms(each)) for each in listed]
    values["name_keys"] = keys = [list(name_keys(each)) for each in listed]
    return {
        at for at in range(count) if len(listed[at][0]) + len(listed[at]) > 1 and not (forms[at] and keys[at])
    }


def _read_column(read: _Read, column: Sequence[str]) -> Sequence[Stored | None]:
    if read is _read_list and len(text := "|".join(column)) == len("".join(text.split())):  # no blanks
        lists = [cell.split("|") for cell in column]
        if f"|{text}|".find("||") < 0 and all(len(each) == 1 or len({*each}) == len(each) for each in lists):
            return lists
    return list(map(read, column))


def _read_id(cell: str) -> str | None:
    """Read the id that a source gives its edge; one as long as ours may be ours, come back."""
    text = cell.strip()
    return None if not text or len(text) == ID_LENGTH else text


def _read_closer(_: str) -> None:
    """Leave a row to be read by itself: its cell may state several slots, which are part of the claim."""


def _read_name(cell: str) -> str | None:
    text = cell.strip()
    return text if 0 < len(text) <= LONGEST_NAME and text not in NO_TEXTS else None


def _read_list(cell: str) -> list[str] | None:
    if "|" not in cell:
        text = cell.strip()
        return [text] if text else None
    return split_cell(cell) or None
