"""Question vectors, by the encoder of the sentence vectors."""

from dataclasses import dataclass

from bioloom.graph.connection import Graph
from bioloom.retrieval.statement_runner import run_statement


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """The unit vector of a question, and the name of the encoder."""

    numbers: tuple[float, ...]
    encoder: str


def vector_of(question: str, encoder: str | None = None) -> QuestionVector:
    """Encode a question with an encoder, or the shipped one; its first use on a machine opens the model."""
    from bioloom.embedding import open_encoder  # onnxruntime takes a moment to import

    opened = open_encoder(encoder)
    return QuestionVector(tuple(map(float, opened.encode([question])[0])), opened.name)


def vectors_held(graph: Graph, vector: QuestionVector) -> bool:
    """Say whether the nearest sentence of the graph has a vector of the same encoder."""
    found = run_statement(graph, "vectors/encoder", {"probe": list(vector.numbers)})
    return bool(found) and found[0]["encoder"] == vector.encoder
