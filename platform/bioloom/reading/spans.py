"""Which part of a sentence answers a question, from the scores of its first and last pieces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]

MOST_SPANS = 60
"""Likeliest spans of a sentence that are weighed against each other."""


@dataclass(frozen=True, slots=True)
class PieceSpan:
    """The first and the last piece of a span, and how much of the answer it is expected to share.

    `expected` is the F1 over pieces that the span has on average, 0 to 1, where spans are drawn by belief.
    """

    first: int
    last: int
    expected: float


def best_span(starts: Scores, ends: Scores, *, longest: int, sharpness: float = 1.0) -> PieceSpan:
    """Choose the span that shares most with all likely ones, not the likeliest one.

    `starts` and `ends` score each piece of a sentence as the first and the last of the answer: shape
    (pieces,), natural logarithms up to a constant each. A span has at most `longest` pieces. The likeliest
    spans are compared by F1, each weighed by its belief; `sharpness` multiplies all scores.

    >>> scores = np.array([0, 4, 0, 0], np.float32), np.array([0, 0, 4, 0], np.float32)
    >>> found = best_span(*scores, longest=4)
    >>> found.first, found.last
    (1, 2)
    """
    count = len(starts)
    first, last = np.triu_indices(count)
    near = last - first < longest
    first, last = first[near], last[near]
    sums = sharpness * (starts[first] + ends[last])
    if len(sums) > MOST_SPANS:
        kept = np.argpartition(-sums, MOST_SPANS)[:MOST_SPANS]
        kept = kept[np.lexsort((last[kept], first[kept]))]
        first, last, sums = first[kept], last[kept], sums[kept]
    belief = np.exp(sums - sums.max())
    belief /= belief.sum()
    shared = np.minimum(last[:, None], last) - np.maximum(first[:, None], first) + 1
    lengths = last - first + 1
    f1 = 2 * np.maximum(shared, 0) / (lengths[:, None] + lengths)
    expected = f1 @ belief
    best = int(np.argmax(expected))
    return PieceSpan(int(first[best]), int(last[best]), float(expected[best]))
