"""Reading of protocol steps for a question by a network: which step answers, and which words of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bioloom.resources import has_weights, weights
from bioloom.step_reader.found_step import STEPS, FoundStep, ReadableText

if TYPE_CHECKING:
    from bioloom.step_reader.reader import StepWindowReader

__all__ = [
    "FoundStep",
    "ReadableText",
    "open_step_reader",
]

_MODEL = "protocol"


@cache
def open_step_reader() -> StepWindowReader | None:
    """Open the shipped step reader, once; None where it is not installed."""
    if not has_weights(_MODEL) or not (weights(_MODEL) / STEPS).is_dir():
        return None
    from bioloom.step_reader.reader import StepWindowReader  # onnxruntime takes a tenth of a second to import

    return StepWindowReader(weights(_MODEL))
