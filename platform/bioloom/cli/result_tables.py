"""Result tables: terminal grid, one value a line, CSV, JSON, Markdown, Parquet."""

import csv
import json
import re
import sys
from collections.abc import Sequence
from typing import BinaryIO, Literal, TextIO

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from bioloom.cli.console import out
from bioloom.errors import UsageError
from bioloom.graph.guard.query_result import QueryResult
from bioloom.graph.json_values import Plain
from bioloom.hidden_characters import visible_json

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_GAP = 3  # signs between two columns
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")

NAME = 30
"""A first column of texts no longer than this is never broken, so that a name can be copied."""

READABLE = 16
"""A column of longer texts is not made narrower than this, nor than the longest word of its head."""


Format = Literal["table", "vertical", "csv", "json", "markdown", "parquet"]
"""How a table is written; a `table` that does not fit the terminal is written as `vertical`."""


def write(table: QueryResult, form: Format) -> None:
    """Write a table to standard output."""
    if form == "json":
        write_json(table, sys.stdout)
    elif form == "csv":
        write_csv(table, sys.stdout)
    elif form == "markdown":
        sys.stdout.write(markdown(table))
    elif form == "parquet":
        write_parquet(table, sys.stdout.buffer)
    elif form == "vertical" or (widths := column_widths(table, out.width)) is None:
        for number, row in enumerate(table.rows, 1):
            out.print(record(table.columns, row, number))
    else:
        out.print(grid(table, widths))


def write_json(table: QueryResult, stream: TextIO) -> None:
    """Write columns, rows as objects, and whether rows were left out."""
    stream.write(visible_json(table.as_json() | {"rows": table.to_dicts()}, indent=2, allow_nan=False) + "\n")


def write_parquet(table: QueryResult, stream: BinaryIO) -> None:
    """Write a Parquet file (extra ``frames``); UsageError where a terminal would show it."""
    if stream.isatty():
        raise UsageError(
            "Parquet is no text: write it to a file (bioloom query … --format parquet > rows.parquet)"
        )
    table.to_polars().write_parquet(stream)


def write_csv(table: QueryResult, stream: TextIO) -> None:
    """Write RFC 4180 rows; lists and objects as JSON text, missing values as empty cells.

    A text that a spreadsheet would take for a formula gets an apostrophe before it, so that text from
    documents never runs, and signs that would steer a terminal become �; whoever needs the exact text takes
    JSON.
    """
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([cell(name) for name in table.columns])
    writer.writerows([cell(value) for value in row] for row in table.rows)


def cell(value: Plain) -> str:
    """Give one value as a CSV cell.

    >>> cell("=HYPERLINK(1)"), cell(-4), cell(["a", "b"]), cell(None)
    ("'=HYPERLINK(1)", '-4', '["a", "b"]', '')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        text = _CONTROL.sub("�", value)
        return f"'{text}" if value.lstrip(" ").startswith(_FORMULA) else text
    return _CONTROL.sub("�", json.dumps(value, ensure_ascii=False, allow_nan=False))


def markdown(table: QueryResult) -> str:
    """Write a table of Markdown, a line a row.

    >>> print(markdown(QueryResult(("a", "b"), (("x|y", [1, 2]),))), end="")
    | a | b |
    |---|---|
    | x\\|y | 1; 2 |
    """
    lines = [
        "| " + " | ".join(" ".join(shown(cell).split()).replace("|", "\\|") for cell in row) + " |"
        for row in (table.columns, *table.rows)
    ]
    return "\n".join((lines[0], "|---" * len(table.columns) + "|", *lines[1:])) + "\n"


def column_widths(table: QueryResult, width: int) -> list[int] | None:
    """Share so many signs out among the columns of a grid; None if a head or a column would be too narrow.

    >>> column_widths(QueryResult(("id", "text"), (("x", "many words " * 9),)), 40)
    [2, 32]
    """
    wanted, least = [], []
    for place, column in enumerate(table.columns):
        cells = max((len(shown(row[place])) for row in table.rows), default=0)
        head = max(map(len, shown(column).split()), default=0)
        whole = place == 0 and cells <= NAME
        least.append(max(head, cells if whole else min(cells, READABLE)))
        wanted.append(max(cells, len(shown(column))) - least[-1])
    left = width - sum(least) - _GAP * len(least)
    if left < 0:
        return None
    for rest, place in enumerate(sorted(range(len(least)), key=wanted.__getitem__)):
        more = min(wanted[place], left // (len(least) - rest))
        least[place] += more
        left -= more
    return least


def grid(table: QueryResult, widths: Sequence[int]) -> Grid:
    """Lay a table out for the terminal; control characters are shown as �."""
    drawn = Grid(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for place, (column, width) in enumerate(zip(table.columns, widths, strict=True)):
        numbers = all(isinstance(row[place], int | float) for row in table.rows if row[place] is not None)
        drawn.add_column(
            Text(shown(column)), justify="right" if numbers else "left", overflow="fold", width=width
        )
    for row in table.rows:
        drawn.add_row(*(Text(shown(value)) for value in row))
    return drawn


def record(columns: Sequence[str], row: Sequence[Plain], number: int) -> Grid:
    """Lay out one row with a line for each value, below its number; missing values are left out."""
    drawn = Grid.grid(padding=(0, 2))
    drawn.add_column(style="bold", no_wrap=True)
    drawn.add_column(overflow="fold")
    drawn.add_row(Text(f"{number} ─"), Text())
    for column, value in zip(columns, row, strict=True):
        if value is not None:
            drawn.add_row(Text(shown(column)), Text(shown(value)))
    return drawn


def shown(value: Plain) -> str:
    """Format one value for people: lists without brackets, no control characters.

    >>> shown(["37 °C", "4 °C"]), shown("\\x1b[31mred")
    ('37 °C; 4 °C', '�[31mred')
    """
    if value is None:
        return ""
    if isinstance(value, list) and not any(isinstance(item, dict | list) for item in value):
        text = "; ".join(shown(item) for item in value)
    elif isinstance(value, str):
        text = value
    else:
        text = json.dumps(value, ensure_ascii=False)
    return _CONTROL.sub("�", text)
