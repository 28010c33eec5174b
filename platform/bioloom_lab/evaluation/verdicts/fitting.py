"""Fitting the weights of verdicts: a multinomial logistic curve with a quadratic penalty."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bioloom.answering.yes_no_maybe import ANSWERS, Signals, VerdictWeights
from bioloom_lab.training.convex_fits import fit_multinomial

PENALTY = 30.0
"""Strength of the pull of each weight towards nothing, for signals brought to one spread."""

_FREE = 1e-6
"""Penalty of the constants, which only settles what they share."""


def fit_verdicts(
    signals: Sequence[Signals], answers: Sequence[str], *, names: Sequence[str] = (), penalty: float = PENALTY
) -> VerdictWeights:
    """Find the weights under which the given answers are likely, the constants free.

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
    penalties = np.array([_FREE, *[penalty] * len(used)])
    found = fit_multinomial(table, wanted, penalties)
    plain = found[:, 1:] / spread
    always = found[:, 0] - plain @ middle
    rows = {"always": always, **{name: plain[:, place] for place, name in enumerate(used)}}
    return VerdictWeights({name: (float(of[0]), float(of[1]), float(of[2])) for name, of in rows.items()})
