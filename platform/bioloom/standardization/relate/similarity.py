"""Ranking by similarity alone, for encoders that no reranker was trained with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.records.mapping import Claim
from bioloom.standardization.relate.retrieval import Hit


@dataclass(frozen=True, slots=True)
class SimilarityRanking:
    """The hits in the order in which they were found, each with its best cosine for a probability."""

    choices: tuple[tuple[str, float], ...]
    none: float


class SimilarityRanker:
    """Takes the hits in the order of retrieval; NONE is as likely as the first is far."""

    def rank(self, claims: Sequence[Claim], hits: Sequence[Sequence[Hit]]) -> list[SimilarityRanking]:
        """Rank the hits of every claim; a claim without hits gets NONE with probability 1."""
        return [_ranking(found) for found in hits]


def _ranking(found: Sequence[Hit]) -> SimilarityRanking:
    choices = tuple((hit.key, min(1.0, max(0.0, *hit.similarities))) for hit in found)
    return SimilarityRanking(choices, 1.0 - choices[0][1] if choices else 1.0)
