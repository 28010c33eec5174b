"""Penalised maximum-likelihood fits: logistic, multinomial and conditional logit, by scipy's L-BFGS."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bioloom.extras import optional

Floats = NDArray[np.float64]
Loss = Callable[[Floats], tuple[float, Floats]]

_FEATURE = "Fitting weights"
_OPTIONS = {"maxiter": 10_000, "maxfun": 20_000, "maxcor": 30, "ftol": 1e-15, "gtol": 1e-9}


def minimise(loss: Loss, start: Floats, most: int = 10_000) -> Floats:
    """Find where a smooth convex loss is least; `loss` gives its value and its gradient; `most` steps."""
    scipy = optional("scipy.optimize", _FEATURE, extra="lab")
    found: Floats = scipy.minimize(
        loss, start, jac=True, method="L-BFGS-B", options=_OPTIONS | {"maxiter": most}
    ).x
    return found


def fit_logistic(
    table: Floats, right: Floats, penalty: float | Sequence[float], towards: Sequence[float] | None = None
) -> Floats:
    """Fit a logistic regression of 0/1 outcomes on rows; `penalty` pulls weights `towards` a point, or 0.

    The loss is the sum of the log losses and of half the penalties times the squared distances.

    >>> fit_logistic(np.ones((4, 1)), np.array([1.0, 1.0, 1.0, 0.0]), 0.0).round(3).tolist()
    [1.099]
    """
    pull = np.broadcast_to(np.asarray(penalty, float), table.shape[1])
    aim = np.zeros(table.shape[1]) if towards is None else np.asarray(towards, float)

    def loss(weights: Floats) -> tuple[float, Floats]:
        odds, away = table @ weights, weights - aim
        expected = (1 + np.tanh(odds / 2)) / 2
        value = (np.logaddexp(0, odds) - right * odds).sum() + (pull * away**2).sum() / 2
        return float(value), table.T @ (expected - right) + pull * away

    return minimise(loss, aim.copy())


def fit_multinomial(table: Floats, wanted: Floats, penalty: Floats) -> Floats:
    """Fit a multinomial logistic regression, weights of shape (classes, features).

    `wanted` has shape (rows, classes); `penalty` pulls the weights of each feature towards 0.
    """
    shape = (wanted.shape[1], table.shape[1])

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(shape)
        scores = table @ weights.T
        scores -= scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        value = -(wanted * logs).sum() + (penalty * weights**2).sum() / 2
        return float(value), ((np.exp(logs) - wanted).T @ table + penalty * weights).ravel()

    return minimise(loss, np.zeros(shape[0] * shape[1])).reshape(shape)


def fit_conditional_logit(
    tables: Sequence[tuple[Sequence[Sequence[float]], int]], used: NDArray[np.bool_], penalty: float
) -> Floats:
    """Fit one weight a feature under which the right row of each table gets the largest share.

    `tables` are rows of features and the place of the right one; features that are not `used` weigh nothing.
    """
    sizes = [len(rows) for rows, _ in tables]
    starts = np.cumsum([0, *sizes[:-1]])
    question = np.repeat(np.arange(len(tables)), sizes)
    table = np.concatenate([np.asarray(rows, dtype=np.float64) for rows, _ in tables]) * used
    chosen = table[starts + np.array([place for _, place in tables])]

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = table @ weights
        most = np.maximum.reduceat(scores, starts)
        raised = np.exp(scores - most[question])
        sums = np.add.reduceat(raised, starts)
        value = (most + np.log(sums)).sum() - (chosen @ weights).sum() + penalty / 2 * weights @ weights
        slope = table.T @ (raised / sums[question]) - chosen.sum(axis=0) + penalty * weights
        return float(value), slope

    return minimise(loss, np.zeros(table.shape[1]))
