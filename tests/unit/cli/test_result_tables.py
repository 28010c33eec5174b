"""Tables for people, spreadsheets and programs."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from bioloom.cli.result_tables import cell, column_widths, grid, markdown, record, write_csv, write_json
from bioloom.graph.guard.query_result import QueryResult
from bioloom.graph.json_values import Plain

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
    for table in (TABLE, QueryResult(("[bold]x",), (("[red]y[/red]",),))):
        console.print(grid(table, column_widths(table, 100) or []))
        console.print(record(table.columns, table.rows[-1], 1))
    text = console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO given above
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "[red]y[/red]" in text
    assert "[bold]x" in text


NAMES = st.text("abcdefgh_", min_size=1, max_size=24)
CELLS = st.one_of(
    st.none(), st.integers(), st.text("ab ", max_size=90), st.text("x", max_size=90), st.lists(NAMES)
)


@given(st.lists(NAMES, min_size=1, max_size=9), st.data(), st.integers(30, 160))
def test_a_grid_never_breaks_a_head_and_never_leaves_the_terminal(
    columns: list[str], data: st.DataObject, width: int
) -> None:
    rows = data.draw(st.lists(st.tuples(*[CELLS] * len(columns)), max_size=4))
    table = QueryResult(tuple(columns), tuple(rows))
    widths = column_widths(table, width)
    if widths is None:
        assert column_widths(table, 1_000) is not None
        return
    page = io.StringIO()
    Console(width=width, file=page).print(grid(table, widths))
    lines = page.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert all(column in page.getvalue() for column in columns)


def test_names_in_the_first_column_are_never_broken() -> None:
    name = "diseases_sharing_symptoms"
    table = QueryResult(("query", "purpose"), ((name, "many words " * 20),))
    page = io.StringIO()
    Console(width=60, file=page).print(grid(table, column_widths(table, 60) or []))
    assert name in page.getvalue()
    assert column_widths(table, 40) is None


def test_a_row_is_written_a_value_a_line() -> None:
    page = io.StringIO()
    Console(width=40, file=page).print(record(("id", "none", "text"), ("a", None, "words " * 10), 7))
    lines = [line.rstrip() for line in page.getvalue().splitlines()]
    assert lines[:2] == ["7 ─", "id    a"]
    assert lines[2].startswith("text  words words")
    assert lines[3].startswith("      words")


def test_markdown_is_a_line_a_row() -> None:
    text = markdown(QueryResult(("a|b", "c"), (("x\ny", None), ("\x1b[31m", ["p", "q"]))))
    assert text == "| a\\|b | c |\n|---|---|\n| x y |  |\n| �[31m | p; q |\n"
