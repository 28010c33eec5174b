"""Rankers: candidates of a claim with probabilities, best first, and the probability of NONE."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.descriptor_retrieval import DescriptorHit

Choices: TypeAlias = tuple[tuple[str, float], ...]
"""Keys with their probabilities, best first."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates of a claim with their probabilities, best first, and that of NONE."""

    choices: Choices
    none: float


class Ranker(Protocol):
    """Ranks the hits of each claim, without a language model."""

    def rank(self, claims: Sequence[Claim], hits: Sequence[Sequence[DescriptorHit]]) -> Sequence[Ranking]:
        """Give one ranking a claim, in their order."""


class SimilarityRanker:
    """Takes the hits in the order of retrieval by best cosine; NONE is as likely as the first is far."""

    def rank(self, claims: Sequence[Claim], hits: Sequence[Sequence[DescriptorHit]]) -> list[Ranking]:
        """Rank the hits of every claim; a claim without hits gets NONE with probability 1."""
        return [_ranking(found) for found in hits]


def _ranking(found: Sequence[DescriptorHit]) -> Ranking:
    choices = tuple((hit.key, min(1.0, max(0.0, *hit.similarities))) for hit in found)
    return Ranking(choices, 1.0 - choices[0][1] if choices else 1.0)
