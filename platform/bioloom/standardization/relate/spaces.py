"""A vocabulary in the vectors of one encoder, kept on disk between runs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Encoder, Vectors
from bioloom.standardization.relate.vocabulary import Descriptor, Vocabulary

_LONGEST = 1000  # characters of all descriptors of a key together


@dataclass(frozen=True, slots=True)
class Similarities:
    """How near each key is to each phrase: best cosine with its descriptors, and with their negations.

    Both have the shape (keys, phrases); a key without negations has -1. `descriptors` holds the cosine of
    every positive descriptor, shape (descriptors, phrases), and `denials` that of every negated one.
    """

    positive: Vectors
    negative: Vectors
    descriptors: Vectors
    denials: Vectors


class Space:
    """The descriptors of a vocabulary as unit vectors, positive and negated apart (SPEC R5).

    The vectors are read from the folder `cache` if it has them for exactly this release, these descriptors
    and this encoder (SPEC R7), or else made and put there; a torn file, or one of something else, is made
    anew. With `combined`, the texts of a key are joined and make one vector. With a `cap` of 2 or more a key
    scores the mean of its best `cap` descriptors instead of its best one, so that keys with many descriptors
    have no more chances than others (SPEC S11).
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        encoder: Encoder,
        cache: Path | None = None,
        *,
        combined: bool = False,
        cap: int = 0,
    ) -> None:
        self.vocabulary = vocabulary
        self.encoder = encoder
        self._cap = cap
        order = {key: at for at, key in enumerate(vocabulary.keys)}
        given = _joined(vocabulary.descriptors) if combined else vocabulary.descriptors
        ordered = sorted(given, key=lambda each: order[each.key])  # stable: the texts of a key lie together
        self._descriptors = [each for each in ordered if not each.negated]
        negated = [each for each in ordered if each.negated]
        vectors = _vectors([*self._descriptors, *negated], vocabulary, encoder, cache)
        self._positive, self._negative = np.split(vectors, [len(self._descriptors)])
        _, self._starts = _groups(self._descriptors, order)
        self._ends = np.append(self._starts[1:], len(self._descriptors))
        self._negated_keys, self._negated_starts = _groups(negated, order)

    def compare(self, vectors: Vectors) -> Similarities:
        """Compare phrases, as vectors of this space's encoder, with every descriptor (SPEC R9)."""
        scores: Vectors = self._positive @ vectors.T
        positive: Vectors = np.maximum.reduceat(scores, self._starts, axis=0)
        if self._cap > 1:
            positive = self._capped(scores)
        negative = np.full_like(positive, -1)
        against: Vectors = self._negative @ vectors.T
        if len(self._negated_keys):
            negative[self._negated_keys] = np.maximum.reduceat(against, self._negated_starts, axis=0)
        return Similarities(positive, negative, scores, against)

    def speaking(self, scores: Vectors, key: int, phrases: NDArray[np.intp]) -> NDArray[np.intp]:
        """Give the descriptor of a key, by its place, that is nearest to each of some phrases: its place."""
        start, end = self._starts[key], self._ends[key]
        if end - start == 1:
            return np.full(len(phrases), start)
        nearest: NDArray[np.intp] = start + scores[start:end, phrases].argmax(axis=0)
        return nearest

    def text(self, descriptor: int) -> str:
        """Give the text of a positive descriptor."""
        return self._descriptors[descriptor].text

    def _capped(self, scores: Vectors) -> Vectors:
        found = np.empty((len(self._starts), scores.shape[1]), np.float32)
        for at, (start, end) in enumerate(zip(self._starts, self._ends, strict=True)):
            part = scores[start:end]
            if end - start > self._cap:
                part = np.partition(part, end - start - self._cap, axis=0)[-self._cap :]
            found[at] = part.mean(axis=0)
        return found


def _groups(
    descriptors: Sequence[Descriptor], order: dict[str, int]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Give the places of the keys that have descriptors, in order, and where the run of each begins."""
    places = np.array([order[each.key] for each in descriptors], np.intp)
    return np.unique(places, return_index=True)


def _joined(descriptors: Sequence[Descriptor]) -> list[Descriptor]:
    """Join all texts of a key, the positive and the negated apart, into one each."""
    texts: dict[tuple[str, bool], list[str]] = {}
    for each in descriptors:
        texts.setdefault((each.key, each.negated), []).append(each.text)
    return [
        Descriptor(key, ". ".join(each)[:_LONGEST], negated, "combined")
        for (key, negated), each in texts.items()
    ]


def _vectors(
    descriptors: Sequence[Descriptor], vocabulary: Vocabulary, encoder: Encoder, cache: Path | None
) -> Vectors:
    texts = [each.text for each in descriptors]
    if cache is None:
        return encoder.encode(texts)
    digest = hashlib.blake2b(f"{vocabulary.fingerprint} {encoder.name}".encode(), digest_size=16)
    digest.update("\n".join(texts).encode())
    key = digest.hexdigest()
    path = cache / f"{vocabulary.name}-{key}.npz"
    found = _read(path, key, (len(texts), encoder.dimension))
    if found is None:
        found = encoder.encode(texts)
        with suppress(OSError):  # a folder that cannot be written costs time, not the answer
            _write(path, key, found)
    return found


def _read(path: Path, key: str, shape: tuple[int, int]) -> Vectors | None:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            if str(stored["key"]) != key:
                return None
            vectors: Vectors = stored["vectors"]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    return vectors if vectors.shape == shape and vectors.dtype == np.float32 else None


def _write(path: Path, key: str, vectors: Vectors) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
        try:
            np.savez(part, key=np.array(key), vectors=vectors)
        except OSError:
            Path(part.name).unlink()
            raise
    Path(part.name).replace(path)
