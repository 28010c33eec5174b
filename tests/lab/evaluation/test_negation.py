"""Precision, recall and F1 of denials against a count by hand, and how the rules do on training sentences."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bioloom.errors import SourceError
from bioloom_lab.cli import evaluate
from bioloom_lab.evaluation.negation import PUBLISHED, evaluate_negation, f1, read_denials

TRAIN = Path(__file__).parents[2] / "data" / "standardization" / "negation_train.jsonl"


def row(text: str, negated: bool, kind: str | None) -> str:
    claim = {"subject": "aspirin", "relationship": "inhibits", "object": "PTGS1", "text": text}
    return json.dumps({**claim, "negated": negated, "kind": kind})


def test_the_figures_are_those_of_a_count_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    lines = [
        row("Aspirin did not inhibit PTGS1.", True, "explicit"),
        row("Aspirin failed to inhibit PTGS1.", True, "implicit"),
        row("Aspirin, it is thought by nobody, inhibits PTGS1.", True, "implicit"),
        row("Aspirin inhibits PTGS1.", False, None),
        row("Aspirin did not inhibit PTGS1.", False, None),
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    found = evaluate_negation(read_denials(file))
    assert [found["all"][name].value for name in ("precision", "recall", "f1")] == [2 / 3, 2 / 3, 2 / 3]
    assert [found["explicit"][name].value for name in ("precision", "recall")] == [0.5, 1.0]
    assert [found["implicit"][name].value for name in ("precision", "recall")] == [1.0, 0.5]
    assert found["comparative"]["f1"].value == 0.0


def test_the_published_figures_are_those_of_the_printed_counts() -> None:
    (published,) = PUBLISHED.values()
    outcomes = [(True, True)] * 74 + [(False, True)] * 3 + [(True, False)] * 49
    assert round(f1(outcomes), 3) == published["f1"]


def test_the_rules_still_find_what_they_found_on_training_sentences() -> None:
    found = evaluate_negation(read_denials(TRAIN))
    assert found["all"]["precision"].value > 0.95
    assert found["all"]["recall"].value > 0.95


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"subject": "a"}',
        row("x", True, None),
        row("x", False, "explicit"),
        row("x", True, "loud"),
        row("x", False, None).replace('"aspirin"', "3"),
        row("x", False, None).replace("false", '"false"'),
    ],
)
def test_a_line_that_is_no_labelled_claim_is_named(line: str, tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    file.write_text(row("x", False, None) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(SourceError, match="expected") as failed:
        read_denials(file)
    assert "claims.jsonl" in str(failed.value)
    assert "2" in str(failed.value)


def test_an_empty_or_missing_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(SourceError, match="no claims"):
        read_denials(tmp_path / "empty.jsonl")
    with pytest.raises(SourceError, match="cannot be read"):
        read_denials(tmp_path / "none.jsonl")


def test_the_command_puts_the_published_row_beside_ours() -> None:
    app = typer.Typer()
    evaluate.register(app)
    app.command("other")(lambda: None)
    shown = CliRunner().invoke(app, ["eval", "negation", "--data", str(TRAIN), "--json"])
    found = json.loads(shown.stdout)
    assert found["n"] == 419
    assert list(found["metrics"]) == ["all", "explicit", "implicit", "comparative"]
    assert found["published"][0]["precision"] == 0.961
