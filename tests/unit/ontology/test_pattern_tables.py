"""Every table of patterns compiles, and the tables of measured values name the same kinds."""

import re
from pathlib import Path

import pytest

from bioloom.pattern_table import PatternTable
from bioloom.resources import folder, read_table, text

ONTOLOGY = Path(str(folder("ontology")))
SIGNS = {"cypher/words.tsv"}
"""Lists of words and signs, which are read as they stand."""

TABLES = sorted(
    name
    for name in (str(path.relative_to(ONTOLOGY)) for path in ONTOLOGY.rglob("*.tsv"))
    if name not in SIGNS and re.search(r"^name\tpattern$", text("ontology", name), flags=re.M)
)
OF_VALUES = ("asking/values.tsv", "asking/amounts.tsv", "asking/stated.tsv")
USES = {"stated", "condition", "shared", "annotated"}


def test_the_tables_are_found() -> None:
    assert {"asking/kinds.tsv", "protocol/references.tsv", "reading/answer_nodes.tsv", *OF_VALUES} <= {
        *TABLES
    }


@pytest.mark.parametrize("name", TABLES)
def test_every_pattern_compiles(name: str) -> None:
    """Parts that stand in another table are given as a word."""
    parts = dict.fromkeys(re.findall(r"\{([a-z_]+)\}", text("ontology", name)), "(?:part)")
    table = PatternTable.read(name, **parts)
    assert table.patterns
    for kind in table.patterns.keys() - parts:
        assert table.compile_each(kind)


@pytest.mark.parametrize("name", OF_VALUES)
def test_values_are_asked_for_and_stated_by_the_kinds_of_the_one_list(name: str) -> None:
    known = {row["kind"] for row in read_table("asking/value_kinds.tsv")}
    named = {kind for kinds in PatternTable.read(name).patterns for kind in kinds.split()}
    assert named
    assert named <= known


def test_each_kind_stands_once_with_known_uses() -> None:
    rows = list(read_table("asking/value_kinds.tsv"))
    assert len({row["kind"] for row in rows}) == len(rows)
    assert {use for row in rows for use in row["uses"].split()} == USES
