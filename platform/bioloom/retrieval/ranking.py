"""The order of candidates: by learned weights, or by the reciprocal ranks of several scores."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from bioloom.errors import OntologyError
from bioloom.resources import read_table
from bioloom.retrieval.candidates import Candidate
from bioloom.retrieval.question_analysis import Analysis
from bioloom.retrieval.ranking_features import FEATURES, features

PUBLICATIONS = frozenset({"abstract", "article"})
"""Kinds of documents whose sentences are prose."""

RRF_K = 60
"""The constant of reciprocal rank fusion: how much less the first place counts than it would alone."""

PROSE = "prose"

Scored = tuple[Candidate, float]

_TABLES = {"rerank": "ranking", "hops": "ranking", "prose": "prose", "prose with vectors": "prose"}


@cache
def ranking_weights(method: str) -> tuple[float, ...]:
    """Read a column of ontology/retrieval/ranking.tsv or prose.tsv, in the order of FEATURES."""
    name = f"retrieval/{_TABLES.get(method, 'ranking')}.tsv"
    table = {row["feature"]: row for row in read_table(name)}
    if lost := [each for each in FEATURES if each not in table or method not in table[each]]:
        raise OntologyError(f"ontology/{name}: no weight of {', '.join(lost)} for {method}")
    return tuple(float(table[name][method]) for name in FEATURES)


def order_learned(
    analysis: Analysis, weights: Mapping[str, float], candidates: Sequence[Candidate], *, along: bool
) -> list[Scored]:
    """Order candidates by the learned weights of their features; scores are shares of belief that sum to 1.

    Publications have weights of their own: their sentences read otherwise than steps. `along` follows the
    order of steps where the question does.
    """
    if not candidates:
        return []
    learned = ranking_weights(fitting_weights(candidates, along=along))
    found = features(analysis, weights, candidates, along=along and not mostly_prose(candidates))
    return order_by_weights(candidates, found, learned)


def fitting_weights(candidates: Sequence[Candidate], *, along: bool) -> str:
    """Name the weights that fit candidates: those of steps, or of prose, with its vectors if it has them."""
    if not mostly_prose(candidates):
        return "hops" if along else "rerank"
    return "prose with vectors" if any(each.cosine is not None for each in candidates) else PROSE


def mostly_prose(candidates: Sequence[Candidate]) -> bool:
    """Say whether most of what the full-text index found stands in publications, by BM25."""
    prose = sum(each.bm25 for each in candidates if each.kind in PUBLICATIONS)
    return prose > 0.5 * sum(each.bm25 for each in candidates)


def order_by_weights(
    candidates: Sequence[Candidate], found: Sequence[Sequence[float]], learned: Sequence[float]
) -> list[Scored]:
    """Order candidates with these features by weights; scores are shares of belief that sum to 1."""
    if not candidates:
        return []
    sums = [sum(value * weight for value, weight in zip(row, learned, strict=True)) for row in found]
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
