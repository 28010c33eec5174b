"""Counts, regression and neighbours on small inputs, against what can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from bioloom_lab.baselines.hashed_ngrams import count_grams, join_grams, letter_grams, word_grams
from bioloom_lab.baselines.nearest_neighbours import nearest, votes
from bioloom_lab.baselines.softmax import SoftmaxSchedule, fit_softmax
from bioloom_lab.link_prediction.experts import bayes_scores, fit_bayes

TEXTS = ["rash after drug", "drug was stored", "rash again", "stored cool"]
LABELS = np.array([1, 0, 1, 0])


def test_rows_have_length_one_and_can_be_picked() -> None:
    grams = count_grams([*TEXTS, ""], word_grams)
    lengths = np.bincount(grams.rows, weights=grams.values**2, minlength=5)
    assert np.allclose(lengths, [1, 1, 1, 1, 0])
    picked = grams.pick([4, 2, 0])
    assert picked.count == 3
    assert np.array_equal(picked.places[picked.rows == 1], grams.places[grams.rows == 2])
    assert not (picked.rows == 0).any()


def test_places_of_a_tail_stand_behind_those_of_a_head() -> None:
    one, other = (count_grams(texts, letter_grams, places=64) for texts in (["ab", "c"], ["c", "ab"]))
    both = join_grams(one, other)
    assert both.width == 128
    assert (np.diff(both.rows) >= 0).all()
    assert sorted(both.places[both.rows == 0]) != sorted(both.places[both.rows == 1])


def test_regression_and_bayes_learn_words() -> None:
    grams = count_grams(TEXTS, word_grams)
    asked = count_grams(["a rash", "stored"], word_grams)
    model = fit_softmax(LABELS, 2, grams)
    assert model.log_probabilities(asked, None).argmax(axis=1).tolist() == [1, 0]
    assert np.allclose(np.exp(model.log_probabilities(asked, None)).sum(axis=1), 1)
    assert bayes_scores(fit_bayes(grams, LABELS, 2), asked).argmax(axis=1).tolist() == [1, 0]


def test_decay_draws_weights_to_zero() -> None:
    grams = count_grams(TEXTS, word_grams)
    free, held = (fit_softmax(LABELS, 2, grams, how=SoftmaxSchedule(decay=decay)) for decay in (0.0, 0.1))
    assert np.abs(held.sparse).sum() < np.abs(free.sparse).sum()


@pytest.mark.parametrize("most", [1, 3, 5])
def test_the_nearest_are_those_of_a_full_sort(most: int) -> None:
    dice = np.random.default_rng(0)
    memory = dice.normal(size=(40, 4)).astype(np.float32)
    memory[7] = memory[3]
    found = nearest(memory[:9], memory, most)
    for row, rows in enumerate(found.rows):
        alike = memory @ memory[row]
        assert rows.tolist() == sorted(range(40), key=lambda at: (-alike[at], at))[:most]


def test_more_neighbours_than_a_memory_holds_are_all_of_it() -> None:
    found = nearest(np.eye(2, dtype=np.float32), np.eye(2, dtype=np.float32), 9)
    assert found.rows.tolist() == [[0, 1], [1, 0]]
    assert votes(found, np.eye(2), 9).argmax(axis=1).tolist() == [0, 1]
