"""BERT encoder as an ONNX graph: token ids and mask in, sentence vectors or hidden states out.

The graph is written from the weights, not traced: weights lie in it as packed whole numbers that
onnxruntime turns into float32 once, while loading; all that is computed is computed in float32, so a vector
does not depend on what else is in the batch. Attention and GELU are onnxruntime's own fused operators (domain
com.microsoft).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bioloom.extras import optional
from bioloom_lab.training.onnx.weight_quantization import pack, pack_columns, quantisation

Pooling = Literal["mean", "cls", "none"]
Weights = Mapping[str, NDArray[np.float32]]

Ranges = Mapping[str, tuple[float, float]]

_FUSED = "com.microsoft"
_STANDARD = 17  # the operator set, the oldest that has LayerNormalization
_FORMAT = 9


@dataclass(frozen=True, slots=True)
class BertShape:
    """The sizes of a BERT encoder; without pooling it gives a state for each token."""

    layers: int
    heads: int
    dimension: int
    max_tokens: int
    epsilon: float
    pooling: Pooling


def bert_graph(
    weights: Weights,
    shape: BertShape,
    *,
    bits: int = 12,
    tables: Mapping[str, NDArray[np.float32]] | None = None,
    ranges: Ranges | None = None,
    watched: bool = False,
) -> bytes:
    """Give the ONNX file of an encoder: inputs `ids` and `mask` (int64, texts x tokens), output `vectors`.

    Without pooling the output is `hidden` (texts x tokens x dimension). `bits` is the precision of the layers
    (8 or 12); token embeddings are kept in 8. Each of `tables` (rows x dimension, float32) is one more
    input of its name: for every token the row whose embedding is added to that of the token's id.

    With `ranges`, the least and the greatest number that enters each of `layer_names`, layers multiply whole
    numbers of 8 bits, more than twice as fast; the ranges are fixed, so that a result still does not depend
    on what else is in the batch. A `watched` graph tells these two numbers in an output of each layer's name.
    """
    graph = _Graph(ranges or {}, watched)
    hidden = _embed(graph, weights, shape, tables or {})
    mask = graph.add("Cast", "mask", to=graph.onnx.TensorProto.INT32)
    for number in range(shape.layers):
        hidden = _layer(graph, weights, f"encoder.layer.{number}", hidden, mask, shape, bits)
    inputs = ("ids", "mask", *(tables or {}))
    if shape.pooling == "none":
        graph.output(hidden, "hidden")
        return graph.serialise(inputs, "hidden", ["texts", "tokens", shape.dimension])
    _pool(graph, hidden, shape.pooling)
    return graph.serialise(inputs, "vectors", ["texts", shape.dimension])


def layer_names(shape: BertShape) -> list[str]:
    """List the layers whose input ranges `bert_graph` takes: four in each of the encoder's layers."""
    kinds = ("attention.self", "attention.output.dense", "intermediate.dense", "output.dense")
    return [f"encoder.layer.{number}.{kind}" for number in range(shape.layers) for kind in kinds]


class _Graph:
    """Collects nodes and constants; each method gives the name of what it made."""

    def __init__(self, ranges: Ranges, watched: bool) -> None:
        self.onnx: Any = optional("onnx", "Exporting a model", extra="lab")
        self._ranges = ranges
        self._watched: list[str] | None = [] if watched else None
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def add(self, kind: str, *inputs: str, fused: bool = False, **attributes: object) -> str:
        name = f"{kind}_{len(self._nodes)}"
        domain = _FUSED if fused else ""
        self._nodes.append(self.onnx.helper.make_node(kind, inputs, [name], domain=domain, **attributes))
        return name

    def constant(self, array: NDArray[Any]) -> str:
        name = f"constant_{len(self._constants)}"
        self._constants.append(self.onnx.numpy_helper.from_array(np.asarray(array, order="C"), name))
        return name

    def whole(self, *numbers: int) -> str:
        return self.constant(np.array(numbers, np.int64))

    def floats(self, name: str) -> str:
        return self.add("Cast", name, to=self.onnx.TensorProto.FLOAT)

    def matrix(self, matrix: NDArray[np.float32], bits: int) -> str:
        """Lay down a packed matrix and the steps that unpack it; onnxruntime folds them while loading."""
        packed = pack(matrix, bits)
        whole = self.floats(self.constant(packed.high))
        if packed.low is not None:
            both, sixteen = self.floats(self.constant(packed.low)), self.constant(np.array(16, np.float32))
            first = self.add("Floor", self.add("Div", both, sixteen))
            second = self.add("Sub", both, self.add("Mul", first, sixteen))
            low = self.add("Concat", first, second, axis=-1)
            whole = self.add("Add", self.add("Mul", whole, sixteen), low)
        scaled = self.add("Mul", whole, self.floats(self.constant(packed.scale)))
        return self.add("Reshape", scaled, self.whole(*matrix.shape))

    def linear(self, name: str, hidden: str, weight: NDArray[np.float32], bits: int) -> str:
        """Multiply by a layer's matrix, in whole numbers where the range of what comes in is known."""
        if self._watched is not None:
            ends = [self.add(kind, hidden, keepdims=0) for kind in ("ReduceMin", "ReduceMax")]
            self.output(
                self.add("Concat", *(self.add("Reshape", e, self.whole(1)) for e in ends), axis=0), name
            )
            self._watched.append(name)
        if name not in self._ranges:
            return self.add("MatMul", hidden, self.add("Transpose", self.matrix(weight, bits), perm=[1, 0]))
        given, packed = quantisation(*self._ranges[name]), pack_columns(weight)
        scale, zero = self.constant(given.scale), self.constant(given.zero)
        return self.add(
            "MatMulIntegerToFloat",
            self.add("QuantizeLinear", hidden, scale, zero),
            self.constant(packed.whole),
            scale,
            self.constant(packed.scale),
            zero,
            fused=True,
        )

    def dense(self, weights: Weights, name: str, hidden: str, bits: int) -> str:
        return self.linear(name, hidden, weights[f"{name}.weight"], bits)

    def split(self, name: str, parts: int) -> list[str]:
        made = [f"part_{len(self._nodes)}_{number}" for number in range(parts)]
        self._nodes.append(self.onnx.helper.make_node("Split", [name], made, axis=-1))
        return made

    def serialise(self, inputs: Sequence[str], output: str, sizes: Sequence[str | int]) -> bytes:
        helper, types = self.onnx.helper, self.onnx.TensorProto
        tokens: list[str | int] = ["texts", "tokens"]
        given = [helper.make_tensor_value_info(name, types.INT64, tokens) for name in inputs]
        made = [helper.make_tensor_value_info(output, types.FLOAT, sizes)]
        made += [helper.make_tensor_value_info(name, types.FLOAT, [2]) for name in self._watched or ()]
        graph = helper.make_graph(self._nodes, "encoder", given, made, self._constants)
        versions = [helper.make_opsetid("", _STANDARD), helper.make_opsetid(_FUSED, 1)]
        model = helper.make_model(graph, opset_imports=versions, ir_version=_FORMAT)
        content: bytes = model.SerializeToString()
        return content

    def output(self, name: str, called: str) -> None:
        self._nodes.append(self.onnx.helper.make_node("Identity", [name], [called]))


def _embed(
    graph: _Graph, weights: Weights, shape: BertShape, tables: Mapping[str, NDArray[np.float32]]
) -> str:
    packed = pack(weights["embeddings.word_embeddings.weight"], 8)
    rows = graph.floats(graph.add("Gather", graph.constant(packed.high), "ids"))
    scales = graph.floats(graph.add("Gather", graph.constant(packed.scale), "ids"))
    words = graph.add("Reshape", graph.add("Mul", rows, scales), graph.whole(0, 0, shape.dimension))
    places = weights["embeddings.position_embeddings.weight"][: shape.max_tokens]
    places = places + weights["embeddings.token_type_embeddings.weight"][0]
    length = graph.add("Slice", graph.add("Shape", "ids"), graph.whole(1), graph.whole(2))
    used = graph.add("Slice", graph.constant(places), graph.whole(0), length, graph.whole(0))
    gain, offset = (graph.constant(weights[f"embeddings.LayerNorm.{part}"]) for part in ("weight", "bias"))
    added = graph.add("Add", words, used)
    for name, table in tables.items():
        added = graph.add("Add", added, graph.add("Gather", graph.constant(table), name))
    return graph.add("LayerNormalization", added, gain, offset, axis=-1, epsilon=shape.epsilon)


def _layer(
    graph: _Graph, weights: Weights, layer: str, hidden: str, mask: str, shape: BertShape, bits: int
) -> str:
    asked = f"{layer}.attention.self"
    weight, bias = (
        np.concatenate([weights[f"{asked}.{part}.{kind}"] for part in ("query", "key", "value")])
        for kind in ("weight", "bias")
    )
    parts = graph.split(graph.linear(asked, hidden, weight, bits), 3)
    seen = graph.add(
        "MultiHeadAttention", *parts, graph.constant(bias), mask, fused=True, num_heads=shape.heads
    )
    seen = graph.dense(weights, f"{layer}.attention.output.dense", seen, bits)
    hidden = _join(graph, weights, f"{layer}.attention.output", seen, hidden, shape)
    wide = graph.dense(weights, f"{layer}.intermediate.dense", hidden, bits)
    wide = graph.add(
        "BiasGelu", wide, graph.constant(weights[f"{layer}.intermediate.dense.bias"]), fused=True
    )
    narrow = graph.dense(weights, f"{layer}.output.dense", wide, bits)
    return _join(graph, weights, f"{layer}.output", narrow, hidden, shape)


def _join(graph: _Graph, weights: Weights, part: str, new: str, old: str, shape: BertShape) -> str:
    """Add what a block made, with its bias, to what it was given, and normalize the sum.

    onnxruntime's fused operator for this takes five times as long as its three parts.
    """
    bias, gain, offset = (
        graph.constant(weights[f"{part}.{name}"])
        for name in ("dense.bias", "LayerNorm.weight", "LayerNorm.bias")
    )
    added = graph.add("Add", graph.add("Add", new, bias), old)
    return graph.add("LayerNormalization", added, gain, offset, axis=-1, epsilon=shape.epsilon)


def _pool(graph: _Graph, hidden: str, pooling: Pooling) -> None:
    if pooling == "cls":
        pooled = graph.add("Gather", hidden, graph.constant(np.array(0, np.int64)), axis=1)
    else:
        mask = graph.add("Unsqueeze", graph.floats("mask"), graph.whole(2))
        total = graph.add("ReduceSum", graph.add("Mul", hidden, mask), graph.whole(1), keepdims=0)
        pooled = graph.add("Div", total, graph.add("ReduceSum", mask, graph.whole(1), keepdims=0))
    graph.output(graph.add("LpNormalization", pooled, axis=-1, p=2), "vectors")
