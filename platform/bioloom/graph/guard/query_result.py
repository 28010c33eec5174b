"""Query result: rows of plain values under named columns, for programs, data frames and notebooks."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from bioloom.errors import UsageError
from bioloom.extras import optional
from bioloom.graph.json_values import Plain

_EXTRA = "frames"
_MOST_DRAWN = 100  # rows that a notebook shows


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Rows of plain values under named columns; `truncated` says that a limit cut rows off.

    `notifications` are sentences about the query: unknown names, costly patterns, what is not loaded.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Plain, ...], ...]
    truncated: bool = False
    notifications: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Plain]:
        """Give columns, rows as lists, and what is to be said of them."""
        return {
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "truncated": self.truncated,
            "notifications": list(self.notifications),
        }

    def to_dicts(self) -> list[dict[str, Plain]]:
        """Give each row as an object with the names of the columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def to_pandas(self) -> Any:
        """Make a pandas DataFrame; a warning says that rows were cut off."""
        self._warn()
        frame = optional("pandas", "to_pandas()", extra=_EXTRA).DataFrame
        return frame(list(self.rows), columns=list(self.columns))

    def to_polars(self) -> Any:
        """Make a polars DataFrame; a column of mixed types becomes one of texts."""
        self._warn()
        frame = optional("polars", "to_polars()", extra=_EXTRA).DataFrame
        return frame(
            list(self.rows), schema=list(self.columns), orient="row", infer_schema_length=None, strict=False
        )

    def to_networkx(self) -> Any:
        """Make a networkx MultiDiGraph of the nodes, relationships and paths that the query returned."""
        self._warn()
        graph = optional("networkx", "to_networkx()", extra=_EXTRA).MultiDiGraph()
        found = [element for row in self.rows for cell in row for element in _elements(cell)]
        if self.rows and not found:
            raise UsageError(
                "the query gave no nodes or relationships: return them, or paths (RETURN a, e, b)"
            )
        known = {element["properties"].get("id") for element in found if "labels" in element}
        ends = {element[end] for element in found if "type" in element for end in ("start", "end")}
        if missing := len(ends - known):
            warnings.warn(
                f"{missing:,} ends of relationships are not returned as nodes, and are named by ids of the "
                "database: return both ends (RETURN a, e, b), or paths",
                stacklevel=2,
            )
        for element in found:
            properties = element["properties"]
            if "labels" in element:
                graph.add_node(
                    properties.get("id", str(properties)), labels=element["labels"], **_attributes(properties)
                )
            else:
                graph.add_edge(
                    element["start"],
                    element["end"],
                    key=properties.get("id"),
                    type=element["type"],
                    **_attributes(properties),
                )
        return graph

    def _warn(self) -> None:
        if self.truncated:
            warnings.warn(
                f"only the first {len(self.rows):,} rows are here; ask for more: query(..., limit=1_000_000)",
                stacklevel=3,
            )

    def _repr_html_(self) -> str:
        """Draw the table in a notebook."""
        head = "".join(f"<th>{escape(column)}</th>" for column in self.columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>"
            for row in self.rows[:_MOST_DRAWN]
        )
        left = len(self.rows) - _MOST_DRAWN
        told = [f"{left:,} more rows"] if left > 0 else []
        told += [*(["more rows were left out: raise limit"] if self.truncated else []), *self.notifications]
        notes = "".join(f"<p>{escape(note)}</p>" for note in told)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{notes}"


def _cell(value: Plain) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return "; ".join(_cell(item) for item in value)
    return escape(str(value))


def _attributes(properties: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in properties.items() if name not in {"labels", "key", "type"}}


def _elements(cell: Plain) -> Iterator[dict[str, Any]]:
    """Give the nodes and relationships of a value: itself, those of a path, of a list."""
    if isinstance(cell, list):
        for item in cell:
            yield from _elements(item)
    elif isinstance(cell, dict) and cell.keys() == {"nodes", "relationships"}:
        for item in cell.values():
            yield from _elements(item)
    elif isinstance(cell, dict) and cell.keys() in (
        {"labels", "properties"},
        {"type", "start", "end", "properties"},
    ):
        yield cell
