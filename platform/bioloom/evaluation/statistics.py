"""Means with bootstrap intervals, paired over the same questions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

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
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    dice = random.Random(SEED)
    count = len(values)
    means = sorted(fmean(dice.choices(values, k=count)) for _ in range(RESAMPLES))
    return Estimate(fmean(values), means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1])
