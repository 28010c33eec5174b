"""Means and other measures with bootstrap intervals, paired over the same questions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeVar

Item = TypeVar("Item")

RESAMPLES = 2_000
SEED = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with the ends of its 95% bootstrap interval."""

    value: float
    low: float
    high: float


def estimate(values: Sequence[float]) -> Estimate:
    """Give the mean of values, one a question, with its 95% percentile bootstrap interval.

    Resamples are the same for every call of the same length, so that differences are paired.

    >>> estimate([1.0, 1.0, 1.0])
    Estimate(value=1.0, low=1.0, high=1.0)
    """
    return resample(values, fmean)


def resample(items: Sequence[Item], measure: Callable[[Sequence[Item]], float]) -> Estimate:
    """Give what a measure finds in some items, one a question, with its 95% percentile bootstrap interval.

    >>> resample(["a", "a"], lambda items: items.count("a") / 2)
    Estimate(value=1.0, low=1.0, high=1.0)
    """
    if not items:
        return Estimate(0.0, 0.0, 0.0)
    dice = random.Random(SEED)
    count = len(items)
    found = sorted(measure(dice.choices(items, k=count)) for _ in range(RESAMPLES))
    return Estimate(measure(items), found[int(0.025 * RESAMPLES)], found[int(0.975 * RESAMPLES) - 1])
