"""The column for sentences of publications is fitted on what was kept; the others stay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bioloom.answering.composition.confidence import NETWORK, RULES, SENTENCES
from bioloom.answering.constraints.missing_words import NOTHING_MISSING
from bioloom.resources import read_table
from bioloom.settings import Settings
from bioloom_lab.evaluation.span_questions.belief_fitting import fit_sentences_table

SIGNALS = (
    "always",
    "log odds",
    "span confidence",
    "log rank",
    "document meant",
    "question coverage",
    *NOTHING_MISSING,
)


def test_a_signal_that_tells_right_sentences_gets_a_weight(tmp_path: Path) -> None:
    questions, kept = tmp_path / "questions.jsonl", tmp_path / "kept.jsonl"
    asked, found = [], []
    for number in range(20):
        answered = number % 2 == 0
        question = f"What does drug {number} inhibit?"
        asked.append({"id": "1", "question": question, "answer": "COX-2" if answered else None})
        told: list[Any] = [
            (dict.fromkeys(SIGNALS, 0.0) | {"always": 1.0, "log odds": score}, right)
            for score, right in ((4.0 * answered - 2.0, answered), (-3.0, False))
        ]
        found.append([f"sentences {question}", told])
    questions.write_text("".join(f"{json.dumps(each)}\n" for each in asked), encoding="utf-8")
    kept.write_text("".join(f"{json.dumps(each)}\n" for each in found), encoding="utf-8")

    graph: Any = None  # all is kept: nothing is asked of it
    table = fit_sentences_table(graph, Settings(home=tmp_path), [questions], kept)
    lines = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    fitted = {line[0]: dict(zip(lines[0], line, strict=True)) for line in lines[1:]}
    assert float(fitted["log odds"][SENTENCES]) > 0.5
    assert {name for name, row in fitted.items() if row[SENTENCES]} == {*SIGNALS}
    for row in read_table("retrieval/confidence.tsv"):
        assert all(fitted[row["signal"]][column] == row[column] for column in (RULES, NETWORK))
