"""Activation ranges of an encoder's layers, recorded while it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.model_files import MODEL, open_session
from bioloom_lab.training.onnx.bert_graph import BertShape, Ranges, Weights, bert_graph, layer_names


def watch_ranges(
    weights: Weights,
    shape: BertShape,
    inputs: Sequence[Mapping[str, NDArray[Any]]],
    *,
    tables: Mapping[str, NDArray[np.float32]] | None = None,
    bits: int,
) -> Ranges:
    """Give the range of what enters each layer: the means of the least and greatest numbers of the inputs.

    `inputs` are what the graph without pooling takes, batch by batch, at least one; `tables` and `bits` as
    `bert_graph` has them.
    """
    names = layer_names(shape)
    content = bert_graph(weights, shape, bits=bits, tables=tables, watched=True)
    session = open_session(content, Path(MODEL), tuple(inputs[0]), "hidden", watched=names)
    means = np.array([session.run(names, dict(given)) for given in inputs]).mean(axis=0)
    return {name: (float(low), float(high)) for name, (low, high) in zip(names, means, strict=True)}
