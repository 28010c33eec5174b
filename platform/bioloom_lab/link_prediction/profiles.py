"""Relations of a pair from what is known of things like its ends: ridge regression on pairs of profiles.

The profile of an entity is the row of links that it has as a head beside the row that it has as a tail, so
things with like links (a parent and a child in a hierarchy) are alike. Two pairs are as alike as their heads
times their tails. The regression on this likeness has a closed form, since the matrix of all pairs is the
Kronecker product of the matrix of entities with itself: no step, no seed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SHARPNESS, RIDGE = 8.0, 0.1


def fit_profiles(
    links: Sequence[tuple[int, int, int]],
    entities: int,
    relations: int,
    *,
    sharpness: float = SHARPNESS,
    ridge: float = RIDGE,
) -> Floats:
    """Give the score of every head, relation and tail: shape (entities, relations, entities), about 0 to 1.

    `links` are numbers of heads, relations and tails. `sharpness` says how fast likeness falls with the
    cosine of two profiles, `ridge` how much a score is drawn to 0.

    >>> same = fit_profiles([(0, 0, 2), (0, 0, 3), (1, 0, 2)], 4, 1, sharpness=2)
    >>> bool(same[1, 0, 3] > 0.1 > same[2, 0, 1])
    True
    """
    known = np.zeros((entities, relations, entities))
    for head, relation, tail in links:
        known[head, relation, tail] = 1.0
    profiles = np.hstack([known.reshape(entities, -1), known.transpose(2, 1, 0).reshape(entities, -1)])
    profiles /= np.maximum(np.linalg.norm(profiles, axis=1, keepdims=True), 1e-9)
    likeness = np.exp(sharpness * (profiles @ profiles.T - 1))
    values, vectors = np.linalg.eigh(likeness)
    both = np.outer(values, values)
    turned = np.einsum("ia,irj,jb->arb", vectors, known, vectors, optimize=True)
    turned *= (both / (both + ridge))[:, None, :]
    scores: Floats = np.einsum("ia,arb,jb->irj", vectors, turned, vectors, optimize=True)
    return scores
