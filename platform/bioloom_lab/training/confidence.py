"""Confidence calibration of readings: a conditional logit over the readings of a question and no answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bioloom_lab.training.convex_fits import Floats, minimise

_FIXED = 1e6
"""Penalty under which a weight stays where it is."""


@dataclass(frozen=True, slots=True)
class ReadingCase:
    """All readings of one part of a question: their signals, which are right, and how much it counts."""

    signals: Sequence[Mapping[str, float]]
    right: Sequence[bool]
    weight: float = 1.0

    @property
    def answerable(self) -> bool:
        """Whether a reading that answers is right, not only ones that answer nothing."""
        marked = zip(self.signals, self.right, strict=True)
        return any(good and not signals.get("answerless") for signals, good in marked)


def fit_confidence(
    cases: Sequence[ReadingCase],
    *,
    shrink: float = 0.5,
    near: Mapping[str, float] | None = None,
    only: Collection[str] = (),
) -> dict[str, float]:
    """Find the weights under which right readings, or no answer where none is right, get the largest share.

    All readings have the same signals; no answer has none of them. `shrink` draws every weight but that of
    `always` towards 0, or towards that of `near`. Where `only` names signals, the others stay at `near`. The
    same cases give the same weights.

    >>> case = ReadingCase(({"always": 1.0},), (True,))
    >>> fit_confidence([case, ReadingCase(({"always": 1.0},), (False,))])["always"] + 0.0
    0.0
    """
    cases = [case for case in cases if case.signals]
    names = list(cases[0].signals[0])
    rows = [
        [each[name] for name in names]
        for case in cases
        for each in (*case.signals, dict.fromkeys(names, 0.0))
    ]
    gold = [mark for case in cases for mark in (*case.right, not case.answerable)]
    table, right = np.array(rows, float), np.array(gold, float)
    sizes = [len(case.signals) + 1 for case in cases]
    starts = np.cumsum([0, *sizes[:-1]])
    question = np.repeat(np.arange(len(cases)), sizes)
    counts = np.array([case.weight for case in cases])
    penalty = np.array(
        [_FIXED if only and name not in only else 0.0 if name == "always" else shrink for name in names]
    )

    start = np.array([(near or {}).get(name, 0.0) for name in names])

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = table @ weights
        raised = np.exp(scores - np.maximum.reduceat(scores, starts)[question])
        sums, held = np.add.reduceat(raised, starts), np.add.reduceat(raised * right, starts)
        value = (counts * (np.log(sums) - np.log(held))).sum() + (penalty * (weights - start) ** 2).sum() / 2
        slope = counts[question] * (raised / sums[question] - raised * right / held[question])
        return float(value), table.T @ slope + penalty * (weights - start)

    return dict(zip(names, map(float, minimise(loss, start)), strict=True))
