"""Multilayer perceptron on vectors, one hidden layer, fitted and run in numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PerceptronSchedule:
    """Schedule of a fit: hidden units, epochs, batch size, first rate, weight decay, dropout."""

    hidden: int = 128
    epochs: int = 12
    batch: int = 64
    rate: float = 1e-3
    decay: float = 1e-2
    drop_inputs: float = 0.2
    drop_hidden: float = 0.5


@dataclass(frozen=True, slots=True)
class Perceptron:
    """Perceptron of one hidden layer: weights and offsets of both layers, hidden and output."""

    inner: Floats
    inner_offset: Floats
    outer: Floats
    outer_offset: Floats

    def scores(self, vectors: Floats) -> Floats:
        """Give the score of every label for every row, a log-probability but for a constant of the row."""
        hidden = np.maximum(vectors @ self.inner + self.inner_offset, 0)
        found: Floats = hidden @ self.outer + self.outer_offset
        return found


def fit_perceptron(
    vectors: Floats, labels: NDArray[np.int64], count: int, seed: int, how: PerceptronSchedule | None = None
) -> Perceptron:
    """Learn the labels of rows by AdamW with a falling rate; the same seed gives the same weights.

    >>> rows = np.repeat(np.eye(2, dtype=np.float32), 32, axis=0)
    >>> model = fit_perceptron(rows, np.repeat([0, 1], 32), 2, 0, PerceptronSchedule(epochs=60))
    >>> model.scores(rows[::32]).argmax(1).tolist()
    [0, 1]
    """
    how = how or PerceptronSchedule()
    dice = np.random.default_rng(seed)
    dimension = vectors.shape[1]
    weights = [
        dice.normal(0, np.sqrt(2 / dimension), (dimension, how.hidden)).astype(np.float32),
        np.zeros(how.hidden, np.float32),
        dice.normal(0, np.sqrt(1 / how.hidden), (how.hidden, count)).astype(np.float32),
        np.zeros(count, np.float32),
    ]
    means = [np.zeros_like(each) for each in weights]
    squares = [np.zeros_like(each) for each in weights]
    gold = np.eye(count, dtype=np.float32)[labels]
    parts = -(-len(labels) // how.batch)
    step = 0
    for _ in range(how.epochs):
        for batch in np.array_split(dice.permutation(len(labels)), parts):
            kept = _kept(dice, (len(batch), dimension), how.drop_inputs)
            slopes = _slopes(
                weights,
                vectors[batch] * kept,
                gold[batch],
                _kept(dice, (len(batch), how.hidden), how.drop_hidden),
            )
            rate = how.rate * (1 - step / (how.epochs * parts))
            step += 1
            for weight, mean, square, slope in zip(weights, means, squares, slopes, strict=True):
                mean += np.float32(0.1) * (slope - mean)
                square += np.float32(0.001) * (slope**2 - square)
                move = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
                weight -= (rate * (move + how.decay * weight)).astype(np.float32)
    return Perceptron(*weights)


def _slopes(weights: list[Floats], rows: Floats, gold: Floats, kept: Floats) -> tuple[Floats, ...]:
    before = rows @ weights[0] + weights[1]
    hidden = np.maximum(before, 0) * kept
    scores = hidden @ weights[2] + weights[3]
    found = np.exp(scores - scores.max(axis=1, keepdims=True))
    error = (found / found.sum(axis=1, keepdims=True) - gold) / np.float32(len(rows))
    back = (error @ weights[2].T) * kept * (before > 0)
    return rows.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)


def _kept(dice: np.random.Generator, shape: tuple[int, int], dropped: float) -> Floats:
    """Draw which numbers are kept, scaled so that their sum stays the same."""
    return ((dice.random(shape, dtype=np.float32) >= dropped) / (1 - dropped)).astype(np.float32)
