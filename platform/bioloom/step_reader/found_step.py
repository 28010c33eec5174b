"""Protocols as a step reader reads them, and what it finds."""

from dataclasses import dataclass

ANSWERS = "answers"
"""The folder of the network within that of a reader."""


@dataclass(frozen=True, slots=True)
class ReadableText:
    """A protocol as it is read: its title, and its steps in order."""

    title: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundStep:
    """What the network predicts of one step.

    `score` are the log odds of the step against no answer. Characters `start` to `end` are the answer, `sure`
    is their probability if the step answers (0 to 1).
    """

    score: float
    start: int
    end: int
    sure: float
