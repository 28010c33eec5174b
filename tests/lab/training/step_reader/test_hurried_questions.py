"""Generated questions ask for what is annotated, and those without an answer have none."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bioloom.records import AnnotatedDocument
from bioloom_lab.evaluation.protocol_questions.suite import read_folders
from bioloom_lab.training.step_reader.asked_steps import AskedSteps
from bioloom_lab.training.step_reader.hurried_questions import hurried_questions

FOLDER = Path(__file__).parents[4] / "loaders" / "demo" / "wlp"


@pytest.fixture(scope="module")
def documents() -> tuple[AnnotatedDocument, ...]:
    return read_folders([FOLDER])[:9]


@pytest.fixture(scope="module")
def asked(documents: tuple[AnnotatedDocument, ...]) -> list[AskedSteps]:
    drawn = random.Random(0)
    return [one for document in documents for one in hurried_questions(document, drawn, 40)]


def test_answers_are_annotated_mentions(
    documents: tuple[AnnotatedDocument, ...], asked: list[AskedSteps]
) -> None:
    names = {mention.text for document in documents for mention in document.mentions}
    answers = [one.steps[at][start:end] for one in asked for at, (start, end) in one.golds.items()]
    assert answers
    assert set(answers) <= names


def test_some_questions_have_no_answer(asked: list[AskedSteps]) -> None:
    empty = sum(not one.golds for one in asked)
    assert 0 < empty < len(asked) / 2


def test_the_same_seed_asks_the_same(documents: tuple[AnnotatedDocument, ...]) -> None:
    one, other = (hurried_questions(documents[0], random.Random(3), 9) for _ in range(2))
    assert one == other
