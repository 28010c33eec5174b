"""The rules of the package and their tables: whole heads, expressions that compile, sound values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bioloom import resources
from bioloom.checking import Rule, Severity, parse_rule, rules
from bioloom.errors import OntologyError, SourceError, UsageError
from bioloom.standardization.quantities import parse_quantity

HEAD = "// What it looks for,\n// in two lines.\n// severity: note\n// table: needs\nRETURN 1\n"


def table(name: str) -> list[dict[str, str]]:
    return [dict(row) for row in resources.read_table(f"checks/{name}.tsv")]


def test_a_head_is_read() -> None:
    rule = parse_rule("x", HEAD)
    assert (rule.purpose, rule.severity) == ("What it looks for, in two lines.", Severity.note)
    assert rule.tables["needs"][0]["need"] == "time"
    assert not rule.packaged


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("// severity: note\nRETURN 1", "does not say what"),
        ("// What.\nRETURN 1", "names no severity"),
        ("// What.\n// severity: grave\nRETURN 1", "not 'grave'"),
        ("// What.\n// severity: note\n// table: nowhere\nRETURN 1", "no table 'nowhere'"),
    ],
)
def test_broken_heads_are_refused(head: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_rule("x", head)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.name)
def test_every_packaged_rule_has_a_whole_head(rule: Rule) -> None:
    assert rule.packaged
    assert rule.purpose.endswith(".")
    for name in rule.tables:
        assert f"${name}" in rule.cypher
    for column in ("sentence", "mentions", "message"):
        assert f"AS {column}" in rule.cypher


def test_every_table_is_used() -> None:
    files = {Path(name).stem for name in resources.names("ontology", "checks", ".tsv")}
    assert files == {name for rule in rules() for name in rule.tables}


def test_a_rule_of_the_same_name_takes_the_place_of_ours(tmp_path: Path) -> None:
    (tmp_path / "missing_parameter.cypher").write_text(HEAD, encoding="utf-8")
    (tmp_path / "needs.tsv").write_text("need\nours\n", encoding="utf-8")
    (rule,) = [rule for rule in rules(tmp_path) if rule.name == "missing_parameter"]
    assert rule.tables["needs"] == ({"need": "ours"},)
    assert len(rules(tmp_path)) == len(rules())


def test_unreadable_rules_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not a folder"):
        rules(tmp_path / "absent")
    with pytest.raises(UsageError, match="holds no rule"):
        rules(tmp_path)
    (tmp_path / "x.cypher").write_bytes(b"// \xff")
    with pytest.raises(SourceError, match="not UTF-8"):
        rules(tmp_path)
    (tmp_path / "x.cypher").write_text(HEAD, encoding="utf-8")
    (tmp_path / "needs.tsv").write_text("a\tb\n1\n", encoding="utf-8")
    with pytest.raises(OntologyError, match=r"needs\.tsv:2: 1 columns, expected 2"):
        rules(tmp_path)


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("needs", "verb"),
        ("given", "words"),
        ("makers", "made_by"),
        ("containers", "name"),
        ("misfits", "before"),
    ],
)
def test_expressions_compile(name: str, column: str) -> None:
    for row in table(name):
        re.compile(row[column])


def test_ranges_are_whole() -> None:
    for row in table("ranges"):
        assert row["severity"] in set(Severity)
        low, high = float(row["low"] or "-inf"), float(row["high"] or "inf")
        assert low < high
        assert row["low"] or row["high"]


@pytest.mark.parametrize(
    ("text", "native_type", "severity"),
    [
        ("-300 °C", "temperature", "error"),
        ("-196 °C", "temperature", None),
        ("-200 °C", "temperature", "warning"),
        ("3700 °C", "temperature", "warning"),
        ("300 °C", "temperature", None),
        ("pH 15", "state", "error"),
        ("pH 7.4", "state", None),
        ("2,000,000 x g", "force", "error"),
        ("0 x g", "force", "error"),
        ("16,000 x g", "force", None),
        ("500,000 rpm", "speed", "error"),
        ("0 min", "time", "error"),
        ("120%", "concentration", "error"),
        ("100%", "concentration", None),
        ("70 M", "concentration", "error"),
        ("30 M", "concentration", "warning"),
        ("0 ml", "volume", "error"),
        ("30 kDa", "mass", None),
    ],
)
def test_what_is_out_of_range(text: str, native_type: str, severity: str | None) -> None:
    quantity = parse_quantity(text, native_type)
    assert quantity is not None
    found = {
        row["severity"]
        for row in table("ranges")
        if (row["kind"], row["si_unit"]) == (quantity.kind, quantity.si_unit)
        and (not row["unit"] or quantity.unit in row["unit"].split("|"))
        and not float(row["low"] or "-inf") <= quantity.si_value <= float(row["high"] or "inf")
    }
    assert min(found, default=None) == severity


@pytest.mark.parametrize(
    ("verb", "needs"),
    [
        ("incubate", {"time", "temperature"}),
        ("centrifuged", {"speed", "time"}),
        ("re-centrifuge", {"speed", "time"}),
        ("heat", {"temperature", "time"}),
        ("boil", {"time"}),
        ("heat shock", {"temperature", "time"}),
        ("store", {"temperature"}),
        ("spin down", set()),
        ("add", set()),
    ],
)
def test_what_a_verb_needs(verb: str, needs: set[str]) -> None:
    assert {row["need"] for row in table("needs") if re.fullmatch(row["verb"], verb)} == needs


def test_every_need_can_be_given() -> None:
    assert {row["need"] for row in table("needs")} == {row["need"] for row in table("given")}


@pytest.mark.parametrize(
    ("name", "millilitres"),
    [
        ("pcr tubes", 0.2),
        ("sterile 96-well plate", 0.4),
        ("96-well deep-well plate", 2.4),
        ("6-well plate", 17),
        ("microcentrifuge tube", 2.2),
        ("tube", None),
    ],
)
def test_what_a_vessel_holds(name: str, millilitres: float | None) -> None:
    held = (float(row["millilitres"]) for row in table("containers") if re.fullmatch(row["name"], name))
    assert next(held, None) == millilitres
