"""Query result: rows of plain values under named columns."""

from __future__ import annotations

from dataclasses import dataclass

from bioloom.graph.json_values import Plain


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
