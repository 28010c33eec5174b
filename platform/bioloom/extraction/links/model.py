"""Which relation holds between two named things: several experts and their weights, learned from known links.

SPEC P1 (link prediction), P8 (whole pairs as keys of the memory, the nearest ten). Nothing here needs torch,
nor a language model.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Encoder
from bioloom.errors import UsageError
from bioloom.extraction.links.experts import Expert, Floats, NameVectors, Pair, fit_expert
from bioloom.extraction.links.questions import Link, relations_of

NAMES = ("letters", "vectors")
MEMORY = ("memory",)
ALL = ("profiles", "letters", "vectors", "memory")

_STEPS = (0.0, 0.25, 0.5, 1.0, 2.0)
_HELD_OUT = 8


@dataclass(frozen=True, slots=True)
class LinkModel:
    """Experts with their weights, and the links that they learned from."""

    relations: tuple[str, ...]
    links: tuple[Link, ...]
    experts: dict[str, Expert]
    weights: dict[str, float]
    name: str = "links"

    def log_probabilities(self, pairs: Sequence[Pair]) -> Floats:
        """Give log p(relation | head, tail): shape (pairs, relations), what is known not left out."""
        scores = np.zeros((len(pairs), len(self.relations)))
        for name, weight in self.weights.items():
            if weight:
                scores += weight * self.experts[name].scores(pairs)
        return _log_softmax(scores)

    def without_known(self, pairs: Sequence[Pair], scores: Floats) -> Floats:
        """Set the relations that are known of a pair to minus infinity: a question for them is answered."""
        return leave_known(scores, pairs, self.links, self.relations)


def leave_known(
    scores: Floats, pairs: Sequence[Pair], links: Sequence[Link], relations: Sequence[str]
) -> Floats:
    """Give scores (pairs, relations) with minus infinity for what is known of a pair, unless all of it is."""
    numbers = {relation: number for number, relation in enumerate(relations)}
    known: dict[Pair, set[int]] = defaultdict(set)
    for link in links:
        if link.relation in numbers:
            known[link.pair].add(numbers[link.relation])
    left = scores.copy()
    for row, pair in enumerate(pairs):
        if pair in known and len(known[pair]) < len(relations):
            left[row, sorted(known[pair])] = -np.inf
    return left


def fit_links(
    links: Sequence[Link],
    encoder: Encoder,
    *,
    parts: Sequence[str] = ALL,
    seed: int = 0,
    vectors: NameVectors | None = None,
    weights: dict[str, float] | None = None,
) -> LinkModel:
    """Learn from known links; UsageError if there are too few.

    `weights` of the experts, unless given, are those under which an eighth of the links, held out from the
    experts, is most probable. `vectors` can be shared by several fits. `seed` decides which eighth that is
    and how the network on vectors begins.
    """
    links = tuple(dict.fromkeys(links))
    if len(links) < 2 * _HELD_OUT:
        raise UsageError(f"{len(links)} links are too few to learn from")
    relations = relations_of(links)
    vectors = vectors or NameVectors(encoder)
    parts = [part for part in parts if weights is None or weights.get(part)]
    fitted = {name: fit_expert(name, links, relations, vectors, seed) for name in parts}
    experts = {name: expert for name, expert in fitted.items() if expert is not None}
    if weights is None:
        weights = choose_weights(links, relations, vectors, tuple(experts), seed)
    return LinkModel(relations, links, experts, {name: weights[name] for name in experts})


def choose_weights(
    links: Sequence[Link], relations: Sequence[str], vectors: NameVectors, parts: Sequence[str], seed: int
) -> dict[str, float]:
    """Choose the experts' weights on links held out from them, by the mean log-probability of the answers."""
    order = np.random.default_rng(seed).permutation(len(links))
    held = [links[at] for at in order[: len(links) // _HELD_OUT]]
    rest = [links[at] for at in order[len(links) // _HELD_OUT :]]
    pairs = [link.pair for link in held]
    numbers = {relation: number for number, relation in enumerate(relations)}
    right = np.array([numbers[link.relation] for link in held])
    scores = []
    for name in parts:
        expert = fit_expert(name, rest, relations, vectors, seed)
        scores.append(expert.scores(pairs) if expert else np.zeros((len(pairs), len(relations))))
    open_ = np.isfinite(leave_known(scores[0] * 0, pairs, rest, relations))
    best = max(
        (mix for mix in product(_STEPS, repeat=len(parts)) if any(mix)),
        key=lambda mix: _likelihood(scores, mix, open_, right),
    )
    return dict(zip(parts, best, strict=True))


def _likelihood(
    scores: Sequence[Floats], mix: Sequence[float], open_: NDArray[np.bool_], right: NDArray[np.int64]
) -> float:
    mixed = sum(weight * each for weight, each in zip(mix, scores, strict=True) if weight)
    found = _log_softmax(np.where(open_, mixed, -np.inf))
    return float(np.maximum(found[np.arange(len(right)), right], -20).mean())


def _log_softmax(scores: Floats) -> Floats:
    scores = scores - scores.max(axis=1, keepdims=True)
    found: Floats = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return found
