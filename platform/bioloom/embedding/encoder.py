"""Encoder interface: texts to unit vectors, and the encoder that a name opens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bioloom.errors import UsageError
from bioloom.resources import weights

Vectors: TypeAlias = NDArray[np.float32]

SHIPPED = "standardizer"


class Encoder(Protocol):
    """Turns texts into unit vectors, the same text always into the same one (to 1e-5).

    `name` identifies the weights, so that caches keyed by it never mix two models.
    """

    name: str
    dimension: int

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give one vector of length 1 a text: shape (len(texts), dimension), float32."""
        ...


@lru_cache(maxsize=4)
def open_encoder(name: str | None = None) -> Encoder:
    """Open an encoder once: the one that comes with bioloom, or any other by name.

    ``None`` is the shipped ONNX model. A folder with a ``model.onnx`` runs through onnxruntime as well.
    ``packaged`` is all-MiniLM-L6-v2 without a download; any other folder or Hugging Face name goes to
    sentence-transformers (the `models` extra; MissingExtraError without it).
    """
    from bioloom.embedding.model_files import MODEL
    from bioloom.embedding.onnx_encoder import OnnxEncoder

    if name is None:
        try:
            return OnnxEncoder(weights(SHIPPED))
        except FileNotFoundError as absent:
            raise UsageError(f"{absent}; name another one") from absent
    if Path(name).expanduser().joinpath(MODEL).is_file():
        return OnnxEncoder(Path(name).expanduser())
    from bioloom.embedding.hugging_face import HuggingFaceEncoder

    return HuggingFaceEncoder(name)


def encodable(text: str, longest: int) -> str:
    """Cut a text to a number of characters and replace what is not Unicode text.

    >>> encodable("binds" + chr(0xD800) + " to", 7)
    'binds? '
    """
    return text[:longest].encode("utf-8", "replace").decode("utf-8")
