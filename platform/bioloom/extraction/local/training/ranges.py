"""How large the numbers are that enter an encoder's layers, measured on training documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.bert_graph import Ranges, Shape, Weights, bert_graph, layer_names
from bioloom.embedding.model_files import MODEL, open_session
from bioloom.extraction.local.tagging import tags_of
from bioloom.extraction.local.training.gold import Gold
from bioloom.extraction.local.training.learning import Marks
from bioloom.extraction.local.windows import batches, lay_out, pack_windows

_EVERY, _PIECES = 8, 2048  # one document in eight is enough


def measure_ranges(
    weights: Weights,
    shape: Shape,
    tables: Mapping[str, NDArray[np.float32]],
    gold: Gold,
    marks: Marks,
    *,
    window: int,
    bits: int,
) -> Ranges:
    """Give the range of what enters each layer: the means of the batches' least and greatest numbers."""
    names = layer_names(shape)
    inputs = ("ids", "mask", *tables)
    content = bert_graph(weights, shape, bits=bits, tables=tables, watched=True)
    session = open_session(content, Path(MODEL), inputs, "hidden", watched=names)
    windows = [
        found
        for document in gold.documents[::_EVERY]
        for found in pack_windows((each.line for each in document), repeat(window))
    ]
    seen = []
    for batch in batches(windows, _PIECES):
        laid_out = lay_out(batch, marks.begin, marks.between)
        spans = [
            replace(span, line=at)
            for at, line in enumerate(laid_out.lines)
            for span in gold.by_number[line.number].spans
        ]
        given = {"ids": laid_out.ids, "mask": laid_out.mask, "shapes": laid_out.shapes}
        given |= {"tags": tags_of(laid_out, spans)} if "tags" in tables else {}
        seen.append(session.run(names, given))
    means = np.array(seen).mean(axis=0)
    return {name: (float(low), float(high)) for name, (low, high) in zip(names, means, strict=True)}
