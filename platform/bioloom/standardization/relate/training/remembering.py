"""An encoder that keeps what it has encoded: two vocabularies are fitted on the same sentences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bioloom.embedding import Encoder, Vectors


class RememberingEncoder:
    """Gives the vectors of another encoder and computes each text's once."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._known: dict[str, Vectors] = {}
        self.name = encoder.name
        self.dimension = encoder.dimension

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give one vector of length 1 a text: shape (len(texts), dimension), float32."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(missing, self._encoder.encode(missing), strict=True))
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        found: Vectors = np.stack([self._known[text] for text in texts])
        return found
