"""What ranks candidates, and what it says of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bioloom.records.mapping import Claim
from bioloom.standardization.relate.retrieval import Hit


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
