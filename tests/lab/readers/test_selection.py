"""Language models named on the command line are measured by `bioloom eval re`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from bioloom.cli.app import main
from tiny_causal import write_tiny_causal

ROWS = [
    {"PREDICATE": label, "SUBJECT_TEXT": head, "OBJECT_TEXT": tail, "SENTENCE": f"{head} {verb} {tail}."}
    for label, head, verb, tail in (
        ("TREATS", "aspirin", "eases", "fever"),
        ("INHIBITS", "aspirin", "blocks", "kinase"),
    )
]


def test_a_causal_model_chooses_among_the_relations_of_the_training_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "git"
    folder.mkdir()
    for split, rows in (("train", ROWS), ("dev", ROWS[:1])):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{split}.jsonl").write_text(text, encoding="utf-8")
    model = write_tiny_causal(tmp_path / "tiny", longest=1024)
    words = ["--data", str(folder / "dev.jsonl"), "--train", str(folder / "train.jsonl"), "--raw"]
    monkeypatch.setattr(
        sys, "argv", ["bioloom", "eval", "re", *words, "--reader", f"causal:{model}", "--json"]
    )
    with pytest.raises(SystemExit) as stopped:
        main()
    assert not stopped.value.code
    metrics = json.loads(capsys.readouterr().out)["metrics"]
    assert any(name.startswith("re, git, raw, per row, causal:tiny") for name in metrics)
