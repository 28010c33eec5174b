"""Confidence calibration: the logistic model that turns the signals of a reading into a probability."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache

from bioloom.resources import read_table


@cache
def _curve() -> Mapping[str, float]:
    return {row["signal"]: float(row["weight"]) for row in read_table("retrieval/confidence.tsv")}


def beliefs(readings: Sequence[Mapping[str, float]]) -> list[float]:
    """Give the calibrated probabilities that readings answer a question; the rest is that none does.

    >>> sum(beliefs([])) == 0.0
    True
    """
    curve = _curve()
    sums = [sum(curve[name] * number for name, number in each.items()) for each in readings]
    highest = max(sums, default=0.0)
    highest = max(0.0, highest)
    shares = [math.exp(each - highest) for each in sums]
    total = math.exp(-highest) + sum(shares)
    return [each / total for each in shares]
