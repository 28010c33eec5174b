"""Export of trained networks to a folder that needs no torch.

``python -m bioloom_lab.training.extraction.export --help`` says how to export two state dictionaries.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import MODEL, TOKENIZER
from bioloom.errors import SourceError
from bioloom.extraction.networks.model import ENTITIES, RELATIONS
from bioloom.extraction.networks.model_settings import SETTINGS, ModelSettings, ProtocolSettings
from bioloom.extraction.networks.onnx_network import HEADS
from bioloom.extraction.networks.relation_model import head_shapes
from bioloom.extras import optional
from bioloom_lab.training.extraction.activation_ranges import Sample, measure_ranges, sample_of
from bioloom_lab.training.extraction.annotated_lines import admitted_relations, read_gold
from bioloom_lab.training.extraction.calibration import calibrate_model
from bioloom_lab.training.extraction.line_training import marks_of
from bioloom_lab.training.onnx.bert_graph import BertShape, bert_graph
from bioloom_lab.training.onnx.encoder_export import bert_of, tokenizer_of, write_file

Arrays = Mapping[str, NDArray[Any]]

WINDOW = 160
"""Pieces that are learnt from together; most lines of protocols have 10 to 30."""

READING = 100
"""Pieces that a trained model reads together: on WLP's development set better than 160, and faster."""

TAGGER_PARTS = {"weight": "out.weight", "bias": "out.bias", "start": "begin", "follows": "trans"}
"""Matrices of an exported tagger, and what they are called in the network that learns."""

_BERT = "enc.bert."


@dataclass(frozen=True, slots=True)
class Trained:
    """The two networks' arrays by their names, and what relations each ordered pair of types admits.

    `allowed` is boolean, of shape (types, types, relations).
    """

    entities: Arrays
    relations: Arrays
    allowed: NDArray[np.bool_]


def export_model(
    trained: Trained,
    network: Any,
    settings: ModelSettings,
    folder: Path,
    *,
    bits: int = 8,
    samples: tuple[Sample, Sample] | None = None,
) -> Path:
    """Write the folder of a local model that began as `network`, a sentence-transformers model.

    `bits` is the precision of the layers' weights, 8 or 12. With `samples` of what each of the networks reads
    the layers compute in whole numbers of 8 bits, whose ranges are measured on them; else in float32. Gives
    the folder back. UsageError if the network is of an architecture that cannot be exported.
    """
    shape = shape_of(network, settings.max_tokens)
    heads = {name: trained.relations[name] for name in head_shapes(settings) if name != "allowed"}
    tags = {name: trained.entities[key] for name, key in TAGGER_PARTS.items()}
    parts = (
        (ENTITIES, trained.entities, ("shapes",), tags),
        (RELATIONS, trained.relations, ("shapes", "tags"), {**heads, "allowed": trained.allowed}),
    )
    for at, (name, arrays, inputs, matrices) in enumerate(parts):
        sample = samples[at] if samples else None
        write_network(folder / name, arrays, shape, inputs, matrices, bits=bits, sample=sample)
    write_file(folder / TOKENIZER, tokenizer_of(network))
    write_file(folder / SETTINGS, (settings.model_dump_json(indent=2) + "\n").encode())
    return folder


def shape_of(network: Any, max_tokens: int) -> BertShape:
    """Give the sizes of the encoder of a sentence-transformers model, which gives a state for each piece.

    UsageError if it is of an architecture that cannot be exported.
    """
    configuration = bert_of(network)[1]
    return BertShape(
        layers=configuration.num_hidden_layers,
        heads=configuration.num_attention_heads,
        dimension=configuration.hidden_size,
        max_tokens=max_tokens,
        epsilon=configuration.layer_norm_eps,
        pooling="none",
    )


def write_network(
    folder: Path,
    arrays: Arrays,
    shape: BertShape,
    inputs: Sequence[str],
    matrices: Arrays,
    *,
    bits: int = 8,
    sample: Sample | None = None,
) -> None:
    """Write one network's encoder and matrices; the encoder's `arrays` begin with ``enc.``.

    `inputs` name its further tables in the plural: ``shapes`` for ``enc.shape.weight``. `bits` and `sample`
    are as for `export_model`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    weights = {key.removeprefix(_BERT): array for key, array in arrays.items() if key.startswith(_BERT)}
    tables = {each: arrays[f"enc.{each.removesuffix('s')}.weight"] for each in inputs}
    ranges = measure_ranges(weights, shape, tables, sample, bits=bits) if sample else None
    write_file(folder / MODEL, bert_graph(weights, shape, bits=bits, tables=tables, ranges=ranges))
    write_file(folder / HEADS, _packed(matrices))


def settings_of(
    network: Any, types: Sequence[str], relations: Sequence[str], *, scheme: str, pair_width: int
) -> ProtocolSettings:
    """Say what the settings of a model are that begins with a sentence-transformers model."""
    configuration = bert_of(network)[1]
    return ProtocolSettings(
        scheme=scheme,
        types=tuple(types),
        relations=tuple(relations),
        dimension=configuration.hidden_size,
        pair_width=pair_width,
        window=min(READING, configuration.max_position_embeddings),
        max_tokens=configuration.max_position_embeddings,
    )


def read_state(file: Path) -> Arrays:
    """Read a state dictionary that torch saved; SourceError if it is none."""
    torch = optional("torch", "Exporting a model", extra="lab")
    pickling = optional("pickle", "Exporting a model", extra="lab")
    try:
        state = torch.load(file, map_location="cpu", weights_only=True)
        return {name: tensor.float().numpy() for name, tensor in state.items()}
    except (OSError, RuntimeError, AttributeError, pickling.UnpicklingError, EOFError) as fault:
        raise SourceError(f"holds no state dictionary: {fault}", str(file)) from fault


def _packed(matrices: Arrays) -> bytes:
    """Write matrices as a .npz; those of the pairs in float16, which moves no decision."""
    content = io.BytesIO()
    small = {
        name: array.astype(np.float16) if array.size > 4096 and array.dtype.kind == "f" else array
        for name, array in matrices.items()
    }
    np.savez_compressed(content, **small)  # type: ignore[arg-type]
    return content.getvalue()


def main(arguments: Sequence[str] | None = None) -> None:
    """Export two state dictionaries; the admitted relations are read from the annotated protocols."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--entities", type=Path, required=True)
    parser.add_argument("--relations", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the folder that both were trained on")
    parser.add_argument("--dev", type=Path, help="a folder to calibrate the confidences on")
    parser.add_argument("--base", default=PACKAGED)
    parser.add_argument("--bits", type=int, choices=(8, 12), default=8)
    parser.add_argument("--floats", action="store_true", help="compute in float32, not in 8-bit numbers")
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args(arguments)
    network = open_model(given.base)
    gold = read_gold(given.data, tokenizer_of(network))
    trained = Trained(read_state(given.entities), read_state(given.relations), admitted_relations(gold))
    width = trained.relations["out.weight"].shape[1]
    settings = settings_of(network, gold.types, gold.relations, scheme=gold.scheme, pair_width=width)
    marks = marks_of(tokenizer_of(network), given.base)
    sample = None if given.floats else sample_of(gold, marks, min(WINDOW, settings.max_tokens))
    samples = None if sample is None else (sample, sample)
    export_model(trained, network, settings, given.output, bits=given.bits, samples=samples)
    if given.dev:
        calibrate_model(given.output, read_gold(given.dev, tokenizer_of(network), like=gold))


if __name__ == "__main__":
    main()
