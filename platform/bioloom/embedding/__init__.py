"""Text to vectors: the shipped ONNX models, or any sentence-transformers model."""

from bioloom.embedding.encoder import Encoder, Vectors

__all__ = ["Encoder", "Vectors"]
