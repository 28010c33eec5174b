"""Lists of names: a TSV or CSV table of things with id, name, category, synonyms and xrefs."""

from collections.abc import Iterator
from pathlib import Path

from bioloom.biolink import model
from bioloom.errors import SourceError
from bioloom.records import LoadOptions, Reject, SourceNode, SourceRecord, Value
from bioloom_loaders.format_detection import FormatLoader
from bioloom_loaders.tables import TableRow, read_rows
from bioloom_loaders.text_lines import open_bytes, shown

_COLUMNS = {"synonyms": "synonym", "xrefs": "xref"}


class NamesLoader(FormatLoader):
    """Reads tables of names: columns id and name, and category, synonyms, xrefs where there are any.

    Lists are parted by ``|``. A row without category gets the one for which Biolink prefers its id.
    """

    name = "names"
    description = "names of things (TSV or CSV: id, name, category, synonyms, xrefs)"

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give one node a row."""
        if not source.is_file():
            raise SourceError("does not exist or is no file", shown(source))
        with open_bytes(source) as opened:
            for row in read_rows(opened, shown(source), ("id", "name")):
                yield node_from(row) if isinstance(row, TableRow) else row


def node_from(row: TableRow) -> SourceNode | Reject:
    """Read one row; further columns are kept as properties under their names."""
    cells = {name.strip(): cell.strip() for name, cell in row.cells.items() if cell.strip()}
    id_ = cells.pop("id", "")
    if not id_:
        return Reject("MISSING_ID", "extract", "it has no id", row.place, _kept(row))
    name = cells.pop("name", None)
    properties: dict[str, Value] = {}
    for column in ("synonym", "synonyms", "xref", "xrefs"):
        listed = tuple(part for part in map(str.strip, cells.pop(column, "").split("|")) if part)
        if listed:
            slot = _COLUMNS.get(column, column)
            before = properties.get(slot, ())
            assert isinstance(before, tuple)
            properties[slot] = tuple(dict.fromkeys([*before, *listed]))
    stated = tuple(part for part in map(str.strip, cells.pop("category", "").split("|")) if part)
    preferred = None if stated else model().category_of(id_)
    return SourceNode(
        id_, stated or ((preferred,) if preferred else ()), row.place, name, {**cells, **properties}
    )


def _kept(row: TableRow) -> dict[str, object]:
    """Give a row without id in the form that can be corrected and replayed."""
    cells = dict(row.cells)
    name, category = cells.pop("name", None), cells.pop("category", "")
    return {
        "kind": "node",
        "id": "",
        "name": name,
        "categories": [part for part in category.split("|") if part],
        "properties": {_COLUMNS.get(slot, slot): cell.split("|") for slot, cell in cells.items()},
    }
