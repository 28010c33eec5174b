"""Federated confidence: the leading candidate of other graphs, and how often such a one was right."""

from collections.abc import Sequence
from functools import cache
from typing import Literal, TypeAlias

from bioloom.federation.ranking import FederatedCandidate
from bioloom.resources import read_table

Reached: TypeAlias = Literal["both ends", "first end", "tied"]
"""From which ends a first candidate is reached; tied: another is reached in the same way, as often."""

TABLE = "federation/confidence.tsv"


def leading_candidate(candidates: Sequence[FederatedCandidate]) -> tuple[FederatedCandidate, Reached] | None:
    """Give the first candidate that the first end states, and how it is reached.

    What only the second end states is none: a gene of the disease says nothing of the drug.
    """
    stated = [one for one in candidates if one.sides[0]]
    if not stated:
        return None
    first = stated[0]
    if any((one.both, one.score) == (first.both, first.score) for one in stated[1:]):
        return first, "tied"
    return first, "both ends" if first.both else "first end"


def measured_confidence(kind: str, way: Reached) -> float | None:
    """Give the share of first candidates that were right; None where that was never measured."""
    return _shares().get((kind, way))


@cache
def _shares() -> dict[tuple[str, str], float]:
    return {
        (row["question"], row["reached"]): int(row["right"]) / int(row["asked"]) for row in read_table(TABLE)
    }
