"""Choosing an encoder by name."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from bioloom.errors import UsageError
from bioloom.resources import weights

if TYPE_CHECKING:
    from bioloom.embedding.encoder import Encoder

SHIPPED = "standardizer"


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
