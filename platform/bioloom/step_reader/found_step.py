"""Protocols as a step reader reads them, and what it finds."""

from dataclasses import dataclass

STEPS = "steps"
"""The folder of the network within that of a model."""


@dataclass(frozen=True, slots=True)
class ReadableText:
    """A protocol as it is read: its title, and its steps in order."""

    title: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundStep:
    """What the network says of one step: `score`, the logarithm of how much more probable it is that the step
    answers than that no step does; characters `start` to `end`, the likeliest answer; `sure`, how probable
    these are if the step answers (0 to 1)."""

    score: float
    start: int
    end: int
    sure: float
