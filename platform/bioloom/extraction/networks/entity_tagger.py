"""Entity tagger: an encoder of windows, a linear layer and a linear-chain CRF."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from bioloom.extraction.networks.crf import Chain, Span
from bioloom.extraction.networks.model_settings import TaggerSettings
from bioloom.extraction.networks.onnx_network import HEADS, Network, States, read_heads
from bioloom.extraction.networks.windows import WindowBatch

INPUTS = ("ids", "mask", "shapes")


class Tagger:
    """Finds the spans that name something; `contents` are the files that it was read from.

    UsageError if a file is missing, SourceError if one is broken.
    """

    def __init__(self, folder: Path, settings: TaggerSettings) -> None:
        self._network = Network(folder, INPUTS, settings.dimension)
        self.contents = self._network.contents
        heads = read_heads(self.contents[1], folder / HEADS, tag_shapes(settings))
        self._heads = heads
        self._readers: dict[tuple[int, ...], _StateReader] = {}
        self._all = tuple(range(len(settings.types)))

    def spans(self, batch: WindowBatch, kinds: tuple[int, ...] | None = None) -> list[Span]:
        """Find the spans in the lines of a batch, in the order of the text, line after line.

        With `kinds` only types of these numbers exist: their spans are as probable as if there were no other.
        """
        kinds = self._all if kinds is None else kinds
        reader = self._readers.get(kinds) or self._readers.setdefault(kinds, _StateReader(self._heads, kinds))
        states = self._network.states({"ids": batch.ids, "mask": batch.mask, "shapes": batch.shapes})
        lengths = [len(line.words) for line in batch.lines]
        rows = np.repeat(batch.rows, lengths)
        places = np.concatenate([line.words.first for line in batch.lines]) + np.repeat(
            batch.offsets, lengths
        )
        return reader.spans(states[rows, places], lengths)


def tag_shapes(settings: TaggerSettings) -> dict[str, tuple[int, ...]]:
    """Give the shapes of the matrices that a tagger has."""
    tags = 1 + 2 * len(settings.types)
    return {"weight": (tags, settings.dimension), "bias": (tags,), "start": (tags,), "follows": (tags, tags)}


class _StateReader:
    """The linear layer and the chain of some of the types."""

    def __init__(self, heads: Mapping[str, States], kinds: tuple[int, ...]) -> None:
        tags = np.array([0, *(tag for kind in kinds for tag in (1 + 2 * kind, 2 + 2 * kind))], np.int64)
        self._weight = np.ascontiguousarray(heads["weight"][tags].T)
        self._bias = heads["bias"][tags]
        self._chain = Chain(heads["start"][tags], heads["follows"][np.ix_(tags, tags)])
        self._kinds = kinds

    def spans(self, states: States, lengths: Sequence[int]) -> list[Span]:
        """Find the spans of lines by the states of their words, one line after the other."""
        found = self._chain.spans(states @ self._weight + self._bias, lengths)
        return [replace(span, kind=self._kinds[span.kind]) for span in found]


def tags_of(batch: WindowBatch, spans: Sequence[Span]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Number the pieces of a batch: 1 + 2k on the first word of a span of type k, 2 + 2k on its others."""
    tags = np.zeros_like(batch.ids)
    for span in spans:
        words = batch.lines[span.line].words
        row, offset = batch.rows[span.line], batch.offsets[span.line]
        first, second = words.first[span.first], words.piece_after(span.first)
        tags[row, offset + second : offset + words.piece_after(span.last)] = 2 + 2 * span.kind
        tags[row, offset + first : offset + second] = 1 + 2 * span.kind
    return tags
