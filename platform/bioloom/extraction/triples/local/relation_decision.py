"""From the distributions of pairs to the relations that are given."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bioloom.extraction.networks.relation_model import Link, Weighed


def decide(weighed: Weighed, threshold: float) -> Iterator[Link]:
    """Give the likeliest relation of every two spans, in whichever order, if it reaches the threshold.

    The probability is that beside "none" and the other relations of the pair in this order.

    >>> logs = np.log([[0.3, 0.6, 0.1], [0.2, 0.1, 0.7]])
    >>> [link.kind for link in decide(Weighed(np.array([0, 1]), np.array([1, 0]), logs), 0.5)]
    [1]
    """
    if not len(weighed.subjects):
        return
    kinds = weighed.logs[:, 1:].argmax(axis=1)
    chances = np.exp(weighed.logs[np.arange(len(kinds)), 1 + kinds])
    best: dict[tuple[int, int], int] = {}
    for at, ends in enumerate(zip(weighed.subjects.tolist(), weighed.objects.tolist(), strict=True)):
        pair = min(ends), max(ends)
        if chances[at] >= threshold and (pair not in best or chances[at] > chances[best[pair]]):
            best[pair] = at
    for at in best.values():
        yield Link(int(weighed.subjects[at]), int(weighed.objects[at]), int(kinds[at]), float(chances[at]))
