"""Tables for people, spreadsheets and programs."""

import csv
import io
import json

import pytest
from rich.console import Console

from bioloom.cli.result_tables import cell, grid, write_csv, write_json
from bioloom.graph.json_values import Plain
from bioloom.graph.query_result import QueryResult

TABLE = QueryResult(
    ("id", "=sum", "many"),
    (('a,b\n"c"', -1.5, ["x", {"y": None}]), (None, True, []), ("@cmd", 10**20, "\x1b]0;evil\x07")),
    truncated=True,
)


def test_csv_reads_back() -> None:
    stream = io.StringIO()
    write_csv(TABLE, stream)
    rows = list(csv.reader(io.StringIO(stream.getvalue(), newline="")))
    assert rows == [
        ["id", "'=sum", "many"],
        ['a,b\n"c"', "-1.5", '["x", {"y": null}]'],
        ["", "true", "[]"],
        ["'@cmd", str(10**20), "�]0;evil�"],
    ]


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\t=1", "\r=1", "  =1", "＝1"])
def test_formulas_are_disarmed(text: str) -> None:
    assert cell(text) == f"'{text}".replace("\r", "�")


@pytest.mark.parametrize("value", ["a=1", "1-2", -1, 0.5, "", "'x"])
def test_other_values_stay_as_they_are(value: Plain) -> None:
    assert cell(value) == str(value)


def test_json_is_exact() -> None:
    stream = io.StringIO()
    write_json(TABLE, stream)
    read = json.loads(stream.getvalue())
    assert read["truncated"] is True
    assert [tuple(row.values()) for row in read["rows"]] == [tuple(row) for row in TABLE.rows]


def test_the_terminal_is_not_steered() -> None:
    console = Console(file=io.StringIO(), width=100)
    console.print(grid(TABLE))
    console.print(grid(QueryResult(("[bold]x",), (("[red]y[/red]",),))))
    text = console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO given above
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "[red]y[/red]" in text
    assert "[bold]x" in text


def test_names_in_the_first_column_are_never_broken() -> None:
    name = "diseases_sharing_symptoms"
    page = io.StringIO()
    Console(width=40, file=page).print(grid(QueryResult(("query", "purpose"), ((name, "many words " * 20),))))
    assert name in page.getvalue()
