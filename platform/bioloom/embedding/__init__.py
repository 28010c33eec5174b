"""Sentence encoders: the shipped ONNX models, or any sentence-transformers model."""

from functools import lru_cache
from pathlib import Path

from bioloom.embedding.encoder import Encoder, Vectors
from bioloom.resources import weights

__all__ = ["Encoder", "Vectors", "open_encoder"]

SHIPPED = "standardizer"


@lru_cache(maxsize=4)
def open_encoder(name: str | None = None) -> Encoder:
    """Open an encoder once: the one that comes with bioloom, or any other by name.

    ``None`` is the shipped ONNX model. A folder with a ``model.onnx`` runs through onnxruntime as well.
    ``packaged`` is all-MiniLM-L6-v2 without a download; any other folder or Hugging Face name goes to
    sentence-transformers (the `models` extra; MissingExtraError without it). MissingModelError if the shipped
    model is not installed.
    """
    from bioloom.embedding.model_files import MODEL
    from bioloom.embedding.onnx_encoder import OnnxEncoder

    if name is None:
        return OnnxEncoder(weights(SHIPPED))
    if Path(name).expanduser().joinpath(MODEL).is_file():
        return OnnxEncoder(Path(name).expanduser())
    from bioloom.embedding.hugging_face import HuggingFaceEncoder

    return HuggingFaceEncoder(name)
