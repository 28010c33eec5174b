"""Reading of protocol steps for a question by a network: which step answers, and which words of it."""

from bioloom_lab.step_reader.found_step import FoundStep, ReadableText

__all__ = [
    "FoundStep",
    "ReadableText",
]
