"""Activation ranges of an encoder's layers on training documents, for quantization."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.entity_tagger import tags_of
from bioloom.extraction.networks.windows import Window, WindowBatch, batches, lay_out, pack_windows
from bioloom_lab.training.extraction.annotated_lines import GoldDocuments
from bioloom_lab.training.extraction.line_training import SpecialTokens
from bioloom_lab.training.onnx.activation_ranges import watch_ranges
from bioloom_lab.training.onnx.bert_graph import BertShape, Ranges, Weights

Sample = Sequence[tuple[WindowBatch, Sequence[Span]]]
"""Batches as a network reads them, with the spans of their lines."""

_EVERY, _PIECES = 8, 2048  # one document in eight is enough


def measure_ranges(
    weights: Weights,
    shape: BertShape,
    tables: Mapping[str, NDArray[np.float32]],
    sample: Sample,
    *,
    bits: int,
) -> Ranges:
    """Give the range of what enters each layer: the means of the batches' least and greatest numbers."""
    inputs = []
    for batch, spans in sample:
        given = {"ids": batch.ids, "mask": batch.mask}
        given |= {"shapes": batch.shapes} if "shapes" in tables else {}
        inputs.append(given | ({"tags": tags_of(batch, spans)} if "tags" in tables else {}))
    return watch_ranges(weights, shape, inputs, tables=tables, bits=bits)


def sample_of(gold: GoldDocuments, marks: SpecialTokens, window: int) -> Sample:
    """Lay out a part of annotated documents, in windows of so many pieces."""
    windows = [
        found
        for document in gold.documents[::_EVERY]
        for found in pack_windows((each.line for each in document), repeat(window))
    ]
    return lay_out_sample(windows, marks, lambda number: gold.by_number[number].spans)


def lay_out_sample(
    windows: Sequence[Window], marks: SpecialTokens, spans_of: Callable[[int], Sequence[Span]]
) -> Sample:
    """Lay out windows with the spans that a line's number stands for."""
    sample = []
    for some in batches(windows, _PIECES):
        batch = lay_out(some, marks.begin, marks.between)
        spans = [
            replace(span, line=at) for at, line in enumerate(batch.lines) for span in spans_of(line.number)
        ]
        sample.append((batch, spans))
    return sample
