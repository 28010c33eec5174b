"""Exact nearest-neighbour search by cosine over unit vectors, deterministic."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Vectors
from bioloom.errors import UsageError

_SAME = 4  # decimals of a cosine: below them the batches of an encoder matter
_CELLS = 16_000_000  # cosines held at once: 64 MB

Rows = NDArray[np.intp]


class Nearest:
    """Finds the nearest of many vectors: shape (vectors, dimension), float32, each of length 1.

    >>> index = Nearest(np.eye(3, dtype=np.float32))
    >>> index.nearest(np.asarray([[0.6, 0.8, 0.0]], np.float32), 2)[0].tolist()
    [[1, 0]]
    """

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = np.ascontiguousarray(vectors, np.float32)

    def __len__(self) -> int:
        return len(self._vectors)

    def nearest(
        self, vectors: Vectors, k: int, exclude: Sequence[Rows | Sequence[int]] | None = None
    ) -> tuple[Rows, NDArray[np.float32]]:
        """Give for each vector the rows of its k nearest, best first, and their cosines.

        Both have the shape (vectors, k), k at most the number of rows. `exclude` lists for each vector
        rows that it must not find: where fewer than k are left the rest is -1 with a cosine of -inf. Of
        equal cosines (to 4 decimals) the earlier row comes first.
        """
        if vectors.ndim != 2 or vectors.shape[1] != self._vectors.shape[1]:
            raise UsageError(
                f"vectors of shape {vectors.shape} cannot be sought among those of {self._vectors.shape}"
            )
        k = min(k, len(self._vectors))
        rows = np.full((len(vectors), k), -1, np.intp)
        scores = np.full((len(vectors), k), -np.inf, np.float32)
        if not k:
            return rows, scores
        step = max(1, _CELLS // len(self._vectors))
        for start in range(0, len(vectors), step):
            found = np.round(vectors[start : start + step] @ self._vectors.T, _SAME)
            for at, cosines in enumerate(found):
                if exclude is not None and len(exclude[start + at]):
                    cosines[np.asarray(exclude[start + at], np.intp)] = -np.inf
                best = _best(cosines, k)
                here = np.isfinite(cosines[best])
                rows[start + at, here] = best[here]
                scores[start + at] = cosines[best]
        return rows, scores


def best(scores: Sequence[float] | NDArray[np.float32], k: int) -> Rows:
    """Number the k greatest cosines, greatest first; of equal ones (to 4 decimals) the first.

    >>> best([0.2, 0.9, 0.1, 0.9], 3).tolist()
    [1, 3, 0]
    """
    rounded = np.asarray(np.round(np.asarray(scores, np.float32), _SAME), np.float32)
    return _best(rounded, k)


def _best(cosines: NDArray[np.float32], k: int) -> Rows:
    if k == 1 and len(cosines):
        return np.asarray([np.argmax(cosines)], np.intp)
    if k < len(cosines) // 4:
        least = np.partition(cosines, len(cosines) - k)[len(cosines) - k]
        able = np.flatnonzero(cosines >= least)
        return able[np.argsort(-cosines[able], kind="stable")[:k]]
    return np.argsort(-cosines, kind="stable")[:k]
