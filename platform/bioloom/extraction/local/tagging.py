"""Entities: an encoder of windows, a linear layer and a chain of tags."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bioloom.extraction.local.chain import Chain, Span
from bioloom.extraction.local.network import HEADS, Network, read_heads
from bioloom.extraction.local.settings import ProtocolSettings
from bioloom.extraction.local.windows import Batch

INPUTS = ("ids", "mask", "shapes")


class Tagger:
    """Finds the spans that name something; `contents` are the files that it was read from.

    UsageError if a file is missing, SourceError if one is broken.
    """

    def __init__(self, folder: Path, settings: ProtocolSettings) -> None:
        self._network = Network(folder, INPUTS, settings.dimension)
        self.contents = self._network.contents
        tags = 1 + 2 * len(settings.types)
        shapes = {
            "weight": (tags, settings.dimension),
            "bias": (tags,),
            "start": (tags,),
            "follows": (tags, tags),
        }
        heads = read_heads(self.contents[1], folder / HEADS, shapes)
        self._weight, self._bias = np.ascontiguousarray(heads["weight"].T), heads["bias"]
        self._chain = Chain(heads["start"], heads["follows"])

    def spans(self, batch: Batch) -> list[Span]:
        """Find the spans in the lines of a batch, in the order of the text, line after line."""
        states = self._network.states({"ids": batch.ids, "mask": batch.mask, "shapes": batch.shapes})
        lengths = [len(line.words) for line in batch.lines]
        rows = np.repeat(batch.rows, lengths)
        places = np.concatenate([line.words.first for line in batch.lines]) + np.repeat(
            batch.offsets, lengths
        )
        return self._chain.spans(states[rows, places] @ self._weight + self._bias, lengths)


def tags_of(batch: Batch, spans: Sequence[Span]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Number the pieces of a batch: 1 + 2k on the first word of a span of type k, 2 + 2k on its others."""
    tags = np.zeros_like(batch.ids)
    for span in spans:
        words = batch.lines[span.line].words
        row, offset = batch.rows[span.line], batch.offsets[span.line]
        first, second = words.first[span.first], words.piece_after(span.first)
        tags[row, offset + second : offset + words.piece_after(span.last)] = 2 + 2 * span.kind
        tags[row, offset + first : offset + second] = 1 + 2 * span.kind
    return tags
