"""Leaving out what has least to do with the question (SPEC T9), as far as the kind of question bears it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from bioloom.embedding import Encoder
from bioloom.errors import UsageError
from bioloom.resources import read_table

Item = TypeVar("Item")


def level(kind: str) -> float:
    """Give the percentile below which a kind of question does without statements.

    >>> level("gene"), level("metabolite"), level("drug")
    (10.0, 80.0, 0.0)
    """
    levels = {row["question"]: float(row["percentile"]) for row in read_table("federation/levels.tsv")}
    if kind not in levels:
        raise UsageError(f"{kind} is not a kind of question; choose from: {', '.join(levels)}")
    return levels[kind]


def prune(items: Sequence[Item], scores: Sequence[float], percentile: float) -> list[tuple[Item, float]]:
    """Keep the items whose score is at least the percentile of all scores of this question, best first.

    Percentiles are interpolated linearly. 0 keeps all; what a higher one keeps, a lower one keeps as well;
    something is always kept.

    >>> prune(["a", "b", "c"], [0.1, 0.9, 0.5], 50)
    [('b', 0.9), ('c', 0.5)]
    """
    if not 0 <= percentile <= 100:
        raise UsageError(f"a percentile lies between 0 and 100, not {percentile:g}")
    if not items:
        return []
    bound = float(np.percentile(np.asarray(scores, dtype=np.float64), percentile, method="linear"))
    bound = min(bound, max(scores))  # interpolation may end above the best by a rounding
    kept = [(item, score) for item, score in zip(items, scores, strict=True) if score >= bound]
    return sorted(kept, key=lambda pair: -pair[1])


def scores_of(question: str, texts: Sequence[str], encoder: Encoder) -> list[float]:
    """Score texts by the cosine of their vectors with the question's; the encoder gives unit vectors."""
    if not texts:
        return []
    vectors = np.asarray(encoder.encode([question, *texts]), dtype=np.float64)
    return [float(score) for score in vectors[1:] @ vectors[0]]
