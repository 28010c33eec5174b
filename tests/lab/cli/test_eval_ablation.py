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
        ((), "needs --train"),
        (("--predicted", "x"), "takes --data, --train, --model, --seeds and --json"),
        (("--no-graph",), "takes --data, --train, --model, --seeds and --json"),
        (("--engine", "local", "--train", "x"), "takes --data"),
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
    assert "--seeds belongs to the suite triples-ablation" in fail(monkeypatch, capsys, *given)
