"""Lines with their numbers and rows with their quotes: one bad one never takes others with it."""

import gzip
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom.records import Reject
from bioloom_loaders.tables import TableRow, read_rows, split_row
from bioloom_loaders.text_lines import TextLine, open_bytes, read_lines

Put = Callable[[str, str | bytes], Path]


def lines(content: bytes, longest: int = 1000) -> list[tuple[int | None, str]]:
    found = read_lines(io.BytesIO(content), "f", longest=longest)
    return [(line.place.line, line.text if isinstance(line, TextLine) else line.code) for line in found]


def rows(content: str, name: str = "t.tsv") -> list[dict[str, str] | tuple[str, int | None]]:
    found = read_rows(io.BytesIO(content.encode()), name)
    return [
        dict(row.cells)
        if isinstance(row, TableRow)
        else (row.code if isinstance(row, Reject) else row.reason, row.place.line)
        for row in found
    ]


def test_lines_keep_their_numbers() -> None:
    assert lines(b"\xef\xbb\xbfa\r\n\n \nb\x85\xe2\x80\xa8c") == [
        (1, "a"),
        (4, "BAD_ENCODING"),
    ]
    assert lines("a\u2028b\nc".encode()) == [(1, "a\u2028b"), (2, "c")]


def test_a_line_that_is_too_long_is_passed_over() -> None:
    assert lines(b"a\n" + b"x" * 5000 + b"\nb\n", longest=100) == [(1, "a"), (2, "TOO_LARGE"), (3, "b")]


def test_utf_16_is_named() -> None:
    (reject,) = read_lines(io.BytesIO("a\tb\n".encode("utf-16")), "f")
    assert isinstance(reject, Reject)
    assert "UTF-16" in reject.message


def test_gzip_is_known_by_its_bytes_and_may_break_off(put: Put) -> None:
    whole = gzip.compress(b"".join(b"line %d\n" % n for n in range(100_000)))
    with open_bytes(put("plain.tsv", whole)) as opened:
        assert sum(isinstance(line, TextLine) for line in read_lines(opened, "f")) == 100_000
    with open_bytes(put("cut.tsv.gz", whole[: len(whole) // 2])) as opened:
        found = list(read_lines(opened, "f"))
    assert isinstance(found[-1], Reject)
    assert found[-1].code == "BAD_COMPRESSION"
    assert found[-1].place.line == len(found)
    assert len(found) > 1000


def test_a_file_that_is_not_there_is_a_source_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="No such file"), open_bytes(tmp_path / "no.tsv"):
        pass


@pytest.mark.parametrize(
    ("line", "mark", "cells"),
    [
        ('a\t"b, c"\td', "\t", ["a", "b, c", "d"]),
        ('a\t5" tube\t"open', "\t", ["a", '5" tube', '"open']),
        ('a,"b ""c""",', ",", ["a", 'b "c"', ""]),
        ('"x\ty"\tz', "\t", ["x\ty", "z"]),
        ('"",""', ",", ["", ""]),
        ('"a"b,c', ",", ['"a"b', "c"]),
    ],
)
def test_quotes_in_rows(line: str, mark: str, cells: list[str]) -> None:
    assert split_row(line, mark) == cells


def test_a_stray_quote_does_not_swallow_the_next_rows() -> None:
    table = 'id\tname\na\t"open\nb\tB\nc\tC"\n'
    assert rows(table) == [{"id": "a", "name": '"open'}, {"id": "b", "name": "B"}, {"id": "c", "name": 'C"'}]


def test_short_rows_lack_their_last_cells_and_long_rows_are_rejected() -> None:
    assert rows("id\tname\tx\na\tA\nb\tB\t1\t2\nc") == [
        {"id": "a", "name": "A"},
        ("BAD_ROW", 3),
        {"id": "c"},
    ]


def test_a_tsv_with_commas_is_read_by_its_header() -> None:
    assert rows('id,name\na,"A, B"\n') == [{"id": "a", "name": "A, B"}]


def test_semicolons_are_told_by_the_header_and_announced() -> None:
    table = 'id;name;"note, or; remark"\na;"A; B";"0,5"\nb;"one\ntwo";c\n'
    assert rows(table, "t.csv") == [
        ("a table with semicolons between its cells", 1),
        {"id": "a", "name": "A; B", "note, or; remark": "0,5"},
        {"id": "b", "name": "one\ntwo", "note, or; remark": "c"},
    ]


def test_a_quoted_cell_may_hold_line_breaks() -> None:
    table = 'id,name,note\r\na,"one\r\n\r\n""two"", 3","x\ny"\r\nb,B,c\r\nc,"open\n'
    assert rows(table, "t.csv") == [
        {"id": "a", "name": 'one\r\n\r\n"two", 3', "note": "x\ny"},
        {"id": "b", "name": "B", "note": "c"},
        ("BAD_ROW", 7),
    ]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            'id,name\na,"open\nb,"B" c\nd,D\n',
            [("BAD_ROW", 2), {"id": "b", "name": '"B" c'}, {"id": "d", "name": "D"}],
        ),
        ('id,name\na,"open\nb",B,c\n', [("BAD_ROW", 2), ("BAD_ROW", 3)]),
        ('id,name\na, "open\nb,B\n', [("BAD_ROW", 2), {"id": "b", "name": "B"}]),
    ],
)
def test_a_stray_quote_of_a_csv_costs_its_own_row(
    table: str, expected: list[dict[str, str] | tuple[str, int | None]]
) -> None:
    assert rows(table, "t.csv") == expected


def test_a_quote_that_is_never_closed_costs_its_own_row_wherever_the_parts_of_a_table_end() -> None:
    body = "".join(f"{n},B\n" for n in range(150_000))  # longer than a part
    found = rows(f'id,name\na,"open\n{body}b,"open\n{body}', "t.csv")
    assert [row for row in found if isinstance(row, tuple)] == [("BAD_ROW", 2), ("BAD_ROW", 150_003)]
    assert len(found) == 300_002


def test_rows_over_several_lines_are_whole_wherever_the_parts_of_a_table_end() -> None:
    cell = "one\n" * 50
    found = rows("id,name\n" + f'a,"{cell}"\n' * 20_000, "t.csv")
    assert found == [{"id": "a", "name": cell}] * 20_000


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("", [("EMPTY_FILE", None)]),
        ("a\tb\ta\n1\t2\t3\n", [("BAD_HEADER", 1)]),
        ("id\tname\n", []),
        ('id,name,"a\nnote"\nA:1,x,y\n', [("BAD_HEADER", 1)]),
        ('id,5" disk\nA:1,x\n', [{"id": "A:1", '5" disk': "x"}]),
    ],
)
def test_headers(table: str, expected: list[tuple[str, int | None]]) -> None:
    assert rows(table) == expected


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04..[Content_Types].xml<Types/>\xc7", "an Excel workbook and no text: save it as CSV"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an Excel workbook and no text: save it as CSV"),
        (b"PK\x03\x04..x_nodes.tsv", "a zip archive and no text"),
    ],
)
def test_a_workbook_under_another_name_is_named(content: bytes, said: str) -> None:
    (reject,) = read_rows(io.BytesIO(content + b"\nmore\xff"), "x_nodes.csv")
    assert isinstance(reject, Reject)
    assert (reject.code, said in reject.message) == ("NOT_TEXT", True)
