"""Weights learned from questions with known genes: a conditional logit, and a line that calibrates it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bioloom.mechanism.features import NAMES
from bioloom.mechanism.ranking import Weights

PENALTY = 1.0
"""Strength of the pull of each weight towards nothing."""

_STEPS, _CLOSE = 30, 1e-5
_Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """The candidates of one question: their features, and the place of the right one if it is there."""

    rows: Sequence[Sequence[float]]
    right: int | None


def learn(examples: Sequence[Example], *, leave_out: Sequence[str] = (), penalty: float = PENALTY) -> Weights:
    """Fit weights by Newton's method; a question whose gene is no candidate teaches confidence only.

    Features of `leave_out` weigh nothing. The confidence is fitted on shares of the same questions.
    """
    used = np.array([name not in leave_out for name in NAMES])
    tables = [(one.rows, one.right) for one in examples if one.right is not None and len(one.rows) > 1]
    weights = np.zeros(len(NAMES))
    if tables:
        weights = conditional_logit(tables, used, penalty)
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
    line = np.array([1.0, 0.0])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(table @ line, -30, 30)))
        gradient = table.T @ (right - chance) - 0.1 * (line - np.array([1.0, 0.0]))
        hessian = (table * (chance * (1 - chance))[:, None]).T @ table + 0.1 * np.eye(2)
        line = line + np.clip(np.linalg.solve(hessian, gradient), -1, 1)
    return Weights(weights.of, float(line[0]), float(line[1]))


def conditional_logit(
    tables: Sequence[tuple[Sequence[Sequence[float]], int]], used: NDArray[np.bool_], penalty: float
) -> _Numbers:
    """Find one weight a feature under which the right row of each table gets most, by Newton's method.

    `tables` are rows of features and the place of the right one; features that are not `used` weigh nothing.
    """
    sizes = [len(rows) for rows, _ in tables]
    starts = np.cumsum([0, *sizes[:-1]])
    question = np.repeat(np.arange(len(tables)), sizes)
    table = np.concatenate([np.asarray(rows, dtype=np.float64) for rows, _ in tables]) * used
    right = table[starts + np.array([place for _, place in tables])].sum(axis=0)
    weights = np.zeros(table.shape[1])
    for _ in range(_STEPS):
        scores = table @ weights
        raised = np.exp(scores - np.maximum.reduceat(scores, starts)[question])
        shares = raised / np.add.reduceat(raised, starts)[question]
        means = np.add.reduceat(table * shares[:, None], starts)
        gradient = right - means.sum(axis=0) - penalty * weights
        hessian = (table * shares[:, None]).T @ table - means.T @ means + penalty * np.eye(len(weights))
        step = np.linalg.solve(hessian, gradient)
        weights = weights + step * min(1.0, 2.0 / max(1e-9, float(np.abs(step).max())))
        if float(np.abs(step).max()) < _CLOSE:
            break
    return weights
