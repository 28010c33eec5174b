"""bioloom eval protocol-ie on files: what is printed, as JSON and for people, and wrong usage."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.cli.app import main
from bioloom_lab.cli import progress_lines

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def found(data: Path, tmp_path: Path) -> Path:
    """Copy the gold and take every R line of one protocol away."""
    folder = tmp_path / "found"
    shutil.copytree(data / "brat" / "wlp" / "train", folder)
    path = folder / "protocol_413.ann"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith("R")), "utf-8")
    return folder


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path) -> Run:
    def call(*words: str, suite: str = "protocol-ie") -> tuple[int, str, str]:
        gold = ("--data", str(data / "brat" / "wlp" / "train"))
        monkeypatch.setattr(sys, "argv", ["bioloom", "eval", suite, *gold, *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        shown = capsys.readouterr()
        return int(stopped.value.code or 0), shown.out, shown.err

    return call


def test_json_has_scores_types_gold_and_published_apart(run: Run, found: Path) -> None:
    code, shown, notes = run("--predicted", str(found), "--json")
    answer = json.loads(shown)
    assert (code, answer["suite"], answer["n"], answer["scheme"]) == (0, "protocol-ie", 3, "wlp")
    assert answer["metrics"]["NER"]["f1"]["value"] == 1.0
    rel = answer["metrics"]["Rel"]
    assert rel["precision"]["value"] == 1.0
    assert rel["recall"]["value"] == round(rel["right"] / rel["gold"], 4) < 1.0
    assert rel["types"]["Acts-on"]["recall"] == 1.0
    assert rel["types"]["Measure"]["recall"] < 1.0
    assert answer["gold"]["crossing"] == 0
    assert answer["published"][0].keys() == {"system", "test", "source", "metrics"}
    assert "RE" not in answer["metrics"]
    assert "RE is left out" in notes


def test_a_model_is_run_on_bare_text_and_its_relations_on_gold_mentions(run: Run, data: Path) -> None:
    code, shown, _ = run("--engine", "local", "--model", str(data / "protocol_model"), "--json")
    answer = json.loads(shown)
    assert (code, answer["failed"]) == (0, {})
    assert answer["extractor"].startswith("local:")
    assert answer["metrics"]["RE"]["gold"] == answer["metrics"]["Rel"]["gold"]
    assert answer["metrics"]["NER"]["predicted"] > 0


@pytest.mark.parametrize(("seconds", "told"), [(0.0, True), (3600.0, False)])
def test_progress_is_told_line_by_line_where_nobody_watches(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, told: bool
) -> None:
    monkeypatch.setattr(progress_lines, "SECONDS_A_LINE", seconds)
    _, shown, notes = run("--engine", "local", "--model", str(data / "protocol_model"), "--json")
    assert (" of 3\n" in notes) is told
    assert json.loads(shown)["n"] == 3


def test_cleaned_scores_leave_out_what_stands_in_train(run: Run, found: Path, tmp_path: Path) -> None:
    train = tmp_path / "train"
    train.mkdir()
    for suffix in ("txt", "ann"):
        shutil.copy(found / f"protocol_4.{suffix}", train)
    words = ("--predicted", str(found), "--train", str(train))
    answer = json.loads(run(*words, "--json")[1])
    assert {*answer["copies_of_train"]} == {"wlp:protocol_4", "wlp:protocol_363"}
    assert (answer["n"], answer["cleaned"]["n"]) == (3, 1)
    cleaned = json.loads(run(*words, "--cleaned", "--json")[1])
    assert cleaned["n"] == 1
    assert cleaned["metrics"] == answer["cleaned"]["metrics"]
    assert "without 2 that stand in the training data" in run(*words)[1]


def test_another_system_is_compared_in_pairs(run: Run, found: Path, data: Path) -> None:
    gold = str(data / "brat" / "wlp" / "train")
    answer = json.loads(run("--predicted", gold, "--against", str(found), "--json")[1])
    assert answer["against"]["Rel"]["f1"]["value"] > 0
    assert answer["against"]["NER"] == {"f1": {"value": 0.0, "low": 0.0, "high": 0.0}, "not_above": 1.0}


def test_people_see_scores_types_and_published_figures(run: Run, found: Path, tmp_path: Path) -> None:
    table = tmp_path / "errors.tsv"
    code, shown, notes = run("--predicted", str(found), "--scheme", "biopie", "--errors", str(table))
    assert code == 0
    for words in ("NER types by WLP", "is_object_of", "BiTeM", "WNUT-2020", "begin and end at tokens"):
        assert words in shown
    errors = table.read_text("utf-8").splitlines()
    assert f"{len(errors) - 1} errors written" in notes
    assert len(errors) > 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--cleaned", "--predicted", "x"), "--cleaned needs --train"),
        (("--predicted", "x", "--engine", "local"), "--engine and --model run an extractor"),
        (("--predicted", "x", "--target", "biolink"), "No such option: --target"),
        (("--engine", "llm"), "set BIOLOOM_LLM_URL"),
    ],
)
def test_wrong_usage_is_said(run: Run, words: tuple[str, ...], message: str) -> None:
    code, _, notes = run(*words)
    assert code == 2
    assert message in " ".join(notes.split())


def test_its_options_belong_to_no_other_suite(run: Run) -> None:
    code, _, notes = run("--scheme", "wlp", suite="negation")
    assert code == 2
    assert "No such option: --scheme" in " ".join(notes.split())
