"""Spans, clauses, agreement, rankings and written questions: what needs no network."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bioloom.errors import SourceError
from bioloom.step_reader.span_choice import most_shared
from bioloom_lab.evaluation.span_questions.answer_agreement import exact, overlap
from bioloom_lab.evaluation.span_questions.answerers import best_clause
from bioloom_lab.training.span_reader.training_examples import Bm25Ranker, written_examples


def test_a_span_never_ends_before_it_begins_and_is_never_too_long() -> None:
    starts = np.array([0] * 99 + [9], np.float32)
    ends = np.array([9] + [0] * 99, np.float32)
    first, last, expected = most_shared(starts, ends)
    assert 0 <= last - first < 64
    assert 0 < expected <= 1


def test_a_span_that_shares_with_all_likely_ones_beats_the_likeliest() -> None:
    starts = np.array([3.0, 2.9, 2.9, -9, -9, -9], np.float32)
    ends = np.array([3.0, -9, -9, -9, 2.9, 2.9], np.float32)
    assert most_shared(starts, ends)[:2] != (0, 0)


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
    assert Bm25Ranker(sentences).ranked("Which mites carry fever?") == [1, 2, 0]


def question_file(folder: Path, *asked: object) -> Path:
    file = folder / "written.jsonl"
    file.write_text("\n".join(map(json.dumps, asked)), encoding="utf-8")
    return file


def test_written_questions_stand_beside_their_abstract_and_the_likest_of_others(
    data: Path, tmp_path: Path
) -> None:
    asked = [
        {"id": "11", "question": "How are mites carried?", "answer": "wind"},
        {"id": "12", "question": "How deep are the lakes on the moon?", "answer": None},
    ]
    file = question_file(tmp_path, *asked)
    first, second = written_examples(file, [data / "squad" / "sample.json"])
    ((at, (start, end)),) = first.asked.golds.items()
    assert first.asked.steps[at][start:end] == "wind"
    assert sorted(first.asked.order) == list(range(len(first.asked.steps)))
    assert not second.asked.golds
    assert not second.accepted


def test_a_sentence_with_a_part_of_the_answers_number_is_not_gold(tmp_path: Path) -> None:
    text = "7|t|Fever of mites\n7|a|Some 15 mites were seen. Fever had 5 mites.\n"
    (tmp_path / "mites.pubtator").write_text(text, encoding="utf-8")
    file = question_file(tmp_path, {"id": "7", "question": "How many had fever?", "answer": "5 mites"})
    (found,) = written_examples(file, [tmp_path / "mites.pubtator"])
    ((at, (start, end)),) = found.asked.golds.items()
    assert found.asked.steps[at] == "Fever had 5 mites."
    assert found.asked.steps[at][start:end] == "5 mites"


def test_a_question_of_another_matter_stands_beside_abstracts_that_are_like_it(
    data: Path, tmp_path: Path
) -> None:
    asked = [
        {"id": "11", "question": "How are mites carried?", "answer": "wind"},
        {"id": "12", "question": "How deep are the lakes?", "answer": None},
        {"id": None, "question": "Who mites the house?", "answer": None},
    ]
    file = question_file(tmp_path, *asked)
    first, _, other, further = written_examples(file, [data / "squad" / "sample.json"])
    assert (other.article, further.article) == ("11", "12")
    assert not other.asked.golds
    assert not further.asked.golds
    assert set(other.asked.steps) < set(first.asked.steps)
    assert "Mite fever" in other.asked.steps[other.asked.order[0]]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "11", "question": "Why?"}', "is no written question"),
        ('{"id": "99", "question": "Why?", "answer": null}', "the texts hold no document 99"),
        ('{"id": "11", "question": "Why?", "answer": "never said"}', "the answer does not stand in 11"),
        ('{"id": null, "question": "Why?", "answer": "so"}', "an answer without the id of its document"),
    ],
)
def test_a_line_that_is_no_question_is_told_with_its_number(
    line: str, told: str, data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "written.jsonl"
    file.write_text(f'{{"id": "12", "question": "Why?", "answer": null}}\n{line}\n', encoding="utf-8")
    with pytest.raises(SourceError, match=rf"written\.jsonl:2: {told}"):
        written_examples(file, [data / "squad" / "sample.json"])
