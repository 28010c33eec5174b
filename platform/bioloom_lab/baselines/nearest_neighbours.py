"""Nearest neighbours among unit vectors, and label votes (SPEC P8, P20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

_ROWS = 512


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Nearest rows of a memory for each asked row, nearest first, with their cosines."""

    rows: Numbers
    cosines: Floats


def nearest(asked: NDArray[np.float32], memory: NDArray[np.float32], most: int) -> Neighbours:
    """Find the `most` nearest rows of a memory; of rows just as near, those that come first.

    >>> axes = np.eye(3, dtype=np.float32)
    >>> nearest(axes[:1], axes, 2).rows.tolist()
    [[0, 1]]
    """
    most = min(most, len(memory))
    rows = np.empty((len(asked), most), np.int64)
    cosines = np.empty((len(asked), most))
    for start, alike in _likeness(asked, memory):
        part = np.argpartition(-alike, most - 1, axis=1)[:, :most] if most < len(memory) else None
        for row, scores in enumerate(alike):
            if part is None:
                near = np.arange(len(scores))
            else:  # all that are as near as the last of them, so that ties do not depend on the partition
                near = np.flatnonzero(scores >= scores[part[row]].min())
            order = near[np.lexsort((near, -scores[near]))][:most]
            rows[start + row], cosines[start + row] = order, scores[order]
    return Neighbours(rows, cosines)


def votes(found: Neighbours, labels: Floats, n: int, own: Numbers | None = None) -> Floats:
    """Give the share of the first `n` neighbours' votes for each label: shape (asked, labels).

    `labels` is what each row of the memory says: shape (memory, labels). `own` names the row of the memory
    that is the asked row itself, -1 for none: it has no vote. Neighbours vote with e to the power of ten
    times their cosine.

    >>> two = Neighbours(np.array([[0, 1]]), np.array([[0.5, 0.5]]))
    >>> votes(two, np.eye(2), 2).tolist(), votes(two, np.eye(2), 1, np.array([0])).tolist()
    ([[0.5, 0.5]], [[0.0, 1.0]])
    """
    allowed = np.ones(found.rows.shape, bool) if own is None else found.rows != own[:, None]
    allowed &= np.cumsum(allowed, axis=1) <= n
    weights = np.exp(10 * (found.cosines - found.cosines[:, :1])) * allowed
    shares = np.zeros((len(found.rows), labels.shape[1]))
    for place in range(weights.shape[1]):
        shares += weights[:, place, None] * labels[found.rows[:, place]]
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-12)
    return shares


def _likeness(asked: NDArray[np.float32], memory: NDArray[np.float32]) -> Iterator[tuple[int, Floats]]:
    for start in range(0, len(asked), _ROWS):
        yield start, (asked[start : start + _ROWS] @ memory.T).astype(np.float64)
