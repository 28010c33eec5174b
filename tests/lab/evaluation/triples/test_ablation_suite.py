"""bioloom eval triples-ablation from files to tables, with a tiny model."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

from bioloom.cli.app import main

ROWS = [
    ("TREATS", "aspirin", "fever", "aspirin relieves fever in the ward number {}."),
    ("PROCESS_OF", "fever", "rats", "fever was seen in rats of the group number {}."),
    ("INHIBITS", "aspirin", "kinase", "the kinase is blocked by aspirin in test number {}."),
]


def write_rows(path: Path, numbers: range) -> Path:
    """Write sentences of our own in the format of GIT."""
    rows = [
        {"PREDICATE": label, "SUBJECT_TEXT": head, "OBJECT_TEXT": tail, "SENTENCE": sentence.format(number)}
        for number in numbers
        for label, head, tail, sentence in ROWS
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("as_json", [True, False])
def test_files_become_figures(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    as_json: bool,
) -> None:
    train, dev = (
        write_rows(tmp_path / f"{name}.jsonl", numbers)
        for name, numbers in {"train": range(4), "dev": range(3, 6)}.items()
    )
    model = Path(__file__).parents[3] / "data" / "triple_model"
    words = ["--data", str(dev), "--train", str(train), "--model", str(model), "--seeds", "1"]
    monkeypatch.setattr(
        sys, "argv", ["bioloom", "eval", "triples-ablation", *words, *(["--json"] if as_json else [])]
    )
    with pytest.raises(SystemExit) as stopped:
        main()
    shown = capsys.readouterr().out
    assert not stopped.value.code
    if not as_json:
        assert "best document by gold (upper bound)" in shown
        assert "3 pairs left out, their sentence stands in the 12 of the source set" in shown
        return
    answer = json.loads(shown)
    assert (answer["suite"], answer["n"], answer["copies"], answer["source"]) == (
        "triples-ablation",
        6,
        3,
        12,
    )
    rows = {row["name"]: row for row in (*answer["rows"], *answer["swept"])}
    assert len(rows["scorer, kl"]["runs"]) == 1
    assert rows["best document by gold"]["upper_bound"]
    assert rows["cosine"]["f1"] == rows["cosine, m = 5"]["f1"]
    assert rows["no retrieval"]["above_no_retrieval"] is None
    assert "augmentation, cosine" in answer["claims"]
