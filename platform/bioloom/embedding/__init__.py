"""Text to vectors: the shipped ONNX models, or any sentence-transformers model."""

from bioloom.embedding.encoder import Encoder, Vectors, open_encoder

__all__ = ["Encoder", "Vectors", "open_encoder"]
