"""Descriptor retrieval: keys nearest to a phrase, in one space or merged over several (SPEC R9 to R12)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Vectors
from bioloom.errors import UsageError
from bioloom.standardization.relate.embedding_space import Similarities, Space

_BLOCK = 512  # phrases compared at once
_SMOOTHING = 60  # of reciprocal-rank fusion


class DescriptorHit(NamedTuple):
    """A key that a phrase may mean.

    `similarities` are the best cosines with its descriptors, one a space; `negative` the best one with their
    negations in any space, -1 if it has none; `descriptor` the text that came nearest. `score` orders the
    hits: with one space the greater of both cosines, with several a fused rank, 1 at most. `unrelated` is the
    phrase's best cosine with a phrase that states no relation, -1 where the spaces know none.
    """

    key: str
    score: float
    similarities: tuple[float, ...]
    negative: float
    descriptor: str
    unrelated: float = -1.0


def retrieve(
    phrases: Sequence[str], spaces: Sequence[Space], *, k: int = 10
) -> list[tuple[DescriptorHit, ...]]:
    """Give each phrase its nearest keys, best first: `k` a space, each key once (SPEC R10, R11).

    A negated descriptor counts for its base key (SPEC R12). Several spaces, all of one vocabulary, are merged
    by reciprocal ranks.
    """
    if not spaces or len({space.vocabulary.fingerprint for space in spaces}) > 1:
        raise UsageError("retrieval needs one or more spaces of one vocabulary")
    if k < 1:
        raise UsageError("retrieval needs k of 1 or more")
    encoded = [space.encode(phrases) for space in spaces]
    found: list[tuple[DescriptorHit, ...]] = []
    for start in range(0, len(phrases), _BLOCK):
        compared = [
            space.compare(vectors[start : start + _BLOCK])
            for space, vectors in zip(spaces, encoded, strict=True)
        ]
        chosen, scores = _merged([_nearest_keys(each, k) for each in compared], compared)
        found.extend(_hits(chosen, scores, compared, spaces))
    return found


def _nearest_keys(compared: Similarities, k: int) -> NDArray[np.intp]:
    """Give the places of the best keys, best first: shape (phrases, k at most)."""
    folded = np.maximum(compared.positive, compared.negative).T
    k_keys = min(k, folded.shape[1])
    if k_keys < folded.shape[1]:
        best = np.argpartition(folded, -k_keys, axis=1)[:, -k_keys:]
    else:
        best = np.tile(np.arange(k_keys), (len(folded), 1))
    order = np.argsort(-np.take_along_axis(folded, best, axis=1), axis=1, kind="stable")
    keys: NDArray[np.intp] = np.take_along_axis(best, order, axis=1)
    return keys


def _merged(
    lists: Sequence[NDArray[np.intp]], compared: Sequence[Similarities]
) -> tuple[NDArray[np.intp], Vectors]:
    """Give the keys of all lists once, best first, and their scores; -1 stands for none."""
    rows = np.arange(len(lists[0]))[:, None]
    if len(lists) == 1:
        best = np.maximum(compared[0].positive, compared[0].negative).T
        return lists[0], np.take_along_axis(best, lists[0], axis=1)
    fused = np.zeros((len(rows), len(compared[0].positive)), np.float32)
    for keys in lists:
        ranks = np.arange(keys.shape[1])
        fused[rows, keys] += (_SMOOTHING + 1) / (_SMOOTHING + 1 + ranks) / len(lists)
    width = sum(keys.shape[1] for keys in lists)
    near = np.mean([each.positive for each in compared], axis=0).T  # decides between equal ranks
    order = np.lexsort((-near, -fused), axis=1)[:, : min(width, fused.shape[1])]
    scores = np.take_along_axis(fused, order, axis=1)
    return np.where(scores > 0, order, -1), scores


def _hits(
    chosen: NDArray[np.intp], scores: Vectors, compared: Sequence[Similarities], spaces: Sequence[Space]
) -> Iterator[tuple[DescriptorHit, ...]]:
    names = spaces[0].vocabulary.keys
    rows = np.arange(len(chosen))[:, None]
    cosines = np.stack([each.positive[chosen, rows] for each in compared], axis=-1)
    negative = np.max([each.negative[chosen, rows] for each in compared], axis=0).tolist()
    unrelated = np.max([each.unrelated for each in compared], axis=0).tolist()
    texts = _speaking(chosen, cosines.argmax(axis=-1), compared, spaces)
    similarities, values = cosines.tolist(), scores.tolist()
    rows_ = zip(chosen.tolist(), values, similarities, negative, texts, strict=True)
    for row, nothing in zip(rows_, unrelated, strict=True):
        yield tuple(
            DescriptorHit(names[key], score, tuple(cosine), denied, text, nothing)
            for key, score, cosine, denied, text in zip(*row, strict=True)
            if key >= 0
        )


def _speaking(
    chosen: NDArray[np.intp],
    nearest_space: NDArray[np.intp],
    compared: Sequence[Similarities],
    spaces: Sequence[Space],
) -> list[list[str]]:
    """Give the text of the descriptor that came nearest, for each phrase and key chosen."""
    texts = [[""] * chosen.shape[1] for _ in chosen]
    for number, (space, each) in enumerate(zip(spaces, compared, strict=True)):
        rows, columns = np.nonzero((nearest_space == number) & (chosen >= 0))
        keys = chosen[rows, columns]
        order = np.argsort(keys, kind="stable")
        kinds, starts = np.unique(keys[order], return_index=True)
        groups = np.split(order, starts[1:]) if len(kinds) else []
        for key, group in zip(kinds.tolist(), groups, strict=True):
            speaking = space.speaking(each.descriptors, key, rows[group]).tolist()
            for row, column, place in zip(
                rows[group].tolist(), columns[group].tolist(), speaking, strict=True
            ):
                texts[row][column] = space.text(place)
    return texts
