"""Embedding space: the descriptors of a vocabulary as vectors of one encoder, kept on disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Encoder, Vectors
from bioloom.embedding.caching_encoder import encode_cached
from bioloom.standardization.relate.vocabulary import Descriptor, Vocabulary

_REMEMBERED = 4096  # phrases


@dataclass(frozen=True, slots=True)
class Similarities:
    """Cosines of keys and phrases: the best with a key's descriptors, and with their negations.

    Both have the shape (keys, phrases); a key without negations has -1. `descriptors` holds the cosine of
    every positive descriptor, shape (descriptors, phrases), and `denials` that of every negated one.
    `unrelated` is a phrase's best cosine with a phrase that states no relation, -1 if there are none.
    """

    positive: Vectors
    negative: Vectors
    descriptors: Vectors
    denials: Vectors
    unrelated: Vectors


class Space:
    """The descriptors of a vocabulary as unit vectors, positive and negated apart (SPEC R5).

    The vectors are read from the folder `cache` if it has them for exactly this release, these descriptors
    and this encoder (SPEC R7), or else made and put there. `unrelated` are phrases that state no relation;
    phrases are compared with them too.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        encoder: Encoder,
        cache: Path | None = None,
        *,
        unrelated: Sequence[str] = (),
    ) -> None:
        self.vocabulary = vocabulary
        self.encoder = encoder
        self._latest: dict[str, Vectors] = {}
        self._descriptors = [each for each in vocabulary.descriptors if not each.negated]
        negated = [each for each in vocabulary.descriptors if each.negated]
        nothing = [Descriptor("", text, False, "unrelated") for text in unrelated]
        texts = [each.text for each in (*self._descriptors, *negated, *nothing)]
        vectors = encode_cached(texts, encoder, cache, name=vocabulary.fingerprint)
        end = len(vectors) - len(nothing)
        places = {key: at for at, key in enumerate(vocabulary.keys)}
        self._positive = _Layers(self._descriptors, places, vectors[: len(self._descriptors)])
        self._negative = _Layers(negated, places, vectors[len(self._descriptors) : end])
        self._unrelated = np.ascontiguousarray(vectors[end:])

    def encode(self, phrases: Sequence[str]) -> Vectors:
        """Encode phrases; the vectors of the latest ones are remembered."""
        known = self._latest
        missing = [phrase for phrase in dict.fromkeys(phrases) if phrase not in known]
        if missing:
            if len(known) > _REMEMBERED:
                known = {phrase: known[phrase] for phrase in phrases if phrase in known}
            known = {**known, **dict(zip(missing, self.encoder.encode(missing), strict=True))}
            self._latest = known
        found: Vectors = np.array([known[phrase] for phrase in phrases], np.float32)
        return found.reshape(len(phrases), self.encoder.dimension)

    def compare(self, vectors: Vectors) -> Similarities:
        """Compare phrases, as vectors of this space's encoder, with every descriptor (SPEC R9)."""
        scores, denials = self._positive.scores(vectors), self._negative.scores(vectors)
        unrelated = (self._unrelated @ vectors.T).max(axis=0, initial=-1.0)
        return Similarities(
            self._positive.best(scores), self._negative.best(denials), scores, denials, unrelated
        )

    def speaking(self, scores: Vectors, key: int, phrases: NDArray[np.intp]) -> NDArray[np.intp]:
        """Give the descriptor of a key, by its place, that is nearest to each of some phrases: its place."""
        return self._positive.speaking(scores, key, phrases)

    def text(self, descriptor: int) -> str:
        """Give the text of a positive descriptor."""
        return self._descriptors[descriptor].text


class _Layers:
    """Descriptor matrix laid out so that the best of each key comes by few large comparisons.

    The first descriptors of all keys lie first, then the second ones of the keys that have two, and so on;
    keys with more descriptors come before keys with fewer.
    """

    def __init__(self, descriptors: Sequence[Descriptor], places: dict[str, int], vectors: Vectors) -> None:
        of_key: dict[int, list[int]] = {}
        for at, each in enumerate(descriptors):
            of_key.setdefault(places[each.key], []).append(at)
        ranked = sorted(of_key.items(), key=lambda item: -len(item[1]))
        depth = len(ranked[0][1]) if ranked else 0
        layers = [[own[level] for _, own in ranked if len(own) > level] for level in range(depth)]
        self._order = np.array([at for layer in layers for at in layer], np.intp)
        self._ends = np.cumsum([len(layer) for layer in layers], dtype=np.intp)
        starts = self._ends - [len(layer) for layer in layers]
        self._rows = {key: starts[: len(own)] + rank for rank, (key, own) in enumerate(ranked)}
        self._keys = np.array([key for key, _ in ranked], np.intp)
        self._all_keys = len(places)
        self._vectors = np.ascontiguousarray(vectors[self._order])

    def scores(self, vectors: Vectors) -> Vectors:
        """Compare phrases with every descriptor: shape (descriptors, phrases), in the order of the layers."""
        found: Vectors = self._vectors @ vectors.T
        return found

    def best(self, scores: Vectors) -> Vectors:
        """Give the best score of every key: shape (keys, phrases), -1 for a key without descriptors."""
        found = np.full((self._all_keys, scores.shape[1]), -1, np.float32)
        if not len(self._keys):
            return found
        top = scores[: self._ends[0]].copy()
        for start, end in pairwise(self._ends.tolist()):
            np.maximum(top[: end - start], scores[start:end], out=top[: end - start])
        found[self._keys] = top
        return found

    def speaking(self, scores: Vectors, key: int, phrases: NDArray[np.intp]) -> NDArray[np.intp]:
        """Give the place of the descriptor of a key that is nearest to each of some phrases."""
        rows = self._rows[key]
        if len(rows) == 1:
            return np.full(len(phrases), self._order[rows[0]])
        nearest: NDArray[np.intp] = self._order[rows[scores[rows[:, None], phrases].argmax(axis=0)]]
        return nearest
