"""Naive Bayes on counts of hashed pieces: a closed form, so no step and no seed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bioloom_lab.baselines.hashed_ngrams import Grams

Floats = NDArray[np.float64]

SMOOTHING = 0.1
SCALE = 3.0


def fit_bayes(grams: Grams, labels: NDArray[np.int64], count: int) -> Floats:
    """Give log p(piece | label), and log p(label) as last column: shape (count, width + 1)."""
    counted = [
        np.bincount(grams.places, weights=grams.values * (labels[grams.rows] == label), minlength=grams.width)
        for label in range(count)
    ]
    pieces = np.stack(counted).astype(np.float64) + SMOOTHING
    rows = np.bincount(labels, minlength=count) + 1.0
    return np.hstack([np.log(pieces / pieces.sum(axis=1, keepdims=True)), np.log(rows / rows.sum())[:, None]])


def bayes_scores(weights: Floats, grams: Grams) -> Floats:
    """Give log p(label) of every row but for a constant: shape (rows, labels).

    Rows have length 1 whatever their text's, so their pieces count `SCALE` times.
    """
    found = [
        np.bincount(grams.rows, weights=grams.values * each[grams.places], minlength=grams.count)
        for each in weights[:, :-1]
    ]
    return SCALE * np.stack(found, axis=1) + weights[:, -1]
