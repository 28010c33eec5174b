"""Experts of link prediction: scorers of the relations of a pair, each from one kind of evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Encoder
from bioloom_lab.baselines.hashed_ngrams import Grams, count_grams, join_grams, letter_grams
from bioloom_lab.baselines.nearest_neighbours import nearest, votes
from bioloom_lab.baselines.perceptron import Perceptron, fit_perceptron
from bioloom_lab.link_prediction.questions import NamedLink, alternatives, names_of, spelled
from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.label_reader import LabelReader

SHARPNESS, RIDGE = 8.0, 0.1


def fit_profiles(
    links: Sequence[tuple[int, int, int]],
    entities: int,
    relations: int,
    *,
    sharpness: float = SHARPNESS,
    ridge: float = RIDGE,
) -> Floats:
    """Give the score of every head, relation and tail: shape (entities, relations, entities), about 0 to 1.

    `links` are numbers of heads, relations and tails. `sharpness` says how fast likeness falls with the
    cosine of two profiles, `ridge` how much a score is drawn to 0.

    >>> same = fit_profiles([(0, 0, 2), (0, 0, 3), (1, 0, 2)], 4, 1, sharpness=2)
    >>> bool(same[1, 0, 3] > 0.1 > same[2, 0, 1])
    True
    """
    known = np.zeros((entities, relations, entities))
    for head, relation, tail in links:
        known[head, relation, tail] = 1.0
    profiles = np.hstack([known.reshape(entities, -1), known.transpose(2, 1, 0).reshape(entities, -1)])
    profiles /= np.maximum(np.linalg.norm(profiles, axis=1, keepdims=True), 1e-9)
    likeness = np.exp(sharpness * (profiles @ profiles.T - 1))
    values, vectors = np.linalg.eigh(likeness)
    both = np.outer(values, values)
    turned = np.einsum("ia,irj,jb->arb", vectors, known, vectors, optimize=True)
    turned *= (both / (both + ridge))[:, None, :]
    scores: Floats = np.einsum("ia,arb,jb->irj", vectors, turned, vectors, optimize=True)
    return scores


SMOOTHING = 0.1
SCALE = 3.0


def fit_bayes(grams: Grams, labels: NDArray[np.int64], count: int) -> Floats:
    """Give log p(piece | label), and log p(label) as last column: shape (count, width + 1)."""
    counted = [
        np.bincount(grams.places, weights=grams.values * (labels[grams.rows] == label), minlength=grams.width)
        for label in range(count)
    ]
    pieces = np.stack(counted).astype(np.float64) + SMOOTHING
    rows = np.bincount(labels, minlength=count) + 1.0
    return np.hstack([np.log(pieces / pieces.sum(axis=1, keepdims=True)), np.log(rows / rows.sum())[:, None]])


def bayes_scores(weights: Floats, grams: Grams) -> Floats:
    """Give log p(label) of every row but for a constant: shape (rows, labels).

    Rows have length 1 whatever their text's, so their pieces count `SCALE` times.
    """
    found = [
        np.bincount(grams.rows, weights=grams.values * each[grams.places], minlength=grams.count)
        for each in weights[:, :-1]
    ]
    return SCALE * np.stack(found, axis=1) + weights[:, -1]


Floats = NDArray[np.float64]
Pair = tuple[str, str]

NEAREST = 10
_PROFILED = 1000
_LINKS_AN_ENTITY = 4
_SHARP = 20.0
_PLACES = 1 << 15
_NEVER = -20.0


class Expert(Protocol):
    """Scorer of the relations of pairs: log-probabilities but for a constant of the pair."""

    def scores(self, pairs: Sequence[Pair]) -> Floats:
        """Give shape (pairs, relations), finite."""
        ...


@dataclass
class NameVectors:
    """Vectors of names, each made once: the mean over alternatives, of length 1; underscores are spaces."""

    encoder: Encoder
    known: dict[str, NDArray[np.float32]] = field(default_factory=dict)

    def learn(self, names: Iterable[str]) -> None:
        """Make the vectors of names that have none yet, all at once."""
        new = sorted({*names} - self.known.keys())
        spellings = sorted({each for name in new for each in alternatives(name)})
        if not spellings:
            return
        vectors = self.encoder.encode([each.replace("_", " ") for each in spellings])
        at = {spelling: row for row, spelling in enumerate(spellings)}
        for name in new:
            mean = vectors[[at[each] for each in alternatives(name)]].mean(axis=0)
            self.known[name] = (mean / max(float(np.linalg.norm(mean)), 1e-9)).astype(np.float32)

    def of(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        """Give head beside tail, of length 1 together: shape (pairs, 2 dimensions)."""
        self.learn(name for pair in pairs for name in pair)
        if not pairs:
            return np.empty((0, 2 * self.encoder.dimension), np.float32)
        rows = [np.concatenate([self.known[head], self.known[tail]]) for head, tail in pairs]
        whole: NDArray[np.float32] = np.stack(rows) * np.float32(np.sqrt(0.5))
        return whole


@dataclass(frozen=True, slots=True)
class ProfileExpert:
    """Expert by the links of similar entities (`fit_profiles`); unknown names score 0."""

    numbers: dict[str, int]
    known: NDArray[np.float32]

    def scores(self, pairs: Sequence[Pair]) -> Floats:
        """Give a score for pairs of known names, 0 for others."""
        found = np.zeros((len(pairs), self.known.shape[1]))
        for row, (head, tail) in enumerate(pairs):
            if head in self.numbers and tail in self.numbers:
                found[row] = _SHARP * self.known[self.numbers[head], :, self.numbers[tail]]
        return found


@dataclass(frozen=True, slots=True)
class LetterExpert:
    """Expert by words and character n-grams of head and tail (naive Bayes)."""

    weights: Floats

    def scores(self, pairs: Sequence[Pair]) -> Floats:
        """Give the score of every relation by the pieces of both names."""
        return bayes_scores(self.weights, _grams(pairs))


@dataclass(frozen=True, slots=True)
class VectorExpert:
    """Expert by the vectors of head and tail (perceptron)."""

    network: Perceptron
    vectors: NameVectors

    def scores(self, pairs: Sequence[Pair]) -> Floats:
        """Give the score of every relation by the vectors of both names."""
        return self.network.scores(_wide(self.vectors.of(pairs))).astype(np.float64)


@dataclass(frozen=True, slots=True)
class LinkMemory:
    """Expert by the `n` nearest known pairs and their relations (SPEC P8, P20)."""

    links: tuple[NamedLink, ...]
    relations: tuple[str, ...]
    vectors: NameVectors
    n: int = NEAREST

    def shares(self, pairs: Sequence[Pair], n: int | None = None) -> Floats:
        """Give the share of the nearest pairs' votes of every relation; a pair is no neighbour of itself."""
        numbers = {relation: number for number, relation in enumerate(self.relations)}
        keys = list(dict.fromkeys(link.pair for link in self.links))
        row = {pair: at for at, pair in enumerate(keys)}
        n = n or self.n
        found = nearest(self.vectors.of(pairs), self.vectors.of(keys), n + 1)
        labels = np.zeros((len(keys), len(self.relations)))
        for link in self.links:
            labels[row[link.pair], numbers[link.relation]] = 1.0
        labels /= labels.sum(axis=1, keepdims=True)
        own = np.array([row.get(pair, -1) for pair in pairs], np.int64)
        return votes(found, labels, n, own)

    def scores(self, pairs: Sequence[Pair]) -> Floats:
        """Give the logarithm of the votes, smoothed."""
        return np.log(0.9 * self.shares(pairs) + 0.1 / len(self.relations))


@dataclass(frozen=True, slots=True)
class FineTunedExpert:
    """Expert by an encoder fine-tuned to read ``head [SEP] tail``; `relations` are the model's."""

    reader: LabelReader
    relations: tuple[str, ...]

    def scores(self, pairs: Sequence[Pair]) -> Floats:
        """Give log p(relation | head, tail); a relation that the encoder never learned is most improbable."""
        logs = self.reader.likelihoods(
            [LabelQuestion(spelled(tail), document=spelled(head)) for head, tail in pairs]
        )
        found = np.full((len(pairs), len(self.relations)), _NEVER)
        for column, label in enumerate(self.reader.labels):
            if label in self.relations:
                found[:, self.relations.index(label)] = logs[:, column]
        return found


def fit_expert(
    name: str, links: Sequence[NamedLink], relations: Sequence[str], vectors: NameVectors, seed: int
) -> Expert | None:
    """Fit one expert to links; None for `profiles` where names seldom recur, so that they have no profile."""
    numbers = {relation: number for number, relation in enumerate(relations)}
    pairs = [link.pair for link in links]
    labels = np.array([numbers[link.relation] for link in links])
    if name == "profiles":
        names = {each: number for number, each in enumerate(names_of(links))}
        if len(names) > _PROFILED or len(links) < _LINKS_AN_ENTITY * len(names):
            return None
        rows = [(names[link.head], numbers[link.relation], names[link.tail]) for link in links]
        return ProfileExpert(names, fit_profiles(rows, len(names), len(relations)).astype(np.float32))
    if name == "letters":
        return LetterExpert(fit_bayes(_grams(pairs), labels, len(relations)))
    if name == "vectors":
        return VectorExpert(fit_perceptron(_wide(vectors.of(pairs)), labels, len(relations), seed), vectors)
    if name == "memory":
        return LinkMemory(tuple(links), tuple(relations), vectors)
    raise ValueError(name)


def _grams(pairs: Sequence[Pair]) -> Grams:
    heads, tails = (
        count_grams([pair[end].replace("_", " ") for pair in pairs], letter_grams, places=_PLACES)
        for end in (0, 1)
    )
    return join_grams(heads, tails)


def _wide(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scale numbers of unit vectors to about 1, which the network's first steps expect."""
    return vectors * np.float32(np.sqrt(vectors.shape[1]))
