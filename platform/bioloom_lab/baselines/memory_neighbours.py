"""Nearest neighbours in a memory: the n nearest labelled sentences (SPEC P20) or pairs (SPEC P8)."""

from __future__ import annotations

from collections.abc import Sequence

from bioloom.embedding import Encoder
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory
from bioloom.extraction.retrieval_augmentation.memory_examples import Retrieved, letters
from bioloom.extraction.retrieval_augmentation.retriever import Retrieval


class NearestSentences(Retrieval):
    """Retriever of the n nearest labelled sentences, the baseline RA-KNN-n (SPEC P20)."""

    def __init__(self, memory: KeyValueMemory, encoder: Encoder, n: int = 1) -> None:
        if n < 1:
            raise UsageError(f"one or more are retrieved, not {n}")
        super().__init__(memory, encoder)
        self._n = n

    def documents_of(
        self, sentences: Sequence[str], *, exclude: Sequence[str | None] | None = None
    ) -> list[list[Retrieved]]:
        """Retrieve for each sentence; `exclude` as in `Retrieval`."""
        return self._nearest_sentences(sentences, self._hidden(sentences, exclude), self._n)


class NearestPairs(NearestSentences):
    """Retriever of the n nearest pairs of a memory of them; a sentence is the text of one (`pair_text`)."""

    def __init__(self, memory: KeyValueMemory, encoder: Encoder, n: int = 1) -> None:
        if memory.kind != "pairs":
            raise UsageError(f"this memory holds {memory.kind}, so pairs cannot be retrieved from it")
        super().__init__(memory, encoder, n)
        self._by_letters = {}
        for key in memory.keys:
            self._by_letters.setdefault(letters(key.text), []).append(key.example)

    def documents_of(
        self, sentences: Sequence[str], *, exclude: Sequence[str | None] | None = None
    ) -> list[list[Retrieved]]:
        """Give the n nearest keys with their values: a pair with two labels gives two (SPEC P8)."""
        keys = [self._keys_hidden(rows) for rows in self._hidden(sentences, exclude)]
        rows = [self._keys.rows_hidden(each) for each in keys]
        found, _ = self._keys.index.nearest(self._vectors.encode(sentences), self._n, rows)
        answers = []
        for at, row in enumerate(found):
            numbers = [n for one in row if one >= 0 for n in self._keys.numbers[one] if n not in keys[at]]
            parts = dict.fromkeys((self.memory.keys[n].text, self.memory.keys[n].label) for n in numbers)
            answers.append([Retrieved((part,)) for part in parts][: self._n])
        return answers
