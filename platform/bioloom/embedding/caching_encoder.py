"""An encoder that keeps what it has encoded, for work that meets the same texts again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from bioloom.embedding.encoder import Encoder, Vectors

_PORTION = 512  # texts between two signs of progress
_MOST = 200_000  # texts remembered: 300 MB with 384 dimensions

OnProgress = Callable[[int, int], None]
"""Told how many texts are done, of how many."""


class RememberingEncoder:
    """Gives the vectors of another encoder and computes each text's once.

    When it holds more than 200,000 texts it forgets them and begins anew.
    """

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._rows: dict[str, int] = {}
        self._vectors = np.empty((0, encoder.dimension), np.float32)
        self.name = encoder.name
        self.dimension = encoder.dimension

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Vectors:
        """Give one vector of length 1 a text: shape (len(texts), dimension), float32."""
        if len(self._rows) > _MOST:
            self._rows, self._vectors = {}, self._vectors[:0]
        fresh = [text for text in dict.fromkeys(texts) if text not in self._rows]
        found = [self._vectors]
        for start in range(0, len(fresh), _PORTION):
            portion = fresh[start : start + _PORTION]
            found.append(self._encoder.encode(portion))
            if on_progress is not None:
                on_progress(start + len(portion), len(fresh))
        if fresh:
            self._rows.update({text: len(self._rows) + at for at, text in enumerate(fresh)})
            self._vectors = np.concatenate(found)
        return self._vectors[[self._rows[text] for text in texts]]
