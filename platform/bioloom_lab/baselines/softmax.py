"""Multinomial logistic regression on sparse counts and dense vectors, fitted in numpy by Adam."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bioloom_lab.baselines.hashed_ngrams import Grams

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SoftmaxSchedule:
    """Schedule of a fit: steps of Adam over all rows, first rate, penalty of the weights."""

    steps: int = 60
    rate: float = 0.1
    decay: float = 3e-5


@dataclass(frozen=True, slots=True)
class SoftmaxModel:
    """Weights of the places of counts (labels, width), of vectors (labels, dimension) and of labels alone."""

    sparse: Floats
    dense: Floats
    bias: Floats

    def log_probabilities(self, grams: Grams | None, vectors: Floats | None) -> Floats:
        """Give log p(label) for every row: shape (rows, labels)."""
        return log_softmax(_scores(self, grams, vectors))


def fit_softmax(
    labels: NDArray[np.int64],
    count: int,
    grams: Grams | None = None,
    vectors: Floats | None = None,
    how: SoftmaxSchedule | None = None,
) -> SoftmaxModel:
    """Fit the probabilities of `count` labels to rows: no draw, so the same rows give the same weights.

    The loss is the mean of -log p(label) with half the squared weights times ``how.decay`` per row.

    >>> rows = np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> model = fit_softmax(np.array([0, 1]), 2, vectors=rows)
    >>> model.log_probabilities(None, rows).argmax(1).tolist()
    [0, 1]
    """
    how = how or SoftmaxSchedule()
    width = grams.width if grams else 0
    dimension = vectors.shape[1] if vectors is not None else 0
    model = SoftmaxModel(np.zeros((count, width)), np.zeros((count, dimension)), np.zeros(count))
    weights = [model.sparse, model.dense, model.bias]
    means = [np.zeros_like(each) for each in weights]
    squares = [np.zeros_like(each) for each in weights]
    gold = np.eye(count)[labels]
    for step in range(1, how.steps + 1):
        error = (np.exp(log_softmax(_scores(model, grams, vectors))) - gold) / len(labels)
        slopes = (
            _back(error, grams, count) + how.decay * model.sparse,
            (error.T @ vectors if vectors is not None else 0.0) + how.decay * model.dense,
            error.sum(0),
        )
        rate = how.rate * (1 - (step - 1) / how.steps)
        for weight, mean, square, slope in zip(weights, means, squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            weight -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return model


def _scores(model: SoftmaxModel, grams: Grams | None, vectors: Floats | None) -> Floats:
    rows = grams.count if grams else len(vectors) if vectors is not None else 0
    scores = np.tile(model.bias, (rows, 1))
    if grams is not None:
        for label, weights in enumerate(model.sparse):
            scores[:, label] += np.bincount(
                grams.rows, weights=weights[grams.places] * grams.values, minlength=rows
            )
    if vectors is not None:
        scores += vectors @ model.dense.T
    return scores


def _back(error: Floats, grams: Grams | None, count: int) -> Floats:
    if grams is None:
        return np.zeros((count, 0))
    return np.stack(
        [
            np.bincount(grams.places, weights=error[grams.rows, label] * grams.values, minlength=grams.width)
            for label in range(count)
        ]
    )


def log_softmax(scores: Floats) -> Floats:
    """Give the log of the softmax of each row."""
    scores = scores - scores.max(axis=1, keepdims=True)
    found: Floats = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return found
