"""Confidence calibration of readings: a logistic regression on their signals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from bioloom.extras import optional
from bioloom_lab.training.convex_fits import fit_logistic

_FURTHEST = 20.0


def fit_confidence(
    signals: Sequence[Mapping[str, float]], right: Sequence[bool], *, shrink: float = 0.002
) -> dict[str, float]:
    """Find the weights under which readings that are right get a high probability and others a low one.

    One mapping a reading, all with the same names (`Signals.numbers`); `shrink` draws every weight but that
    of `always` towards 0. The same readings give the same weights.
    """
    names = list(signals[0])
    found = np.array([[each[name] for name in names] for each in signals], float)
    penalty = [0.0 if name == "always" else len(found) * shrink for name in names]
    weights = fit_logistic(found, np.array(right, float), penalty)
    return dict(zip(names, map(float, weights), strict=True))


def settle_constant(
    weights: Mapping[str, float], signals: Sequence[Mapping[str, float]], right: Sequence[bool]
) -> dict[str, float]:
    """Move the weight of `always` until these readings are believed as often as they are right on the whole.

    >>> settle_constant({"always": -3.0}, [{"always": 1.0}] * 2, [True, False])
    {'always': 0.0}
    """
    sums = np.array([sum(weights[name] * each[name] for name in weights) for each in signals])
    wanted = float(np.mean(np.array(right, float)))

    def excess(moved: float) -> float:
        return float((1 + np.tanh((sums + moved) / 2)).mean() / 2) - wanted

    if excess(-_FURTHEST) >= 0 or excess(_FURTHEST) <= 0:  # always right, or never
        moved = -_FURTHEST if excess(-_FURTHEST) >= 0 else _FURTHEST
    else:
        moved = float(
            optional("scipy.optimize", "Fitting weights", extra="lab").brentq(excess, -_FURTHEST, _FURTHEST)
        )
    return {**weights, "always": round(weights["always"] + moved, 6) + 0.0}
