"""Reading of protocol steps for a question by a network: which step answers, and which words of it."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from bioloom.errors import BioloomError
from bioloom.resources import has_weights, weights
from bioloom.step_reader.found_step import ANSWERS, FoundStep, ReadableText

if TYPE_CHECKING:
    from bioloom.step_reader.reader import StepWindowReader

__all__ = [
    "FoundStep",
    "ReadableText",
    "open_step_reader",
    "prepare_step_reader",
]

_MODEL = "reader"


@cache
def open_step_reader() -> StepWindowReader | None:
    """Open the shipped step reader, once; None where it is not installed."""
    if not has_weights(_MODEL) or not (weights(_MODEL) / ANSWERS).is_dir():
        return None
    # onnxruntime takes a tenth of a second to import
    from bioloom.step_reader.reader import open_window_reader

    return open_window_reader(weights(_MODEL))


def prepare_step_reader() -> None:
    """Open the step reader beside other work, which takes a third of a second; faults are told on its use.

    Its modules are imported before: two threads that import at once can meet modules that are half there.
    """
    import_module("bioloom.step_reader.reader")

    def opened() -> None:
        with suppress(BioloomError):
            open_step_reader()

    Thread(target=opened).start()
