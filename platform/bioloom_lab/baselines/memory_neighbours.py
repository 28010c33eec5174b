"""Nearest neighbours in a memory: the n nearest labelled sentences (SPEC P20)."""

from __future__ import annotations

from collections.abc import Sequence

from bioloom.embedding import Encoder
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory
from bioloom.extraction.retrieval_augmentation.memory_examples import Retrieved
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
