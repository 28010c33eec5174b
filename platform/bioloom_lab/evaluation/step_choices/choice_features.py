"""Features of a choice in the blank of a step, from the counts over other steps."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from bioloom_lab.evaluation.step_choices.corpus_counts import END, START, PhraseCounts, telling, terms

FEATURES = (
    "before and after", "last and after", "last and two after", "before", "after", "own words",
    "rarest own word", "words within", "steps that hold it", "goes with the step", "in like steps",
    "in like steps, as here", "length",
)  # fmt: skip
_DRAWN = 0.3
"""Smoothing constant that is added to counts."""


def fillings(counts: PhraseCounts, before: str, after: str, choices: Sequence[str]) -> list[list[float]]:
    """Give the FEATURES of every choice for the blank between two parts of a step.

    Counts are logarithms; how a choice goes with the step is the mean over its words of the pointwise
    mutual information with the choice, by rarity; like steps count by their likeness.
    """
    left, right = [START, *terms(before)], [*terms(after), END]
    about = telling((*left, *right))
    alike = counts.alike(about)
    weight = sum(score for _, score in alike) or 1.0
    return [_filling(counts, left, right, terms(choice) or ["?"], about, alike, weight) for choice in choices]


def _filling(
    counts: PhraseCounts,
    left: Sequence[str],
    right: Sequence[str],
    own: Sequence[str],
    about: frozenset[str],
    alike: Sequence[tuple[int, float]],
    weight: float,
) -> list[float]:
    last, next_one = own[-1], right[0]
    here = counts.together(own)
    known = [math.log1p(counts.ones[term]) for term in own]
    within = [math.log1p(counts.twos[pair]) for pair in itertools.pairwise(own)]
    second = own[1] if len(own) > 1 else next_one
    earlier = own[-2] if len(own) > 1 else left[-1]
    later = right[1] if len(right) > 1 else END
    as_here = [
        score
        for step, score in alike
        if step in here and (last, next_one) in zip(counts.steps[step], counts.steps[step][1:], strict=False)
    ]
    return [
        math.log1p(counts.threes[left[-1], own[0], second]),
        math.log1p(counts.threes[earlier, last, next_one]),
        math.log1p(counts.threes[last, next_one, later]),
        math.log1p(counts.twos[left[-1], own[0]]),
        math.log1p(counts.twos[last, next_one]),
        sum(known) / len(known),
        min(known),
        sum(within) / max(1, len(within)),
        math.log1p(len(here)),
        sum(_goes_with(counts, here, word) for word in about) / max(1, len(about)),
        sum(score for step, score in alike if step in here) / weight,
        sum(as_here) / weight,
        float(len(own)),
    ]


def _goes_with(counts: PhraseCounts, here: set[int], word: str) -> float:
    expected = len(here) * counts.held(word) / max(1, len(counts.steps))
    together = len(here & counts.where.get(word, set()))
    return counts.rarity(word) * math.log((together + _DRAWN) / (expected + _DRAWN))
