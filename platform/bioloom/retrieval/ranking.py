"""Learning to rank: candidates ordered by learned weights of their features."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from operator import mul

from bioloom.errors import OntologyError
from bioloom.question_parsing import ParsedQuestion
from bioloom.resources import read_table
from bioloom.retrieval.candidates import SentenceCandidate
from bioloom.retrieval.ranking_features import FEATURES, features

PUBLICATIONS = frozenset({"abstract", "article"})
"""Kinds of documents whose sentences are prose."""

PROSE = "prose"

Scored = tuple[SentenceCandidate, float]
"""A candidate with its score."""

_TABLES = {"rerank": "ranking", "hops": "ranking", "prose": "prose", "prose with vectors": "prose"}


@cache
def ranking_weights(method: str) -> tuple[float, ...]:
    """Read a column of ontology/retrieval/ranking.tsv or prose.tsv, in the order of FEATURES.

    The columns rerank and "prose with vectors" serve the methods that the laboratory compares.
    """
    name = f"retrieval/{_TABLES.get(method, 'ranking')}.tsv"
    table = {row["feature"]: row for row in read_table(name)}
    if lost := [each for each in FEATURES if each not in table or method not in table[each]]:
        raise OntologyError(f"ontology/{name}: no weight of {', '.join(lost)} for {method}")
    return tuple(float(table[name][method]) for name in FEATURES)


def order_learned(
    question: ParsedQuestion,
    weights: Mapping[str, float],
    candidates: Sequence[SentenceCandidate],
    *,
    along: bool,
) -> list[Scored]:
    """Order candidates by the learned weights of their features; scores are shares of belief that sum to 1.

    Publications have weights of their own: their sentences read otherwise than steps. `along` follows the
    order of steps where the question does.
    """
    if not candidates:
        return []
    learned = ranking_weights(fitting_weights(candidates, along=along))
    found = features(question, weights, candidates, along=along and not mostly_prose(candidates))
    return order_by_weights(candidates, found, learned)


def fitting_weights(candidates: Sequence[SentenceCandidate], *, along: bool) -> str:
    """Name the weights that fit candidates: those of steps, or of prose, with its vectors if it has them."""
    if not mostly_prose(candidates):
        return "hops" if along else "rerank"
    return "prose with vectors" if any(each.cosine is not None for each in candidates) else PROSE


def mostly_prose(candidates: Sequence[SentenceCandidate]) -> bool:
    """Say whether most of what the full-text index found stands in publications, by BM25."""
    prose = sum(each.bm25 for each in candidates if each.kind in PUBLICATIONS)
    return prose > 0.5 * sum(each.bm25 for each in candidates)


def order_by_weights(
    candidates: Sequence[SentenceCandidate], found: Sequence[Sequence[float]], learned: Sequence[float]
) -> list[Scored]:
    """Order candidates with these features by weights; scores are shares of belief that sum to 1."""
    if not candidates:
        return []
    sums = [sum(map(mul, row, learned)) for row in found]
    highest = max(sums)
    shares = [math.exp(each - highest) for each in sums]
    total = sum(shares)
    return sorted_by_score([(each, share / total) for each, share in zip(candidates, shares, strict=True)])


def sorted_by_score(scored: list[Scored]) -> list[Scored]:
    """Sort candidates by score, ties by BM25, then by sentence id."""
    return sorted(scored, key=lambda one: (-one[1], -one[0].bm25, one[0].id))
