"""Sentences that a span reader is given, answer spans that it finds, and whether one is installed."""

from dataclasses import dataclass

from bioloom.resources import has_weights

SHIPPED = "reader"


@dataclass(frozen=True, slots=True)
class PassageSentence:
    """A sentence to read: its text, its document by any name, the title of that, and its place there.

    `able` says whether it may answer: sentences that are read together are not where none of them may.
    """

    text: str
    document: str = ""
    title: str = ""
    place: int = 0
    able: bool = True


@dataclass(frozen=True, slots=True)
class ReadSpan:
    """What a reader found in one sentence: characters `start` to `end` of it.

    `probability` is that of the sentence among all that were read together, `expected` the F1 that the span
    is expected to have if the sentence answers (both 0 to 1), `score` the log odds of the sentence against no
    answer, `total_score` those of all sentences that were read together.
    """

    sentence: int
    start: int
    end: int
    probability: float
    expected: float
    score: float
    total_score: float = 0.0


def has_reader() -> bool:
    """Say whether a reader travels with this installation."""
    return has_weights(SHIPPED)
