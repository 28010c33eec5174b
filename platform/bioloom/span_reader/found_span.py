"""Sentences that a span reader is given, answer spans that it finds, and whether one is installed."""

from dataclasses import dataclass

from bioloom.resources import has_weights

SHIPPED = "reader"


@dataclass(frozen=True, slots=True)
class PassageSentence:
    """A sentence to read: its text, its document by any name, the title of that, and its place there."""

    text: str
    document: str = ""
    title: str = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class ReadSpan:
    """What a reader found in one sentence: characters `start` to `end` of it.

    `share` is the sentence's share of belief beside the others that were read together, `expected` the part
    of the answer that the span is expected to share if the sentence holds it (both 0 to 1), `score` the
    logarithm of how much more probable the network has it that the sentence answers than that none does,
    `found` the same of all that were read.
    """

    sentence: int
    start: int
    end: int
    share: float
    expected: float
    score: float
    found: float = 0.0


def has_reader() -> bool:
    """Say whether a reader travels with this installation."""
    return has_weights(SHIPPED)
