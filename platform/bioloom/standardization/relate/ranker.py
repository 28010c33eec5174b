"""What ranks candidates, and what it says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.descriptor_retrieval import Hit


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


class Ranking(Protocol):
    """The candidates of a claim with their probabilities, best first, and the probability of none of them."""

    @property
    def choices(self) -> tuple[tuple[str, float], ...]:
        """Keys with probabilities."""
        ...

    @property
    def none(self) -> float:
        """The probability that no predicate fits."""
        ...


class Ranker(Protocol):
    """Ranks the hits of each claim, without a language model."""

    def rank(self, claims: Sequence[Claim], hits: Sequence[Sequence[Hit]]) -> Sequence[Ranking]:
        """Give one ranking a claim, in their order."""
        ...
