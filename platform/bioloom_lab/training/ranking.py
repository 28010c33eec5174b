"""Listwise fitting of ranking weights: a question's gold sentences against its other candidates."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
Marks = NDArray[np.bool_]

_STEPS = 300
_PACE = 0.1


@dataclass(frozen=True, slots=True)
class RankedCase:
    """Candidates of a question: their features, and which of them are gold."""

    features: Sequence[Sequence[float]]
    gold: Sequence[bool]


def fit_ranking(
    cases: Sequence[RankedCase], *, left_out: Collection[int] = (), shrink: float = 0.02
) -> tuple[float, ...]:
    """Find the weights under which gold sentences get the largest share of belief (softmax over candidates).

    Cases without gold among their candidates teach nothing and are skipped. `left_out` are places of features
    whose weight stays 0, `shrink` draws all weights towards 0. The same cases give the same weights.
    """
    taught = [case for case in cases if any(case.gold)]
    if not taught:
        return ()
    width, most = len(taught[0].features[0]), max(len(case.features) for case in taught)
    found = np.zeros((len(taught), most, width), np.float32)
    there, gold = np.zeros((len(taught), most), bool), np.zeros((len(taught), most), bool)
    for at, case in enumerate(taught):
        count = len(case.features)
        found[at, :count], there[at, :count], gold[at, :count] = case.features, True, case.gold
    allowed = np.ones(width, np.float32)
    allowed[list(left_out)] = 0.0
    return tuple(map(float, _descend(found, there, gold, allowed, shrink)))


def _descend(found: Numbers, there: Marks, gold: Marks, allowed: Numbers, shrink: float) -> Numbers:
    """Minimise by gradient descent with momentum and a step of its own for each weight (Adam)."""
    weights: Numbers = np.zeros(len(allowed), np.float32)
    first: Numbers = np.zeros_like(weights)
    second: Numbers = np.zeros_like(weights)
    for step in range(1, _STEPS + 1):
        sums = np.where(there, found @ weights, -np.inf)
        shares = np.exp(sums - sums.max(axis=1, keepdims=True))
        wanted = shares * gold
        excess = shares / shares.sum(axis=1, keepdims=True) - wanted / wanted.sum(axis=1, keepdims=True)
        slope: Numbers = (np.tensordot(excess, found, axes=2) / len(found) + shrink * weights).astype(
            np.float32
        )
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        ahead = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
        weights = (weights - _PACE * ahead * allowed).astype(np.float32, copy=False)
    return weights * allowed
