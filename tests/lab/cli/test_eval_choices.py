"""bioloom eval choices and train verdicts on a small file: the contract of figures, and wrong usage."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.cli.app import main

Run = Callable[..., tuple[int, str, str]]
SAID = {
    "yes": "Moss was significantly heavier (p < 0.01).",
    "no": "They did not differ (p = 0.8).",
    "maybe": "It varied.",
}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["bioloom", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        shown = capsys.readouterr()
        return int(stopped.value.code or 0), shown.out, shown.err

    return call


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    made = {
        str(at): {
            "QUESTION": "Is moss heavier?",
            "CONTEXTS": ["We weighed.", SAID[answer]],
            "final_decision": answer,
        }
        for at, answer in enumerate(["yes", "no", "yes", "maybe", "no", "yes"] * 2)
    }
    path = tmp_path / "questions.json"
    path.write_text(json.dumps(made))
    return path


def test_figures_come_with_intervals_and_published_ones_apart(run: Run, questions: Path) -> None:
    code, shown, _ = run("eval", "choices", "--data", str(questions), "--json")
    found = json.loads(shown)
    assert (code, found["suite"], found["data"], found["n"]) == (0, "choices", [str(questions)], 12)
    ours = found["metrics"]["question and sentences"]["accuracy"]
    assert ours["low"] <= ours["value"] <= ours["high"]
    assert {"name": "one human reader", "accuracy": 0.78} in found["published"]


def test_choices_about_steps_need_protocols_to_learn_from(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "steps.json"
    path.write_text(json.dumps([{"question": "Add __ ml.", "choices": ["1", "2"], "answer": "1"}]))
    code, _, notes = run("eval", "choices", "--data", str(path))
    assert (code, "give --train FOLDER" in " ".join(notes.split())) == (2, True)


def test_tables_are_shown(run: Run, questions: Path) -> None:
    code, shown, _ = run("eval", "choices", "--data", str(questions))
    assert code == 0
    assert re.search(r"\d\.\d{3} \(\d\.\d{3} to \d\.\d{3}\)", shown)
    assert "one human reader" in shown


def test_weights_are_written_as_a_table(run: Run, questions: Path, tmp_path: Path) -> None:
    table = tmp_path / "weights.tsv"
    assert run("train", "verdicts", "--data", str(questions), "-o", str(table))[0] == 0
    assert table.read_text().startswith("signal\tyes\tno\tmaybe\nalways\t")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--data", "{good}", "--data", "{good}"), 2, "takes one file"),
        (("--data", "{good}", "--no-graph"), 2, "No such option: --no-graph"),
        (("--data", "{good}.absent"), 1, "cannot be read"),
    ],
)
def test_wrong_usage_is_said(
    run: Run, questions: Path, words: tuple[str, ...], code: int, message: str
) -> None:
    found, _, notes = run("eval", "choices", *(word.format(good=questions) for word in words))
    assert (found, message in " ".join(notes.split())) == (code, True)
