"""Written questions become parts with the words of their answers; read parts become shares."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bioloom_lab.evaluation.questions import GoldPart, GoldQuestion
from bioloom_lab.evaluation.step_reading import ReadPart, score_parts
from bioloom_lab.training.step_reader.asked_steps import TrainingTexts, written_steps


@pytest.fixture
def texts(tmp_path: Path) -> TrainingTexts:
    (tmp_path / "protocol_1.txt").write_text(
        "Plasmid miniprep\n\nSpin for 5 minutes.\nAdd 2 ml of buffer P1.\n", encoding="utf-8"
    )
    (tmp_path / "protocol_2.txt").write_text("Gel recovery\nMelt the gel.\n", encoding="utf-8")
    return TrainingTexts([tmp_path])


def test_each_part_has_the_words_of_its_answer(texts: TrainingTexts) -> None:
    question = GoldQuestion(
        "1",
        "Plasmid miniprep: how long is it spun and how much buffer P1 is added?",
        frozenset(),
        parts=(
            GoldPart("5 minutes", frozenset({"protocol_1:3"})),
            GoldPart("2 ml", frozenset({"protocol_1:4"})),
        ),
    )
    parts = written_steps([question], texts, random.Random(0))
    found = {
        each.steps[at][start:end]
        for some in parts
        for each in some
        for at, (start, end) in each.golds.items()
    }
    assert found == {"5 minutes", "2 ml"}
    assert all(some[0].whole == question.question for some in parts)


def test_an_answer_is_no_part_of_another_number(tmp_path: Path) -> None:
    (tmp_path / "mix.txt").write_text("Mixing\nSpin 15 min, wait 5 min.\n", encoding="utf-8")
    question = GoldQuestion(
        "1", "How long is the wait?", frozenset(), parts=(GoldPart("5 min", frozenset({"mix:2"})),)
    )
    ((shown,),) = written_steps([question], TrainingTexts([tmp_path]), random.Random(0))
    assert shown.golds == {0: (18, 23)}


def test_a_near_miss_is_read_in_the_likest_protocols_without_an_answer(texts: TrainingTexts) -> None:
    question = GoldQuestion("1", "How warm is the plasmid miniprep spun?", frozenset())
    ((*shown,),) = written_steps([question], texts, random.Random(0))
    assert shown[0].title == "Plasmid miniprep"
    assert not any(each.golds for each in shown)


def test_a_near_miss_is_read_in_the_protocol_that_it_is_about_first(texts: TrainingTexts) -> None:
    question = GoldQuestion("1", "How warm is the plasmid spun?", frozenset(), about="protocol_2")
    ((*shown,),) = written_steps([question], texts, random.Random(0))
    assert [each.title for each in shown] == ["Gel recovery", "Plasmid miniprep"]


def test_parts_without_an_answer_count_for_refusals_only() -> None:
    parts = [
        ReadPart(True, True, True, 0.9),
        ReadPart(True, False, False, 0.2),
        ReadPart(False, False, False, 0.7),
    ]
    shares = {name: each.value for name, each in score_parts(parts).items()}
    assert shares == {
        "right step": 0.5,
        "right words": 0.5,
        "believed": 0.5,
        "refused of unanswerable": 0.0,
    }
