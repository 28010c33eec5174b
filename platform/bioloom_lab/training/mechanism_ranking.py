"""Weights learned from questions with known genes: a conditional logit, and a line that calibrates it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bioloom.mechanism.features import NAMES
from bioloom.mechanism.ranking import Weights
from bioloom_lab.training.convex_fits import fit_conditional_logit, fit_logistic

PENALTY = 1.0
"""Strength of the pull of each weight towards nothing."""


@dataclass(frozen=True, slots=True)
class Example:
    """The candidates of one question: their features, and the place of the right one if it is there."""

    rows: Sequence[Sequence[float]]
    right: int | None


def learn(examples: Sequence[Example], *, leave_out: Sequence[str] = (), penalty: float = PENALTY) -> Weights:
    """Fit the weights; a question whose gene is no candidate teaches confidence only.

    Features of `leave_out` weigh nothing. The confidence is fitted on shares of the same questions.
    """
    used = np.array([name not in leave_out for name in NAMES])
    tables = [(one.rows, one.right) for one in examples if one.right is not None and len(one.rows) > 1]
    weights = np.zeros(len(NAMES))
    if tables:
        weights = fit_conditional_logit(tables, used, penalty)
    plain = Weights({name: float(weight) for name, weight in zip(NAMES, weights, strict=True) if weight})
    return calibrated(plain, examples)


def calibrated(weights: Weights, examples: Sequence[Example]) -> Weights:
    """Fit the line from the first candidate's share of belief to how often it is right."""
    firsts = [(shares, one.right) for one in examples if (shares := weights.shares(one.rows))]
    return fit_line(weights, [(max(shares), shares.index(max(shares)) == right) for shares, right in firsts])


def fit_line(weights: Weights, outcomes: Sequence[tuple[float, bool]]) -> Weights:
    """Fit slope and offset of the confidence to shares of belief and whether each was right."""
    if not outcomes:
        return weights
    clipped = np.clip([share for share, _ in outcomes], 1e-6, 1 - 1e-6)
    right = np.array([float(was) for _, was in outcomes])
    table = np.stack([np.log(clipped / (1 - clipped)), np.ones(len(clipped))], axis=1)
    slope, offset = fit_logistic(table, right, 0.1, (1.0, 0.0))
    return Weights(weights.of, float(slope), float(offset))
