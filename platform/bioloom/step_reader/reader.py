"""Window reader: scores steps or sentences for a question, and finds the answer in each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

import numpy as np
from pydantic import BaseModel, ConfigDict, PositiveInt

from bioloom.embedding.model_files import TOKENIZER, open_tokenizer, read_file, read_settings
from bioloom.extraction.networks.onnx_network import HEADS, Network, read_heads
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.step_reader.found_step import ANSWERS, FoundStep, ReadableText
from bioloom.step_reader.span_choice import Numbers, likeliest
from bioloom.step_reader.step_window import (
    LONGEST_STEP,
    WINDOW,
    WINDOWS,
    StepWindow,
    asked_of,
    choose_steps,
    lay_windows,
    make_windows,
)

SETTINGS = "settings.json"

_OPENING = Lock()

REMEMBERED = 512
"""Readings that are kept: what was found in a text for a question, some ten kilobytes each with the texts."""

SpanChoice = Callable[[Numbers, Numbers], tuple[int, int, float]]
"""Finds the first and the last word of an answer by the scores of both, and how sure it is."""

Place = tuple[int, int]
"""The number of a protocol and of a step of it, each from 0."""


@dataclass(frozen=True, slots=True)
class AskedText:
    """A text and what is asked of it: a part of a question, and the `whole` where it has other parts.

    It is read in `most` windows at most, the steps first that are first in `order`, or else nearest to the
    question's words; of a step `longest` pieces. Windows without a step of `able` are not read.
    `choose` finds the answer's words.
    """

    part: str
    whole: str
    text: ReadableText
    order: tuple[int, ...] | None = None
    most: int = max(WINDOWS)
    longest: int = LONGEST_STEP
    able: frozenset[int] | None = None
    choose: SpanChoice = likeliest


class StepReaderSettings(BaseModel):
    """The sizes of a step reader; `window` is how many pieces it reads together."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    dimension: PositiveInt
    window: PositiveInt = WINDOW


def head_shapes(dimension: int) -> dict[str, tuple[int, ...]]:
    """Give the shapes of the matrices that ``heads.npz`` holds."""
    return {
        "span.weight": (2, dimension),
        "span.bias": (2,),
        "step.weight": (1, 2 * dimension),
        "step.bias": (1,),
    }


class StepWindowReader:
    """The tokenizer of a reader's folder, and its network.

    UsageError if a file is missing, SourceError if one is broken.
    """

    def __init__(self, folder: Path) -> None:
        own = folder / ANSWERS
        self.settings = read_settings(StepReaderSettings, read_file(own, SETTINGS), own / SETTINGS)
        self.words = WordReader(open_tokenizer(read_file(folder, TOKENIZER), folder / TOKENIZER))
        size = self.settings.dimension
        self._network = Network(own, ("ids", "mask", "shapes", "parts"), size)
        self._heads = read_heads(self._network.contents[1], own / HEADS, head_shapes(size))
        self._remembered = lru_cache(REMEMBERED)(self._read_text)

    def read(self, part: str, whole: str, texts: Sequence[ReadableText]) -> Mapping[Place, FoundStep]:
        """Score the steps of some protocols, the likeliest first, for a part of a question.

        `whole` is the question that the part is of, empty where it has no other. Of a long protocol only the
        steps nearest to the question's words are read: two windows of the first, one of each other.
        """
        found: dict[Place, FoundStep] = {}
        for at, text in enumerate(texts):
            asked = AskedText(part, whole, text, most=WINDOWS[min(at, 1)])
            found.update(((at, step), each) for step, each in self.read_text(asked))
        return found

    def read_text(self, asked: AskedText) -> tuple[tuple[int, FoundStep], ...]:
        """Score steps of one text, named by their numbers.

        The last `REMEMBERED` readings are kept, so that nothing is read twice for the same question.
        """
        return self._remembered(asked)

    def windows(self, asked: AskedText) -> tuple[StepWindow, ...]:
        """Make the windows in which a text is read."""
        text, order = asked.text, asked.order
        if order is None:
            order = tuple(choose_steps(asked_of(asked.part, asked.whole), text.steps))
        return make_windows(
            self.words,
            (asked.part, asked.whole),
            text.title,
            text.steps,
            order,
            size=self.settings.window,
            most=asked.most,
            longest=asked.longest,
        )

    def _read_text(self, asked: AskedText) -> tuple[tuple[int, FoundStep], ...]:
        return tuple(
            found
            for window in (self.windows(asked) if asked.able != frozenset() else ())
            if asked.able is None or any(line.number in asked.able for line in window.lines)
            for found in self._read_window(window, asked.choose)
        )

    def _read_window(self, window: StepWindow, choose: SpanChoice) -> Iterator[tuple[int, FoundStep]]:
        """Score the steps of one window; padding would make several at once no cheaper."""
        batch, parts = lay_windows([window], self.words)
        states = self._network.states(
            {"ids": batch.ids, "mask": batch.mask, "shapes": batch.shapes, "parts": parts}
        )[0]
        for line, offset in zip(batch.lines, batch.offsets, strict=True):
            if line.number < 0:
                continue
            inside = states[line.words.first + offset]
            starts, ends = (inside @ self._heads["span.weight"].T + self._heads["span.bias"]).T
            mark = states[offset + len(line.words.ids)]
            whole = np.concatenate([mark, inside.mean(axis=0)])
            score = self._heads["step.weight"][0] @ whole + self._heads["step.bias"][0]
            first, last, sure = choose(starts, ends)
            yield (
                line.number,
                FoundStep(float(score), int(line.words.starts[first]), int(line.words.ends[last]), sure),
            )


def open_window_reader(folder: Path) -> StepWindowReader:
    """Open the reader of a folder once, for steps and for sentences alike, also where both ask at once."""
    with _OPENING:
        return _opened(folder)


@lru_cache(maxsize=8)
def _opened(folder: Path) -> StepWindowReader:
    return StepWindowReader(folder)
