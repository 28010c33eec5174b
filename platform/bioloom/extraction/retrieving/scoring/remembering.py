"""An encoder and a reader that are asked everything once: choices of document share most of their texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.encoder import Encoder, Vectors
from bioloom.extraction.triples.reader import Asked, Reader

_AT_ONCE = 512


class RememberingEncoder:
    """Gives the vectors of an encoder, and keeps them."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._kept: dict[str, NDArray[np.float32]] = {}
        self.name = encoder.name
        self.dimension = encoder.dimension

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give one vector of length 1 a text: shape (len(texts), dimension), float32."""
        new = [text for text in dict.fromkeys(texts) if text not in self._kept]
        if new:
            self._kept |= zip(new, self._encoder.encode(new), strict=True)
        found = np.empty((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            found[row] = self._kept[text]
        return found


class RememberingReader:
    """Gives the likelihoods of a reader, and keeps them; `asked` counts the questions that were put to it."""

    def __init__(self, reader: Reader, on_progress: Callable[[int], None] | None = None) -> None:
        self._reader = reader
        self._kept: dict[Asked, NDArray[np.float64]] = {}
        self._on_progress = on_progress
        self.name = reader.name
        self.labels = reader.labels

    @property
    def asked(self) -> int:
        """How many distinct questions were answered so far."""
        return len(self._kept)

    def likelihoods(self, asked: Sequence[Asked]) -> NDArray[np.float64]:
        """Give log p(label | document, sentence): shape (asked, labels)."""
        new = [each for each in dict.fromkeys(asked) if each not in self._kept]
        for start in range(0, len(new), _AT_ONCE):
            part = new[start : start + _AT_ONCE]
            self._kept |= zip(part, self._reader.likelihoods(part), strict=True)
            if self._on_progress:
                self._on_progress(self.asked)
        found = np.empty((len(asked), len(self.labels)))
        for row, each in enumerate(asked):
            found[row] = self._kept[each]
        return found
