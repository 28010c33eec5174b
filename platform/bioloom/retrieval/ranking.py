"""The order of candidates: by learned weights, or by the reciprocal ranks of several scores."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from bioloom.errors import OntologyError
from bioloom.resources import read_table
from bioloom.retrieval.analysis import Analysis
from bioloom.retrieval.candidates import Candidate
from bioloom.retrieval.features import FEATURES, features

RRF_K = 60
"""The constant of reciprocal rank fusion: how much less the first place counts than it would alone."""

Scored = tuple[Candidate, float]


@cache
def ranking_weights(method: str) -> tuple[float, ...]:
    """Read the weights of one method from ontology/retrieval/ranking.tsv, in the order of FEATURES."""
    table = {row["feature"]: row for row in read_table("retrieval/ranking.tsv")}
    if lost := [name for name in FEATURES if name not in table or method not in table[name]]:
        raise OntologyError(f"ontology/retrieval/ranking.tsv: no weight of {', '.join(lost)} for {method}")
    return tuple(float(table[name][method]) for name in FEATURES)


def order_learned(
    analysis: Analysis, weights: Mapping[str, float], candidates: Sequence[Candidate], *, along: bool
) -> list[Scored]:
    """Order candidates by the learned weights of their features; scores are shares of belief that sum to 1.

    `along` follows the order of steps where the question does.
    """
    if not candidates:
        return []
    learned = ranking_weights("hops" if along else "rerank")
    sums = [
        sum(value * weight for value, weight in zip(found, learned, strict=True))
        for found in features(analysis, weights, candidates, along=along)
    ]
    highest = max(sums)
    shares = [math.exp(each - highest) for each in sums]
    total = sum(shares)
    return _sorted([(each, share / total) for each, share in zip(candidates, shares, strict=True)])


def order_by_ranks(candidates: Sequence[Candidate]) -> list[Scored]:
    """Order candidates by the sum of 1 / (60 + rank) over BM25, with the title's, matched names and cosine.

    A score that says nothing of a candidate (0, or no vector) adds nothing.
    """
    scores: tuple[Callable[[Candidate], float], ...] = (
        lambda each: each.bm25,
        lambda each: (each.bm25 + each.title_bm25) if each.bm25 else 0.0,
        lambda each: float(len(each.matched)),
        lambda each: each.cosine or 0.0,
    )
    total = dict.fromkeys((each.id for each in candidates), 0.0)
    for score in scores:
        known = sorted(
            (each for each in candidates if score(each) > 0), key=lambda each: (-score(each), each.id)
        )
        for rank, each in enumerate(known, 1):
            total[each.id] += 1 / (RRF_K + rank)
    return _sorted([(each, total[each.id]) for each in candidates])


def _sorted(scored: list[Scored]) -> list[Scored]:
    return sorted(scored, key=lambda one: (-one[1], -one[0].bm25, one[0].id))
