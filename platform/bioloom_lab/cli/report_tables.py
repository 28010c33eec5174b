"""Result tables of suites: a grid where it fits, else one figure a line; never a cut figure."""

from __future__ import annotations

import sys

from rich.console import Group
from rich.table import Table
from rich.text import Text

from bioloom.cli.console import open_console, out
from bioloom.cli.terminal_text import span
from bioloom_lab.evaluation.suite import ReportTable

_BESIDE = 3  # signs of a grid beside each cell


def print_part(part: ReportTable | str) -> None:
    """Print a line of text or a table: whole rows into a file or pipe, what fits on a terminal."""
    if isinstance(part, str):
        out.print(span(part))
        return
    natural = natural_width(part)
    width = out.width if out.is_terminal else max(out.width, natural)
    open_console(file=sys.stdout, width=width, soft_wrap=True).print(render_table(part, width))


def render_table(found: ReportTable, width: int) -> Group:
    """Lay a table out for so many signs: as a grid, or each row as lines of a column's name and its cell."""
    body = _grid(found) if natural_width(found) <= width else _stacked(found)
    caption = [span(found.caption)] if found.caption else []
    return Group(span(found.title), body, *caption, Text())


def natural_width(found: ReportTable) -> int:
    """Count the signs of a table's widest row.

    >>> natural_width(ReportTable(("method", "F1"), [("bm25", "0.22")]))
    17
    """
    widths = [
        max(len(line) for row in (found.columns, *found.rows) for line in row[place].split("\n"))
        for place in range(len(found.columns))
    ]
    return sum(widths) + _BESIDE * len(widths) + 1


def _grid(found: ReportTable) -> Table:
    """Lay out a result table; numbers are aligned to the right."""
    table = Table()
    for at, column in enumerate(found.columns):
        table.add_column(
            column, justify="right" if at else "left", no_wrap="\n" in column if at else found.whole_names
        )
    for row in found.rows:
        table.add_row(*map(_cell, row))
    return table


def _stacked(found: ReportTable) -> Group:
    parts: list[Text | Table] = []
    for row in found.rows:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="dim")
        grid.add_column(overflow="fold")
        for column, cell in zip(found.columns[1:], row[1:], strict=True):
            if cell:
                grid.add_row(Text("  ").append_text(_cell(column.replace("\n", " "))), _cell(cell))
        name = _cell(row[0])
        name.stylize("bold")
        parts += [name, grid]
    return Group(*parts)


def _cell(text: str) -> Text:
    """Make a cell safe for the terminal; a line break, which only our own cells have, is kept."""
    return Text("\n").join(span(line) for line in text.split("\n")) if "\n" in text else span(text)
