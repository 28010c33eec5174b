"""ONNX networks of a span reader: one reads texts alone, one reads two together, heads give scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.model_files import MODEL, open_session, read_file
from bioloom.errors import SourceError
from bioloom.extraction.networks.onnx_network import HEADS, read_heads
from bioloom.span_reader.tokenization import Whole, padded

ALONE, JOINT = "alone", "joint"

Numbers = NDArray[np.float32]


def head_shapes(dimension: int) -> dict[str, tuple[int, ...]]:
    """Give the shapes of the matrices that ``heads.npz`` holds."""
    return {
        "part": (2, dimension),
        "span.weight": (2, dimension),
        "span.bias": (2,),
        "sentence.weight": (1, 2 * dimension),
        "sentence.bias": (1,),
    }


@dataclass(frozen=True, slots=True)
class Scores:
    """Of one sentence for a question: its pieces as first and as last of the answer, and itself."""

    starts: Numbers
    ends: Numbers
    sentence: float


class ReadingNetwork:
    """The networks of a folder; `contents` are its files as read.

    UsageError if a file is missing; SourceError if one is broken or gives what it should not.
    """

    def __init__(self, folder: Path, dimension: int) -> None:
        places = (folder / ALONE / MODEL, folder / JOINT / MODEL, folder / HEADS)
        self.contents = tuple(read_file(place.parent, place.name) for place in places)
        self._file, self._dimension = str(folder), dimension
        self._alone = open_session(self.contents[0], places[0], ("ids", "mask"), "hidden")
        self._joint = open_session(self.contents[1], places[1], ("states", "mask"), "hidden")
        self._heads = read_heads(self.contents[2], places[2], head_shapes(dimension))

    def score(self, question: Sequence[int], sentences: Sequence[Sequence[int]]) -> list[Scores]:
        """Score sentences for a question, all as ids between the tokenizer's marks; a batch of any size."""
        if not sentences:
            return []
        (asked,) = self._states([question])
        alone = self._states(sentences)
        lengths = [len(question) + len(each) - 1 for each in sentences]
        states = np.zeros((len(sentences), max(lengths), self._dimension), np.float32)
        mask: Whole = np.zeros(states.shape[:2], np.int64)
        for row, (each, length) in enumerate(zip(alone, lengths, strict=True)):
            states[row, : len(asked)] = asked + self._heads["part"][0]
            states[row, len(asked) : length] = each[1:] + self._heads["part"][1]
            mask[row, :length] = 1
        hidden = self._run(self._joint, {"states": states, "mask": mask})
        found = []
        for row, length in enumerate(lengths):
            inside = hidden[row, len(asked) : length - 1]
            starts, ends = (inside @ self._heads["span.weight"].T + self._heads["span.bias"]).T
            whole = np.concatenate([hidden[row, 0], inside.sum(axis=0) / max(1, len(inside))])
            score = self._heads["sentence.weight"][0] @ whole + self._heads["sentence.bias"][0]
            found.append(Scores(starts, ends, float(score)))
        return found

    def _states(self, rows: Sequence[Sequence[int]]) -> list[Numbers]:
        ids, mask = padded(rows)
        hidden = self._run(self._alone, {"ids": ids, "mask": mask})
        return [each[: len(row)] for each, row in zip(hidden, rows, strict=True)]

    def _run(self, session: object, given: dict[str, NDArray[np.float32] | Whole]) -> Numbers:
        hidden: Numbers = session.run(["hidden"], given)[0]  # type: ignore[attr-defined]
        if hidden.shape != (*given["mask"].shape, self._dimension) or not np.isfinite(hidden).all():
            raise SourceError(
                f"gives states of shape {hidden.shape}, or numbers that are not finite", self._file
            )
        return hidden
