"""An encoder whose cosines can be worked out by hand: a text is the counts of its words."""

from collections.abc import Sequence

import numpy as np

from bioloom.embedding import Vectors


class WordCounter:
    """Counts the words that it knows, in lower case; all others share one more place."""

    def __init__(self, words: str, name: str = "word-counter") -> None:
        self.name = name
        self._places = {word: at for at, word in enumerate(words.split())}
        self.dimension = len(self._places) + 1
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give one vector of length 1 a text."""
        self.asked += texts
        counts = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for word in text.casefold().split():
                counts[row, self._places.get(word, self.dimension - 1)] += 1
        lengths = np.linalg.norm(counts, axis=1, keepdims=True)
        vectors: Vectors = counts / np.where(lengths, lengths, 1)
        return vectors
