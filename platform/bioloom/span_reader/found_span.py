"""Answer spans of a reader, and whether a reader is installed."""

from __future__ import annotations

from dataclasses import dataclass

from bioloom.resources import has_weights

SHIPPED = "reader"


@dataclass(frozen=True, slots=True)
class ReadSpan:
    """What a reader found in one sentence: characters `start` to `end` of it.

    `share` is the sentence's share of belief among those that were read together, `expected` the part of the
    answer that the span is expected to share if the sentence holds it (both 0 to 1), `score` what the network
    says of the sentence alone.
    """

    sentence: int
    start: int
    end: int
    share: float
    expected: float
    score: float


def has_reader() -> bool:
    """Say whether a reader travels with this installation."""
    return has_weights(SHIPPED)
