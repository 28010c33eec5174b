"""Question sets and statistics."""

import json
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom_lab.evaluation.questions import read_questions
from bioloom_lab.evaluation.statistics import estimate

SETS = Path(__file__).parents[2] / "data" / "questions"


@pytest.mark.parametrize(
    ("name", "count", "answerable"),
    [
        ("wlp_dev_50", 50, True),
        ("unanswerable_20", 20, False),
        ("wlp_train_30", 30, True),
        ("unanswerable_train_20", 20, False),
    ],
)
def test_our_sets(name: str, count: int, answerable: bool) -> None:
    questions = read_questions(SETS / f"{name}.jsonl")
    assert len({question.question for question in questions}) == count
    assert all(bool(question.gold) is answerable for question in questions)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"gold": []}', '{"question": 1, "gold": []}', '{"question": "x", "gold": "y"}']
)
def test_faulty_sets_name_file_and_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "set.jsonl"
    file.write_text(
        json.dumps({"question": "ok", "gold": []}) + "\n" + text if text else "", encoding="utf-8"
    )
    with pytest.raises(SourceError, match=r"set\.jsonl:2" if text else "no questions"):
        read_questions(file)


def test_intervals_hold_the_mean_and_are_repeatable() -> None:
    values = [0.0, 1.0] * 25
    found = estimate(values)
    assert found.low < found.value == 0.5 < found.high
    assert estimate(values) == found
