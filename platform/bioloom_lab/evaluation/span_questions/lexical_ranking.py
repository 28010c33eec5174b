"""Which sentences of a text a question is about, by their words alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from bioloom.extraction.stemming import stem
from bioloom.names import tokens

_K1, _B = 1.2, 0.75


class Lexical:
    """The words of some sentences, to be ranked by BM25 for many questions."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self._words = [Counter(map(stem, tokens(text))) for text in sentences]
        held = Counter(word for words in self._words for word in words)
        count = len(sentences)
        self._idf = {
            word: math.log(1 + (count - number + 0.5) / (number + 0.5)) for word, number in held.items()
        }
        lengths = [words.total() for words in self._words]
        mean = sum(lengths) / max(1, count) or 1.0
        self._norms = [_K1 * (1 - _B + _B * length / mean) for length in lengths]

    def scores(self, question: str) -> list[float]:
        """Give the BM25 of every sentence for a question, in the order of the sentences."""
        asked = {stem(word) for word in tokens(question)} & self._idf.keys()
        return [
            sum(
                self._idf[word] * words[word] * (_K1 + 1) / (words[word] + norm)
                for word in asked
                if word in words
            )
            for words, norm in zip(self._words, self._norms, strict=True)
        ]

    def first(self, question: str, count: int) -> list[int]:
        """List the places of the best sentences, best first; of equals the earlier one."""
        scores = self.scores(question)
        return sorted(range(len(scores)), key=lambda at: (-scores[at], at))[:count]
