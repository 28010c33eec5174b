"""Micro and macro figures by hand, and intervals that behave as intervals."""

from __future__ import annotations

import pytest

from bioloom_lab.evaluation.extraction_scores import MatchCounts, Tally, compare, score

TALLIES: list[Tally] = [
    {"Acts-on": MatchCounts(3, 4, 5), "Or": MatchCounts(0, 1, 0)},
    {"Acts-on": MatchCounts(1, 2, 1), "Site": MatchCounts(1, 1, 3)},
]


def test_micro_and_macro_by_hand() -> None:
    found = score(TALLIES, [0, 1])
    assert found.counts == (5, 8, 9)
    assert found.precision.value == 5 / 8
    assert found.recall.value == 5 / 9
    assert found.f1.value == pytest.approx(10 / 17)
    assert found.types["Acts-on"].f1.value == pytest.approx(8 / 12)
    assert found.types["Or"].f1.value == 0.0
    assert found.macro_f1.value == pytest.approx((8 / 12 + 2 / 4) / 2)  # Or is not in the gold


def test_the_interval_holds_the_value_and_two_documents_give_their_extremes() -> None:
    found = score(TALLIES, [0, 1])
    assert found.f1.low == pytest.approx(4 / 7)  # the second document twice
    assert found.f1.high == pytest.approx(6 / 10)  # the first document twice
    assert found.precision.low <= found.precision.value <= found.precision.high


def test_documents_of_one_family_are_drawn_together() -> None:
    apart, together = score(TALLIES, [0, 1]), score(TALLIES, [5, 5])
    assert together.f1.low == together.f1.high == together.f1.value == apart.f1.value
    assert apart.f1.low < apart.f1.high


def test_the_same_system_differs_by_nothing() -> None:
    same = compare(TALLIES, TALLIES, [0, 1])
    assert (same.f1.value, same.f1.low, same.f1.high, same.not_above) == (0.0, 0.0, 0.0, 1.0)


def test_a_better_system_is_above_on_every_resample() -> None:
    better: list[Tally] = [{"Acts-on": MatchCounts(5, 5, 5)}, {"Acts-on": MatchCounts(4, 4, 4)}]
    worse: list[Tally] = [{"Acts-on": MatchCounts(2, 5, 5)}, {"Acts-on": MatchCounts(3, 4, 4)}]
    found = compare(better, worse, [0, 1])
    assert found.f1.value == pytest.approx(1 - 5 / 9)
    assert 0 < found.f1.low <= found.f1.value <= found.f1.high
    assert found.not_above == 0.0
    assert compare(worse, better, [0, 1]).not_above == 1.0


def test_no_documents_give_zero() -> None:
    assert score([], []).f1.value == 0.0
