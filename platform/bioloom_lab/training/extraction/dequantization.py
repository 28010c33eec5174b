"""Dequantization: network weights read back from exported files, to continue training."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.model_files import MODEL
from bioloom.errors import SourceError
from bioloom.extraction.networks.entity_tagger import tag_shapes
from bioloom.extraction.networks.model import ENTITIES, RELATIONS
from bioloom.extraction.networks.model_settings import ModelSettings
from bioloom.extraction.networks.onnx_network import HEADS, read_heads
from bioloom.extraction.networks.relation_model import head_shapes
from bioloom.extras import optional
from bioloom_lab.training.extraction.export import TAGGER_PARTS, Arrays
from bioloom_lab.training.extraction.torch_networks import RelaterNetwork, TaggerNetwork
from bioloom_lab.training.onnx.bert_graph import BertShape, layer_names

_FEATURE = "Reading a model's weights back"
_ENCODER = "enc.bert."
_PARTS = ("query", "key", "value")


def restore_network(
    folder: Path, shape: BertShape, inputs: tuple[str, ...], matrices: Mapping[str, tuple[int, ...]]
) -> dict[str, NDArray[np.float32]]:
    """Give the arrays that `write_network` was given, the encoder's rounded to 8 bits.

    `inputs` are the names of its further tables, `matrices` the shapes of those in its ``heads.npz``. The
    embeddings of places have those of the first token type in them, which are then 0. SourceError if the
    files are of another kind, or do not compute in whole numbers.
    """
    onnx = optional("onnx", _FEATURE, extra="lab")
    file = folder / MODEL
    graph = onnx.load(str(file)).graph
    stored = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    nodes: dict[str, list[list[str]]] = {}
    for node in graph.node:
        nodes.setdefault(node.op_type, []).append(list(node.input))
    try:
        encoder = dict(_encoder(stored, nodes, shape, inputs))
    except (KeyError, IndexError, ValueError) as fault:
        raise SourceError(f"is no encoder whose weights can be read back: {fault!r}", str(file)) from fault
    found = {name: np.asarray(array, np.float32) for name, array in encoder.items()}
    return found | read_heads((folder / HEADS).read_bytes(), folder / HEADS, matrices)


def restore_networks(
    folder: Path, shape: BertShape, settings: ModelSettings, tagger: TaggerNetwork, relater: RelaterNetwork
) -> None:
    """Give the two networks of a model what the weights of its folder hold."""
    torch = optional("torch", _FEATURE, extra="lab")
    heads = tag_shapes(settings)
    tags = restore_network(folder / ENTITIES, shape, ("shapes",), heads)
    put_into(torch, tagger.module, {TAGGER_PARTS.get(name, name): array for name, array in tags.items()})
    pairs = restore_network(folder / RELATIONS, shape, ("shapes", "tags"), head_shapes(settings))
    put_into(torch, relater.module, {name: pairs[name] for name in pairs if name != "allowed"})


def put_into(torch: Any, module: Any, arrays: Mapping[str, Any]) -> None:
    """Give a network the arrays; what they do not have (an unused pooler) stays."""
    state = module.state_dict()
    for name, array in arrays.items():
        state[name] = torch.from_numpy(np.array(array)).reshape(state[name].shape)
    types = "enc.bert.embeddings.token_type_embeddings.weight"
    state[types] = torch.zeros_like(state[types])  # the embeddings of places have them in them
    module.load_state_dict(state)


def _encoder(
    stored: Arrays, nodes: Mapping[str, list[list[str]]], shape: BertShape, inputs: tuple[str, ...]
) -> Iterator[tuple[str, NDArray[Any]]]:
    """Walk the operators in the order in which `bert_graph` writes them."""
    words, scales = (stored[given[0]] for given in nodes["Gather"][:2])
    whole = (words.astype(np.float32) * scales.astype(np.float32)).reshape(len(words), shape.dimension)
    yield f"{_ENCODER}embeddings.word_embeddings.weight", whole
    for at, name in enumerate(inputs):
        yield f"enc.{name.removesuffix('s')}.weight", stored[nodes["Gather"][2 + at][0]]
    places = next(stored[given[0]] for given in nodes["Slice"] if given[0] in stored)
    yield f"{_ENCODER}embeddings.position_embeddings.weight", places
    first = nodes["LayerNormalization"][0]
    for part, name in (("weight", first[1]), ("bias", first[2])):
        yield f"{_ENCODER}embeddings.LayerNorm.{part}", stored[name]
    products, joins = nodes["MatMulIntegerToFloat"], _joins(stored, nodes)
    for name, given in zip(layer_names(shape), products, strict=True):
        weight = stored[given[1]].astype(np.float32).T * stored[given[3]][:, None]
        if name.endswith("attention.self"):
            for part, some in zip(_PARTS, np.split(weight, 3), strict=True):
                yield f"{_ENCODER}{name}.{part}.weight", some
        else:
            yield f"{_ENCODER}{name}.weight", weight
    for number in range(shape.layers):
        layer = f"{_ENCODER}encoder.layer.{number}"
        biases = np.split(stored[nodes["MultiHeadAttention"][number][3]], 3)
        for part, bias in zip(_PARTS, biases, strict=True):
            yield f"{layer}.attention.self.{part}.bias", bias
        yield f"{layer}.intermediate.dense.bias", stored[nodes["BiasGelu"][number][1]]
        joined = joins[2 * number : 2 * number + 2]
        for part, names in zip((f"{layer}.attention.output", f"{layer}.output"), joined, strict=True):
            for kind, name in zip(("LayerNorm.weight", "LayerNorm.bias", "dense.bias"), names, strict=True):
                yield f"{part}.{kind}", stored[name]


def _joins(stored: Arrays, nodes: Mapping[str, list[list[str]]]) -> list[tuple[str, str, str]]:
    """Name gain, offset and bias of each normalized sum; older files have these in one operator."""
    if fused := nodes.get("SkipLayerNormalization"):
        return [(given[2], given[3], given[4]) for given in fused]
    biases = [given[1] for given in nodes["Add"] if given[1] in stored]
    normalized = nodes["LayerNormalization"][1:]
    return [(given[1], given[2], bias) for given, bias in zip(normalized, biases, strict=True)]
