"""bioloom train links, eval links and eval classify on small files: figures, tables and wrong usage."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.cli.app import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.setenv("BIOLOOM_CACHE", str(tmp_path / "cache"))

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["bioloom", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        shown = capsys.readouterr()
        return int(stopped.value.code or 0), shown.out, shown.err

    return call


def test_a_trained_model_is_scored(run: Run, data: Path, tmp_path: Path) -> None:
    farm, model = str(data / "links" / "farm"), str(tmp_path / "model")
    code, _, notes = run("train", "links", farm, "-o", model)
    assert code == 0
    assert "weights of the experts" in notes
    code, shown, _ = run("eval", "links", "--data", farm, "--model", model, "--json")
    answer = json.loads(shown)
    assert (code, answer["suite"], answer["n"], answer["published"]) == (0, "links", 16, [])
    (name, row), *parts = answer["metrics"].items()
    assert name.startswith("links:model@")
    assert all(part.startswith(f"{name}, ") and part.endswith(" only") for part, _ in parts)
    assert row["accuracy"]["value"] > 0.5
    assert run("eval", "links", "--data", farm, "--model", model)[0] == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("links", "--data", "{farm}", "--data", "{farm}"), "takes one data set"),
        (("links", "--data", "{farm}/dev.tsv"), "give --train, --model, or a folder"),
        (("links", "--data", "{farm}", "--train", "{farm}", "--model", "x"), "--model has learned already"),
        (("links", "--data", "{data}"), "holds no"),
        (("links", "--data", "{farm}", "--scheme", "wlp"), "No such option: --scheme"),
        (("links", "--data", "{farm}", "--no-graph"), "No such option: --no-graph"),
        (("classify", "--data", "{farm}", "--train", "{farm}"), "No such option: --train"),
        (("classify", "--data", "{data}/sentences.jsonl"), "60 distinct texts are fewer"),
    ],
)
def test_wrong_usage_is_said(run: Run, data: Path, words: tuple[str, ...], message: str) -> None:
    places = {"farm": str(data / "links" / "farm"), "data": str(data / "links")}
    code, _, notes = run("eval", *(word.format(**places) for word in words))
    assert code == 2
    assert message in " ".join(notes.split())
