"""Spans, clauses, agreement and made questions: what needs no network."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bioloom.span_reader.reader import best_span
from bioloom_lab.evaluation.span_questions.answer_agreement import exact, overlap
from bioloom_lab.evaluation.span_questions.answerers import best_clause
from bioloom_lab.training.span_reader.generated_questions import make_questions
from bioloom_lab.training.span_reader.training_examples import Bm25Ranker


def test_a_span_never_ends_before_it_begins_and_is_never_too_long() -> None:
    starts = np.array([0, 0, 0, 0, 9], np.float32)
    ends = np.array([9, 0, 0, 0, 0], np.float32)
    found = best_span(starts, ends, longest=2)
    assert 0 <= found.last - found.first < 2
    assert 0 < found.expected <= 1


def test_a_span_that_shares_with_all_likely_ones_beats_the_likeliest() -> None:
    starts = np.array([3.0, 2.9, 2.9, -9, -9, -9], np.float32)
    ends = np.array([3.0, -9, -9, -9, 2.9, 2.9], np.float32)
    found = best_span(starts, ends, longest=6)
    assert (found.first, found.last) != (0, 0)


@pytest.mark.parametrize(
    ("said", "accepted", "same", "f1"),
    [
        ("The  five days.", "five days", 1.0, 1.0),
        ("within five days", "five days", 0.0, 0.8),
        ("a week", "five days", 0.0, 0.0),
        ("", "five days", 0.0, 0.0),
    ],
)
def test_answers_agree_as_squad_counts(said: str, accepted: str, same: float, f1: float) -> None:
    assert exact(said, [accepted]) == same
    assert overlap(said, [accepted, "never"]) == pytest.approx(f1)


def test_the_best_clause_says_what_the_question_does_not() -> None:
    text = "Mite fever spreads because houses are damp, and it causes rashes."
    start, end = best_clause(text, {"mite": 3.0, "fever": 2.0, "spread": 1.0})
    assert "damp" in text[start:end]
    assert "fever" not in text[start:end]


def test_sentences_are_ranked_by_their_words() -> None:
    sentences = ["Rain fell.", "Mites carry the fever.", "Fever ends."]
    assert Bm25Ranker(sentences).first("Which mites carry fever?", 2) == [1, 2]


@pytest.mark.parametrize(
    ("sentence", "question", "answer"),
    [
        ("However, dengue virus is a flavivirus.", "What is dengue virus?", "a flavivirus"),
        (
            "Mite fever was common because houses were damp.",
            "Why was Mite fever common?",
            "because houses were damp",
        ),
        ("About 12% of the mice were ill.", "What percentage of the mice were ill?", "12%"),
    ],
)
def test_questions_are_made_from_statements(sentence: str, question: str, answer: str) -> None:
    made = {
        one.question: sentence[one.start : one.end]
        for one in make_questions(sentence, random.Random(0), left_out=0)
    }
    assert made[question] == answer


def test_nothing_is_asked_about_a_pronoun() -> None:
    assert not list(make_questions("It was seen in damp houses.", random.Random(0)))
