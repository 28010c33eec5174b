"""Relational key-value memory: phrases of labelled sentences with their labels (SPEC P7, P8)."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from typing import Literal

from bioloom.embedding import Encoder, Vectors
from bioloom.embedding.caching_encoder import CachingEncoder, OnProgress
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.chunking import WORDS, chunks
from bioloom.extraction.retrieval_augmentation.exact_search import best
from bioloom.extraction.retrieval_augmentation.label_similarity import describe
from bioloom.extraction.retrieval_augmentation.memory_examples import (
    MemoryExample,
    MemoryKey,
    distinct,
    pair_text,
)

Kind = Literal["chunks", "pairs"]

_KEYS = 2  # chunks kept of a labelled sentence (SPEC P7)


@dataclass(frozen=True, slots=True, eq=False)
class KeyValueMemory:
    """Labelled sentences, the keys made of them, and their vectors in the same order.

    `kind` says what the keys are: chunks of `words` words (SPEC P7), or whole pairs of head and tail (SPEC
    P8). `encoder` is the name of the encoder, which holds the digest of its weights; `scheme` that of the
    labels. Vectors have the length 1, shape (keys or examples, dimension), float32.
    """

    kind: Kind
    words: int
    encoder: str
    scheme: str | None
    examples: tuple[MemoryExample, ...]
    keys: tuple[MemoryKey, ...]
    key_vectors: Vectors
    sentence_vectors: Vectors

    @property
    def digest(self) -> str:
        """Name what the memory holds: 16 hex digits of a hash over all of it but the vectors."""
        head = [self.kind, self.words, self.encoder, self.scheme]
        rows = [*(astuple(example) for example in self.examples), *(astuple(key) for key in self.keys)]
        content = json.dumps([head, rows])
        return hashlib.blake2b(content.encode(), digest_size=8).hexdigest()


def build_memory(
    examples: Sequence[MemoryExample],
    encoder: Encoder,
    *,
    words: int = WORDS,
    kind: Kind = "chunks",
    scheme: str | None = None,
    description: Callable[[str], str] | None = None,
    on_progress: OnProgress | None = None,
) -> KeyValueMemory:
    """Build the memory M of the examples D (SPEC P7): the two chunks of each nearest to T(label), or pairs.

    `description` gives T(l); by default it is what the scheme's table says. Of examples that say the same
    the first counts, so for sentences with two chunks or more ``len(keys) == 2 * len(examples)``; of
    chunks equally near the earlier one is kept. UsageError if there is no example at all, if `words` is
    less than 1, or if one has no head and tail where pairs are asked for.
    """
    kept = tuple(distinct(examples))
    if not kept:
        raise UsageError("there is no labelled sentence to make a memory of")
    vectors = CachingEncoder(encoder)
    tell = description or (lambda label: describe(label, scheme))
    sentences = [example.sentence for example in kept]
    if kind == "pairs":
        keys = [MemoryKey(_pair(example), example.label, at) for at, example in enumerate(kept)]
        vectors.encode([key.text for key in keys] + sentences, on_progress)
    else:
        cuts = [chunks(sentence, words) for sentence in sentences]
        told = {label: tell(label) for label in dict.fromkeys(example.label for example in kept)}
        vectors.encode([*told.values(), *(text for cut in cuts for text in cut), *sentences], on_progress)
        keys = []
        for at, (example, cut) in enumerate(zip(kept, cuts, strict=True)):
            scores = vectors.encode(cut) @ vectors.encode([told[example.label]])[0]
            keys += [MemoryKey(cut[chunk], example.label, at) for chunk in best(scores, _KEYS)]
    return KeyValueMemory(
        kind, words, encoder.name, scheme, kept, tuple(keys),
        vectors.encode([key.text for key in keys]), vectors.encode(sentences),
    )  # fmt: skip


def check_encoder(name: str, encoder: Encoder) -> None:
    """Refuse to search a memory with another encoder than that of this name: UsageError."""
    if encoder.name != name:
        raise UsageError(
            f"this memory was made with the encoder {name}; {encoder.name} cannot search it: "
            "name the first with --encoder, or build the memory anew"
        )


def spread(memory: KeyValueMemory) -> dict[str, int]:
    """Count the keys of each label, most first, ties by name."""
    return dict(Counter(sorted(key.label for key in memory.keys)).most_common())


def _pair(example: MemoryExample) -> str:
    if example.head is None or example.tail is None:
        raise UsageError(f"no head and tail in {example.sentence[:80]!r}: no memory of pairs is made of it")
    return pair_text(example.sentence[slice(*example.head)], example.sentence[slice(*example.tail)])
