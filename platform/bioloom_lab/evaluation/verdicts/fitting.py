"""Fitting the weights of verdicts: a multinomial logistic curve with a quadratic penalty."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bioloom.answering.yes_no_maybe import ANSWERS, Signals, VerdictWeights

PENALTY = 30.0
"""Strength of the pull of each weight towards nothing, for signals brought to one spread."""

_STEPS, _CLOSE = 50, 1e-6


def fit_verdicts(
    signals: Sequence[Signals], answers: Sequence[str], *, names: Sequence[str] = (), penalty: float = PENALTY
) -> VerdictWeights:
    """Find the weights under which the given answers are likely, by Newton's method.

    `names` are the signals to use, all if empty; "always" is never drawn to nothing. The same questions
    give the same weights.
    """
    used = [name for name in (names or signals[0]) if name != "always"]
    raw = np.array([[each[name] for name in used] for each in signals], float).reshape(
        len(signals), len(used)
    )
    middle, spread = raw.mean(axis=0), raw.std(axis=0)
    spread[spread < 1e-9] = np.inf
    table = np.column_stack([np.ones(len(raw)), (raw - middle) / spread])
    wanted = np.array([[float(answer == name) for name in ANSWERS] for answer in answers])
    size = table.shape[1]
    drawn = np.tile(np.array([1e-6, *[penalty] * len(used)]), len(ANSWERS))
    weights = np.zeros(size * len(ANSWERS))
    for _ in range(_STEPS):
        scores = table @ weights.reshape(len(ANSWERS), size).T
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        chance = raised / raised.sum(axis=1, keepdims=True)
        slope = ((chance - wanted).T @ table).ravel() + drawn * weights
        bend = np.diag(drawn)
        for one in range(len(ANSWERS)):
            for other in range(len(ANSWERS)):
                share = chance[:, one] * (float(one == other) - chance[:, other])
                bend[one * size : (one + 1) * size, other * size : (other + 1) * size] += (
                    table * share[:, None]
                ).T @ table
        step = np.linalg.solve(bend + 1e-6 * np.eye(len(bend)), slope)
        weights -= step * min(1.0, 2.0 / max(1e-9, float(np.abs(step).max())))
        if float(np.abs(step).max()) < _CLOSE:
            break
    found = weights.reshape(len(ANSWERS), size)
    plain = found[:, 1:] / spread
    always = found[:, 0] - plain @ middle
    rows = {"always": always, **{name: plain[:, place] for place, name in enumerate(used)}}
    return VerdictWeights({name: (float(of[0]), float(of[1]), float(of[2])) for name, of in rows.items()})
