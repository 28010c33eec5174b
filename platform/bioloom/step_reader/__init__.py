"""Reading of protocol steps for a question by a network: which step answers, and which words of it."""

from bioloom.step_reader.found_step import FoundStep, ReadableText, has_step_reader

__all__ = [
    "FoundStep",
    "ReadableText",
    "has_step_reader",
]
