"""Result tables: terminal grid, CSV, JSON."""

from __future__ import annotations

import csv
import json
import re
import sys
from enum import StrEnum
from typing import TextIO

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from bioloom.cli.console import json_text, out
from bioloom.graph.json_values import Plain
from bioloom.graph.query_result import QueryResult

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")

NAME = 30
"""A first column of texts no longer than this is never broken, so that a name can be copied."""


class Format(StrEnum):
    """How a table is written."""

    table = "table"
    csv = "csv"
    json = "json"


def write(table: QueryResult, form: Format) -> None:
    """Write a table to standard output."""
    if form is Format.json:
        write_json(table, sys.stdout)
    elif form is Format.csv:
        write_csv(table, sys.stdout)
    else:
        out.print(grid(table))


def write_json(table: QueryResult, stream: TextIO) -> None:
    """Write columns, rows as objects, and whether rows were left out."""
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    stream.write(json_text(table.as_json() | {"rows": rows}, allow_nan=False) + "\n")


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


def grid(table: QueryResult) -> Grid:
    """Lay a table out for the terminal; control characters are shown as �."""
    drawn = Grid(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for place, column in enumerate(table.columns):
        numbers = all(isinstance(row[place], int | float) for row in table.rows if row[place] is not None)
        whole = place == 0 and all(len(shown(row[place])) <= NAME for row in table.rows)
        drawn.add_column(
            Text(shown(column)), justify="right" if numbers else "left", overflow="fold", no_wrap=whole
        )
    for row in table.rows:
        drawn.add_row(*(Text(shown(value)) for value in row))
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
