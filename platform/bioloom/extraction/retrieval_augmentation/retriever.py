"""Retriever: the nearest labelled sentence of a memory and its phrases for a sentence (SPEC P9-P12)."""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Encoder
from bioloom.embedding.caching_encoder import CachingEncoder
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.chunking import chunks
from bioloom.extraction.retrieval_augmentation.diversity import CAPS, Caps, diversify
from bioloom.extraction.retrieval_augmentation.exact_search import Nearest, best
from bioloom.extraction.retrieval_augmentation.example_augmentation import ExampleAugmentation
from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory, check_encoder
from bioloom.extraction.retrieval_augmentation.memory_examples import (
    MemoryExample,
    MemoryKey,
    Retrieved,
    letters,
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FoundKey:
    """A key that was looked up, its example, and the cosine between the key and what was asked for."""

    key: MemoryKey
    example: MemoryExample
    cosine: float


class Retrieval:
    """Retriever of documents from a memory of phrases for sentences; deterministic.

    UsageError if the encoder is not that of the memory. `longest` counts the phrases of one document at most
    (SPEC P11), `caps` how many documents there may be (SPEC P12).
    """

    def __init__(
        self, memory: KeyValueMemory, encoder: Encoder, *, longest: int = 2, caps: Caps = CAPS
    ) -> None:
        check_encoder(memory.encoder, encoder)
        self.memory = memory
        self._longest, self._caps = longest, caps
        self._vectors = CachingEncoder(encoder)
        self._keys = _Texts([key.text for key in memory.keys], memory.key_vectors)
        self._sentences = Nearest(memory.sentence_vectors)
        self._whole = {each.sentence for each in memory.examples}
        self._augmentation = ExampleAugmentation(memory.examples)
        self._by_source: dict[str, list[int]] = {}
        self._by_letters: dict[str, list[int]] = {}
        self._keys_of: dict[int, list[int]] = {}
        for at, example in enumerate(memory.examples):
            self._by_source.setdefault(example.source, []).append(at)
            self._by_letters.setdefault(letters(example.sentence), []).append(at)
        for at, key in enumerate(memory.keys):
            self._keys_of.setdefault(key.example, []).append(at)

    def documents_of(
        self, sentences: Sequence[str], *, exclude: Sequence[str | None] | None = None
    ) -> list[list[Retrieved]]:
        """Retrieve the documents of many sentences; every distinct text is embedded once.

        The nearest labelled sentence d_0 (SPEC P10) leads them. `exclude` names for each sentence the source
        that it comes from ("" if it has none): nothing of that source is retrieved for it, nor of a sentence
        identical to it. None retrieves whatever there is.
        """
        if not sentences:
            return []
        hidden = self._hidden(sentences, exclude)
        phrases = self._phrases(sentences, hidden)
        documents, capped = [], 0
        for nearest, items in zip(self._nearest_sentences(sentences, hidden, 1), phrases, strict=True):
            kept, was_capped = diversify(nearest, items, self._longest, self._caps)
            documents.append(kept)
            capped += was_capped
        if capped:
            _log.info(
                "%d of %d sentences have more than %d documents or %d tokens: their phrases stand alone",
                capped, len(sentences), self._caps.documents, self._caps.tokens,
            )  # fmt: skip
        return documents

    def best_documents(
        self, sentences: Sequence[str], *, exclude: Sequence[str | None] | None = None
    ) -> list[str | None]:
        """Give the text of the document nearest to each sentence by cosine, None where there is none.

        That is the extractor's d̄ (SPEC P18) without a trained scorer (the ablation -WTCS of SPEC P23). A
        chosen phrase stands between a head and a tail of a sentence with its label (SPEC P17).
        """
        chosen: list[str | None] = []
        for sentence, group in zip(sentences, self.documents_of(sentences, exclude=exclude), strict=True):
            if not group:
                chosen.append(None)
                continue
            vectors = self._vectors.encode([sentence, *(each.text for each in group)])
            document = group[int(best((vectors[1:] @ vectors[0]).tolist(), 1)[0])]
            whole = any(text in self._whole for text, _ in document.parts)
            chosen.append((document if whole else self._augmentation.augment(document)).text)
        return chosen

    def nearest_keys(self, text: str, k: int) -> list[FoundKey]:
        """Give the k keys nearest to a text with their cosines, best first, ties as they come."""
        found, cosines = self._keys.index.nearest(self._vectors.encode([text]), k)
        nearest = [
            FoundKey(key, self.memory.examples[key.example], float(cosine))
            for row, cosine in zip(found[0], cosines[0], strict=True)
            for key in (self.memory.keys[number] for number in self._keys.numbers[row])
        ]
        return nearest[:k]

    def _hidden(self, sentences: Sequence[str], exclude: Sequence[str | None] | None) -> list[set[int]]:
        """Number for each sentence the examples that it must not retrieve."""
        if exclude is None:
            return [set() for _ in sentences]
        if len(exclude) != len(sentences):
            raise UsageError(f"{len(exclude)} sources are left out for {len(sentences)} sentences")
        hidden = []
        for sentence, source in zip(sentences, exclude, strict=True):
            found = set(self._by_source.get(source, ())) if source else set()
            if source is not None:
                found.update(self._by_letters.get(letters(sentence), ()))
            hidden.append(found)
        return hidden

    def _phrases(self, sentences: Sequence[str], hidden: Sequence[set[int]]) -> list[list[Retrieved]]:
        cuts = [chunks(sentence, self.memory.words) for sentence in sentences]
        flat = [chunk for cut in cuts for chunk in cut]
        keys = [self._keys_hidden(rows) for rows in hidden]
        own = [self._keys.rows_hidden(each) for each in keys]
        rows = [own[at] for at, cut in enumerate(cuts) for _ in cut]
        found, _ = self._keys.index.nearest(self._vectors.encode(flat), 1, rows)
        items: list[list[Retrieved]] = []
        at = 0
        for number, cut in enumerate(cuts):
            parts = [self._part(row, keys[number]) for row in found[at : at + len(cut), 0] if row >= 0]
            items.append([Retrieved((part,)) for part in dict.fromkeys(parts)])
            at += len(cut)
        return items

    def _part(self, row: int, hidden: set[int]) -> tuple[str, str]:
        """Join a key with its value; keys of one text give the label that most have, then the first one."""
        labels = Counter(
            self.memory.keys[number].label for number in self._keys.numbers[row] if number not in hidden
        )
        return self._keys.texts[row], labels.most_common(1)[0][0]

    def _nearest_sentences(
        self, sentences: Sequence[str], hidden: Sequence[set[int]], n: int
    ) -> list[list[Retrieved]]:
        rows = [sorted(each) for each in hidden]
        found, _ = self._sentences.nearest(self._vectors.encode(sentences), n, rows)
        examples = self.memory.examples
        return [
            [Retrieved(((examples[at].sentence, examples[at].label),)) for at in row if at >= 0]
            for row in found
        ]

    def _keys_hidden(self, examples: set[int]) -> set[int]:
        return {key for example in examples for key in self._keys_of.get(example, ())}


class _Texts:
    """The distinct texts of the keys, which keys have them, and an index of their vectors."""

    def __init__(self, texts: Sequence[str], vectors: NDArray[np.float32]) -> None:
        rows: dict[str, int] = {}
        self.row = [rows.setdefault(text, len(rows)) for text in texts]
        self.texts = list(rows)
        self.numbers: list[list[int]] = [[] for _ in rows]
        for number, row in enumerate(self.row):
            self.numbers[row].append(number)
        self.index = Nearest(vectors[[numbers[0] for numbers in self.numbers]])

    def rows_hidden(self, keys: set[int]) -> list[int]:
        """Number the texts whose keys are all hidden."""
        return sorted({self.row[key] for key in keys if keys.issuperset(self.numbers[self.row[key]])})
