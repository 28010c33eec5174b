"""Fitting how far a reading is believed: a logistic curve over its signals, by what turned out right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

_STEPS = 1_500
_PACE = 0.05
_FURTHEST = 20.0
_HALVINGS = 50


def fit_confidence(
    signals: Sequence[Mapping[str, float]], right: Sequence[bool], *, shrink: float = 0.002
) -> dict[str, float]:
    """Find the weights under which readings that are right get a high probability and others a low one.

    One mapping a reading, all with the same names (`Signals.numbers`); `shrink` draws every weight but that
    of `always` towards 0. The same readings give the same weights.
    """
    names = list(signals[0])
    found = np.array([[each[name] for name in names] for each in signals], float)
    wanted = np.array(right, float)
    drawn = np.array([0.0 if name == "always" else shrink for name in names])
    weights = np.zeros(len(names))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, _STEPS + 1):
        believed = 1 / (1 + np.exp(-np.clip(found @ weights, -30, 30)))
        slope = found.T @ (believed - wanted) / len(found) + drawn * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        weights -= _PACE * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
    return dict(zip(names, map(float, weights), strict=True))


def settle_constant(
    weights: Mapping[str, float], signals: Sequence[Mapping[str, float]], right: Sequence[bool]
) -> dict[str, float]:
    """Move the weight of `always` until these readings are believed as often as they are right on the whole.

    >>> settle_constant({"always": -3.0}, [{"always": 1.0}] * 2, [True, False])
    {'always': 0.0}
    """
    sums = np.array([sum(weights[name] * each[name] for name in weights) for each in signals])
    wanted, low, high = float(np.mean(np.array(right, float))), -_FURTHEST, _FURTHEST
    for _ in range(_HALVINGS):
        moved = (low + high) / 2
        believed = 1 / (1 + np.exp(-np.clip(sums + moved, -30, 30)))
        low, high = (moved, high) if believed.mean() < wanted else (low, moved)
    return {**weights, "always": round(weights["always"] + moved, 6) + 0.0}
