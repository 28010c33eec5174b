"""bioloom eval triples-ablation: wrong usage is told before anything is read."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bioloom.cli.app import main


def fail(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command line that is wrong and give what it says."""
    monkeypatch.setattr(sys, "argv", ["bioloom", "eval", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    return " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Missing option '--train'"),
        (("--train", "x", "--predicted", "x"), "No such option: --predicted"),
        (("--train", "x", "--no-graph"), "No such option: --no-graph"),
        (("--train", "x", "--engine", "local"), "No such option: --engine"),
    ],
)
def test_the_ablation_takes_its_own_options_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert said in fail(monkeypatch, capsys, "triples-ablation", "--data", "x", *words)


def test_other_suites_have_no_seeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    given = ("negation", "--data", str(tmp_path), "--seeds", "3")
    assert "No such option: --seeds" in fail(monkeypatch, capsys, *given)
