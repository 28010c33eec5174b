"""Export of a trained span reader to a folder that needs no torch."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.model_files import MODEL, TOKENIZER, open_session
from bioloom.extraction.networks.onnx_network import HEADS
from bioloom.span_reader.networks import ALONE, JOINT, head_shapes
from bioloom.span_reader.reader_settings import SETTINGS, ReaderSettings
from bioloom.span_reader.tokenization import padded
from bioloom_lab.training.onnx.activation_ranges import watch_ranges
from bioloom_lab.training.onnx.bert_graph import BertShape, bert_graph
from bioloom_lab.training.onnx.encoder_export import bert_of, state_arrays, tokenizer_of, write_file

Arrays = Mapping[str, NDArray[Any]]
Rows = Sequence[Sequence[int]]

_JOINT = "enc.bert."
_AT_ONCE = 32


def export_reader(
    arrays: Arrays,
    network: Any,
    layers: int,
    settings: ReaderSettings,
    folder: Path,
    *,
    sample: Sequence[tuple[Sequence[int], Rows]] = (),
    bits: int = 8,
) -> Path:
    """Write the folder of a reader of joint layers `arrays`; its first `layers` are the network's own.

    `network` is the sentence-transformers model that it began as. With a `sample` of questions and their
    sentences (ids between marks) the layers compute in whole numbers of 8 bits, whose ranges are measured on
    it; else in float32. Gives the folder back. UsageError if the network cannot be exported.
    """
    bert, configuration = bert_of(network)
    sizes = {
        "heads": configuration.num_attention_heads,
        "dimension": settings.dimension,
        "max_tokens": settings.max_tokens,
        "epsilon": configuration.layer_norm_eps,
    }
    alone = BertShape(layers=layers, pooling="none", **sizes)
    joint = BertShape(layers=configuration.num_hidden_layers - layers, pooling="none", first=layers, **sizes)
    own = state_arrays(bert.state_dict())
    learnt = {
        _numbered(name.removeprefix(_JOINT), layers): array
        for name, array in arrays.items()
        if name.startswith(_JOINT)
    }
    heads = {"part": arrays["part.weight"]} | {
        name: arrays[name] for name in head_shapes(settings.dimension) if name != "part"
    }
    ranges_alone = ranges_joint = None
    if sample:
        texts = [row for question, rows in sample for row in (question, *rows)]
        inputs = [dict(zip(("ids", "mask"), padded(each), strict=True)) for each in _parts(texts)]
        ranges_alone = watch_ranges(own, alone, inputs, bits=bits)
    first = bert_graph(own, alone, bits=bits, ranges=ranges_alone)
    if sample:
        session = open_session(first, folder / ALONE / MODEL, ("ids", "mask"), "hidden")
        inputs = [_together(session, heads["part"], question, rows) for question, rows in sample]
        ranges_joint = watch_ranges(learnt, joint, inputs, bits=bits)
    for name in (ALONE, JOINT):
        (folder / name).mkdir(parents=True, exist_ok=True)
    write_file(folder / ALONE / MODEL, first)
    write_file(folder / JOINT / MODEL, bert_graph(learnt, joint, bits=bits, ranges=ranges_joint))
    content = io.BytesIO()
    np.savez(content, **{name: array.astype(np.float32) for name, array in heads.items()})  # type: ignore[arg-type]
    write_file(folder / HEADS, content.getvalue())
    write_file(folder / TOKENIZER, tokenizer_of(network))
    write_settings(settings, folder)
    return folder


def write_settings(settings: ReaderSettings, folder: Path) -> None:
    """Write the settings of a reader's folder anew."""
    write_file(folder / SETTINGS, (settings.model_dump_json(indent=2) + "\n").encode())


def _numbered(name: str, first: int) -> str:
    """Name a weight of the joint layers as it is named in the whole encoder.

    >>> _numbered("0.output.dense.bias", 3)
    'encoder.layer.3.output.dense.bias'
    """
    number, _, rest = name.partition(".")
    return f"encoder.layer.{first + int(number)}.{rest}"


def _parts(rows: Rows) -> list[Rows]:
    ordered = sorted(rows, key=len)
    return [ordered[start : start + _AT_ONCE] for start in range(0, len(ordered), _AT_ONCE)]


def _together(
    session: Any, part: NDArray[np.float32], question: Sequence[int], rows: Rows
) -> dict[str, NDArray[Any]]:
    """Lay a question and its sentences out as the joint layers take them."""
    states: list[NDArray[np.float32]] = []
    for row in (question, *rows):
        ids, mask = padded([row])
        states.append(session.run(["hidden"], {"ids": ids, "mask": mask})[0][0])
    asked, others = states[0] + part[0], [each[1:] + part[1] for each in states[1:]]
    width = len(asked) + max(map(len, others))
    given = np.zeros((len(others), width, asked.shape[1]), np.float32)
    there = np.zeros((len(others), width), np.int64)
    for at, each in enumerate(others):
        given[at, : len(asked)], given[at, len(asked) : len(asked) + len(each)] = asked, each
        there[at, : len(asked) + len(each)] = 1
    return {"states": given, "mask": there}
