"""Export of a step reader to a folder that needs no torch."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.model_files import MODEL, TOKENIZER
from bioloom.extraction.networks.onnx_network import HEADS
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.step_reader.found_step import ANSWERS
from bioloom.step_reader.reader import SETTINGS, StepReaderSettings, head_shapes
from bioloom.step_reader.step_window import WINDOW, StepWindow, lay_windows
from bioloom_lab.training.onnx.activation_ranges import watch_ranges
from bioloom_lab.training.onnx.bert_graph import BertShape, bert_graph
from bioloom_lab.training.onnx.encoder_export import write_file

_BERT = "enc.bert."


def export_steps(
    arrays: Mapping[str, NDArray[Any]],
    shape: BertShape,
    tokenizer: bytes,
    folder: Path,
    *,
    sample: Sequence[StepWindow] = (),
    words: WordReader | None = None,
) -> Path:
    """Write a reader into the folder of a model, its network into one of that, from the network's arrays.

    With a `sample` of windows the layers compute in whole numbers of 8 bits, whose ranges are measured on it;
    else in float32. Gives the folder back.
    """
    own_folder = folder / ANSWERS
    own_folder.mkdir(parents=True, exist_ok=True)
    own = {name.removeprefix(_BERT): array for name, array in arrays.items() if name.startswith(_BERT)}
    tables = {"shapes": arrays["enc.shape.weight"], "parts": arrays["enc.part.weight"]}
    ranges = None
    if sample and words is not None:
        inputs = []
        for window in sample:
            batch, parts = lay_windows([window], words)
            inputs.append({"ids": batch.ids, "mask": batch.mask, "shapes": batch.shapes, "parts": parts})
        ranges = watch_ranges(own, shape, inputs, tables=tables, bits=8)
    write_file(own_folder / MODEL, bert_graph(own, shape, bits=8, tables=tables, ranges=ranges))
    content = io.BytesIO()
    heads = {name: np.asarray(arrays[name], np.float32) for name in head_shapes(shape.dimension)}
    np.savez(content, **heads)  # type: ignore[arg-type]
    write_file(own_folder / HEADS, content.getvalue())
    write_file(folder / TOKENIZER, tokenizer)
    settings = StepReaderSettings(dimension=shape.dimension, window=min(WINDOW, shape.max_tokens))
    write_file(own_folder / SETTINGS, (settings.model_dump_json(indent=2) + "\n").encode())
    return folder
