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


def rows(content: str) -> list[dict[str, str] | tuple[str, int | None]]:
    found = read_rows(io.BytesIO(content.encode()), "t.tsv")
    return [dict(row.cells) if isinstance(row, TableRow) else (row.code, row.place.line) for row in found]


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


@pytest.mark.parametrize(
    ("table", "expected"),
    [("", [("EMPTY_FILE", None)]), ("a\tb\ta\n1\t2\t3\n", [("BAD_HEADER", 1)]), ("id\tname\n", [])],
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
