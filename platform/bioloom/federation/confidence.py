"""How often the first candidate of other graphs turned out right, by how it was reached."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from bioloom.federation.ranking import Candidate
from bioloom.resources import read_table

Reached: TypeAlias = Literal["both ends", "first end", "second end"]
TABLE = "federation/confidence.tsv"


def reached(candidate: Candidate) -> Reached:
    """Say from which ends a candidate was reached."""
    if candidate.both:
        return "both ends"
    return "first end" if candidate.sides[0] else "second end"


def confidence(kind: str, way: Reached) -> float | None:
    """Give the share of first candidates that were right; None where that was never measured."""
    return _shares().get((kind, way))


@cache
def _shares() -> dict[tuple[str, str], float]:
    return {
        (row["question"], row["reached"]): int(row["right"]) / int(row["asked"]) for row in read_table(TABLE)
    }
