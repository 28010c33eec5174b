"""An encoder of words, for tests: one axis a word, so that every cosine can be worked out by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from bioloom.embedding.encoder import Vectors


class WordEncoder:
    """Counts the words that it knows, in any case; a text without any is the zero vector.

    `encoded` remembers every text.
    """

    def __init__(self, words: str, name: str = "words") -> None:
        self._axes = {word: axis for axis, word in enumerate(words.split())}
        self.name = name
        self.dimension = len(self._axes)
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.encoded += texts
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.casefold()):
                if word in self._axes:
                    vectors[row, self._axes[word]] += 1
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float32)
