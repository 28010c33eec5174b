"""Cells of tables in texts: the name of its column stands before each, since a row is read by itself."""

import re
from collections.abc import Sequence
from itertools import groupby

from bioloom.extraction.text_blocks import blocks, is_row, is_rule
from bioloom.standardization.quantities import parse_quantity

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?")
_DIGIT = re.compile(r"\d")
_STROKE = re.compile(r"(?<!\\)\|")
_LONGEST_NAME = 60
_IN_UNIT = re.compile(r"(?P<name>.+?),?\s*[(\[](?:in )?(?P<unit>[^()\[\]\d]{1,12})[)\]]")
_NUMBER = re.compile(r"[<>≤≥~]?\s?\d[\d.,]*(?:\s?[-–]\s?\d[\d.,]*)?")
_FEWEST_COLUMNS = 3
"""Columns from which a first row without any number is a head, if numbers stand below it."""

Row = Sequence[str]


def name_cells(text: str) -> tuple[str, int]:
    """Write the names of columns before the cells of tables, and leave their heads out; count the heads.

    A head is what stands above a rule of hyphens, or looks like one (`is_head`).

    >>> name_cells("| Reagent | Stock |\\n|---|---|\\n| Heparin | 50 mg/ml |\\n")
    ('|---|---|\\n| Reagent: Heparin | Stock: 50 mg/ml |\\n', 1)
    """
    if not ("|" in text or "\t" in text):
        return text, 0
    pieces: list[str] = []
    heads = 0
    rows = {block.first for block in blocks(text) if block.kind == "row"}

    def is_of_table(line: re.Match[str]) -> bool:
        said = line[0].rstrip()
        return line.start() in rows or (is_row(said) and is_rule(said, 0, len(said)))

    for in_table, group in groupby(_LINE.finditer(text), is_of_table):
        table = [line[0] for line in group]
        if in_table and (named := _named(table)):
            heads += 1
            table = named
        pieces += table
    return "".join(pieces), heads


def is_head(rows: Sequence[Row]) -> bool:
    """Say whether the first of some rows names the columns: several different names without a number, above
    two columns of numbers, or one in several rows.

    >>> rows = [["Reagent", "Stock", "Final"], ["Tris", "1 M", "10 mM"], ["NaCl", "5 M", "0.1 M"]]
    >>> is_head(rows), is_head(rows[1:])
    (True, False)
    """
    if len(rows) < 2 or len(rows[0]) < _FEWEST_COLUMNS or not all(len(row) == len(rows[0]) for row in rows):
        return False
    names = [cell.strip() for cell in rows[0]]
    named = all(names[1:]) and len(set(names)) == len(names) and not any(map(_DIGIT.search, names))
    numeric = sum(all(map(_DIGIT.search, column)) for column in list(zip(*rows[1:], strict=True))[1:])
    return named and (numeric > 1 or (numeric == 1 and len(rows) > 2))


def under_head(rows: Sequence[Row]) -> list[list[str]]:
    """Give the rows below the first, which names the columns, each cell behind the name of its column; a bare
    number has the unit that the name has in brackets.

    >>> under_head([["", "Dose", "Stock (mg/ml)"], ["Mini", "2 ml", "1.5"]])
    [['Mini', 'Dose: 2 ml', 'Stock: 1.5 mg/ml']]
    """
    names = [cell.strip(" *_:")[:_LONGEST_NAME] for cell in rows[0]]
    return [
        [_under(name, cell) for name, cell in zip(names, row, strict=False)]
        if len(row) <= len(names)
        else [cell.strip() for cell in row]
        for row in rows[1:]
    ]


def _under(name: str, cell: str) -> str:
    plain = cell.strip()
    if not (plain and name) or re.match(rf"{re.escape(name)}\b", plain, re.IGNORECASE):
        return plain
    united = _IN_UNIT.fullmatch(name)
    if united and _NUMBER.fullmatch(plain) and parse_quantity(f"1 {united['unit']}") is not None:
        return f"{united['name']}: {plain} {united['unit']}"
    return f"{name}: {plain}"


def _named(lines: Sequence[str]) -> list[str]:
    """Give the lines of a table below its head; none where it has no head."""
    ruled = [is_rule(line, 0, len(line.rstrip())) for line in lines]
    sure = len(lines) > 2 and ruled[1] and not any(ruled[2:]) and not ruled[0]
    rows = [_cells(line) for line, rule in zip(lines, ruled, strict=True) if not rule]
    if not (sure or (not any(ruled) and is_head(rows))):
        return []
    found = iter(under_head(rows))
    below = zip(lines[1:], ruled[1:], strict=True)
    return [line if rule else _line(line, next(found)) for line, rule in below]


def _cells(line: str) -> list[str]:
    plain = line.strip()
    return _STROKE.split(plain[1:-1]) if plain.startswith("|") else line.rstrip("\r\n").split("\t")


def _line(before: str, cells: Row) -> str:
    """Write a row as a table has it, with the line end that it had."""
    end = before[len(before.rstrip("\r\n")) :]
    return f"| {' | '.join(cells)} |{end}"
