"""A BERT sentence encoder as a folder that needs no torch (made with the `lab` extra).

``python -m bioloom_lab.training.onnx.encoder_export packaged <folder>`` exports the packaged MiniLM.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bioloom.embedding.hugging_face import open_model
from bioloom.embedding.model_files import MODEL, TOKENIZER
from bioloom.embedding.onnx_encoder import CONFIGURATION
from bioloom.errors import UsageError
from bioloom_lab.training.onnx.bert_graph import BertShape, Pooling, bert_graph

_ACTIVATION = "gelu"


def export_onnx(model: Any, folder: Path, *, bits: int = 12, max_tokens: int | None = None) -> Path:
    """Write ``model.onnx``, ``tokenizer.json`` and ``encoder.json`` of a sentence-transformers BERT model.

    `model` is the model itself, ``packaged``, a folder, or a Hugging Face name. `bits` is the precision of
    the layers' weights: 12 keeps the vectors (cosine 0.9999 to the original), 8 makes the file a fifth
    smaller. `max_tokens` cuts longer texts; the model's own limit if unset. Gives the folder back.
    UsageError if the model is of another architecture.
    """
    network = open_model(str(model)) if isinstance(model, str | Path) else model
    bert, configuration = bert_of(network)
    longest = min(max_tokens or network.max_seq_length, configuration.max_position_embeddings)
    shape = BertShape(
        layers=configuration.num_hidden_layers,
        heads=configuration.num_attention_heads,
        dimension=configuration.hidden_size,
        max_tokens=longest,
        epsilon=configuration.layer_norm_eps,
        pooling=_pooling(network),
    )
    weights = state_arrays(bert.state_dict())
    folder.mkdir(parents=True, exist_ok=True)
    settings = {"max_tokens": longest, "dimension": shape.dimension, "pooling": shape.pooling, "bits": bits}
    write_file(folder / MODEL, bert_graph(weights, shape, bits=bits))
    write_file(folder / TOKENIZER, tokenizer_of(network))
    write_file(folder / CONFIGURATION, (json.dumps(settings, indent=2) + "\n").encode())
    return folder


def state_arrays(state: Mapping[str, Any]) -> dict[str, Any]:
    """Give what a torch network has learnt, its `state_dict`, as float32 arrays by the names of its parts."""
    return {name: tensor.detach().float().cpu().numpy() for name, tensor in state.items()}


def bert_of(network: Any) -> tuple[Any, Any]:
    """Give the encoder inside a sentence-transformers model and its configuration.

    UsageError if it is of an architecture that cannot be exported.
    """
    bert = getattr(network[0], "auto_model", None)
    configuration = getattr(bert, "config", None)
    if configuration is None or configuration.model_type != "bert":
        kind = getattr(configuration, "model_type", type(network[0]).__name__)
        raise UsageError(f"only BERT models can be exported, not {kind}")
    if configuration.hidden_act != _ACTIVATION:
        raise UsageError(
            f"only BERT models with {_ACTIVATION} can be exported, not {configuration.hidden_act}"
        )
    if getattr(configuration, "position_embedding_type", "absolute") != "absolute":
        raise UsageError("only BERT models with absolute positions can be exported")
    return bert, configuration


def tokenizer_of(network: Any) -> bytes:
    """Give the ``tokenizer.json`` of a sentence-transformers model, without truncation and padding."""
    backend = getattr(network.tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise UsageError("only models with a fast tokenizer can be exported")
    tokenizer = json.loads(backend.to_str())
    tokenizer |= {"truncation": None, "padding": None}  # who runs it sets both
    return json.dumps(tokenizer, ensure_ascii=False).encode()


def _pooling(network: Any) -> Pooling:
    modules = [type(module).__name__ for module in network]
    if modules[1:2] != ["Pooling"] or set(modules[2:]) - {"Normalize"}:
        raise UsageError(f"only pooled BERT models can be exported, not {' + '.join(modules)}")
    mode = str(getattr(network[1], "pooling_mode", ""))
    if mode == "mean":
        return "mean"
    if mode == "cls":
        return "cls"
    raise UsageError(f"only mean and cls pooling can be exported, not {mode or 'an unknown one'}")


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Export the model named first into the folder named second."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("model")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bits", type=int, choices=(8, 12), default=12)
    given = parser.parse_args(arguments)
    export_onnx(given.model, given.folder, bits=given.bits)


if __name__ == "__main__":
    main()
