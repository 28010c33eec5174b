"""Pattern tables: rows of one name are alternatives, and parts stand in for their names."""

import re

import pytest

from bioloom import pattern_table
from bioloom.errors import OntologyError
from bioloom.pattern_table import PatternTable, compile_cell
from bioloom.resources import parse_table

TABLES = {
    "parts.tsv": "name\tpattern\n_unit\tml\n_unit\tl\nvolume\t\\d+ {_unit}\n",
    "forms.tsv": "name\tpattern\nasked\thow many {_unit}{more}\nasked\t{volume}{1,2}\nwords\tlong short\n",
}


@pytest.fixture(autouse=True)
def tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read made tables in the place of those of ontology/."""
    monkeypatch.setattr(pattern_table, "read_table", lambda name: parse_table(TABLES[name], name))


def test_a_part_stands_for_all_its_alternatives() -> None:
    table = PatternTable.read("parts.tsv")
    assert table.text("volume") == r"\d+ (?:ml|l)"
    assert set(table.patterns) == {"volume"}


def test_a_table_uses_the_names_of_those_before_it_and_parts_that_are_given() -> None:
    table = PatternTable.read("parts.tsv", "forms.tsv", more="?")
    assert table.text("asked") == r"how many (?:ml|l)?|\d+ (?:ml|l){1,2}"
    forms = [form.pattern for form in table.compile_each("asked", 0)]
    assert forms == ["how many (?:ml|l)?", r"\d+ (?:ml|l){1,2}"]
    assert table.compile("asked").flags & re.IGNORECASE
    assert table.words("words") == {"long", "short"}


def test_a_part_must_stand_above_its_use() -> None:
    with pytest.raises(KeyError, match="_unit"):
        PatternTable.read("forms.tsv", more="")


def test_a_cell_that_is_no_regular_expression_is_told_with_its_table() -> None:
    assert compile_cell("a+", "forms.tsv").fullmatch("AA")
    with pytest.raises(OntologyError, match=r"^ontology/forms\.tsv: 'a\(' is no regular expression: "):
        compile_cell("a(", "forms.tsv")
