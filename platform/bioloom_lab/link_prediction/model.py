"""Link model: a weighted mixture of experts that predicts the relation of two names.

SPEC P1 (link prediction), P8 (whole pairs as keys of the memory, the nearest ten). Nothing here needs torch,
nor a language model.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Encoder
from bioloom.errors import UsageError
from bioloom_lab.baselines.softmax import log_softmax
from bioloom_lab.link_prediction.experts import Expert, Floats, NameVectors, Pair, fit_expert
from bioloom_lab.link_prediction.questions import NamedLink, relations_of

NAMES = ("letters", "vectors")
ALL = ("profiles", "letters", "vectors", "memory")

_STEPS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
_HELD_OUT = 8
_LEAST = -20.0


@dataclass(frozen=True, slots=True)
class LinkModel:
    """Experts with their weights, and the links that they learned from."""

    relations: tuple[str, ...]
    links: tuple[NamedLink, ...]
    experts: dict[str, Expert]
    weights: dict[str, float]
    name: str = "links"

    def log_probabilities(self, pairs: Sequence[Pair]) -> Floats:
        """Give log p(relation | head, tail): shape (pairs, relations), what is known not left out."""
        scores = np.zeros((len(pairs), len(self.relations)))
        for name, weight in self.weights.items():
            if weight:
                scores += weight * self.experts[name].scores(pairs)
        return log_softmax(scores)


def leave_known(
    scores: Floats, pairs: Sequence[Pair], links: Sequence[NamedLink], relations: Sequence[str]
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
    links: Sequence[NamedLink],
    encoder: Encoder,
    *,
    parts: Sequence[str] = ALL,
    seed: int = 0,
    vectors: NameVectors | None = None,
    weights: dict[str, float] | None = None,
    keep: bool = False,
    given: Mapping[str, Expert] | None = None,
) -> LinkModel:
    """Learn from known links; UsageError if there are too few.

    `weights` of the experts, unless given, are those that answer most of an eighth of the links rightly, held
    out from the experts. An expert of weight 0 is not fitted unless told to `keep` it. `vectors` can be
    shared by several fits. `seed` decides which eighth that is and how the network on vectors begins. `given`
    are experts that were fitted elsewhere; `weights` are needed then, ValueError without.
    """
    links = tuple(dict.fromkeys(links))
    if len(links) < 2 * _HELD_OUT:
        raise UsageError(f"{len(links)} links are too few to learn from")
    relations = relations_of(links)
    vectors = vectors or NameVectors(encoder)
    parts = [part for part in parts if keep or weights is None or weights.get(part)]
    fitted = {name: fit_expert(name, links, relations, vectors, seed) for name in parts}
    experts = {name: expert for name, expert in fitted.items() if expert is not None}
    experts |= given or {}
    if weights is None:
        if given:
            raise ValueError("what was fitted elsewhere may have seen the links that would be held out")
        weights = hold_out(links, vectors, parts=tuple(experts), seed=seed).weights(tuple(experts))
    return LinkModel(relations, links, experts, {name: weights.get(name, 0.0) for name in experts})


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Scores of experts on links held out from them, the allowed and the right answers."""

    scores: dict[str, Floats]
    allowed: NDArray[np.bool_]
    right: NDArray[np.int64]

    def weights(self, parts: Sequence[str]) -> dict[str, float]:
        """Choose weights of some experts: most right answers first, then the most probable ones."""
        known = [name for name in parts if name in self.scores]
        best = max((mix for mix in product(_STEPS, repeat=len(known)) if any(mix)), key=self._worth(known))
        return dict(zip(known, best, strict=True))

    def _worth(self, parts: Sequence[str]) -> Callable[[tuple[float, ...]], tuple[int, float]]:
        rows = np.arange(len(self.right))

        def worth(mix: tuple[float, ...]) -> tuple[int, float]:
            mixed = sum(weight * self.scores[name] for name, weight in zip(parts, mix, strict=True))
            found = log_softmax(np.where(self.allowed, mixed, -np.inf))
            right = int((found.argmax(axis=1) == self.right).sum())
            return right, float(np.maximum(found[rows, self.right], _LEAST).mean())

        return worth


def split(links: Sequence[NamedLink], seed: int) -> tuple[list[NamedLink], list[NamedLink]]:
    """Draw an eighth of the links to choose on; gives it and the rest, each link once."""
    links = tuple(dict.fromkeys(links))
    order = np.random.default_rng(seed).permutation(len(links))
    first = len(links) // _HELD_OUT
    return [links[at] for at in order[:first]], [links[at] for at in order[first:]]


def hold_out(
    links: Sequence[NamedLink],
    vectors: NameVectors,
    *,
    parts: Sequence[str] = ALL,
    seed: int = 0,
    given: Mapping[str, Expert] | None = None,
) -> HeldOut:
    """Fit experts to seven eighths of the links and ask them for the rest; `seed` draws the eighth.

    `given` are asked as well; they must have learned from the seven eighths of `split` alone.
    """
    relations = relations_of(links)
    held, rest = split(links, seed)
    pairs = [link.pair for link in held]
    numbers = {relation: number for number, relation in enumerate(relations)}
    scores = {}
    for name in parts:
        expert = fit_expert(name, rest, relations, vectors, seed)
        if expert is not None:
            scores[name] = expert.scores(pairs)
    scores |= {name: expert.scores(pairs) for name, expert in (given or {}).items()}
    allowed = np.isfinite(leave_known(np.zeros((len(pairs), len(relations))), pairs, rest, relations))
    return HeldOut(scores, allowed, np.array([numbers[link.relation] for link in held]))
