"""Extractive question answering: the sentence, and the part of it, that answers a question."""

from bioloom.span_reader.found_span import ReadSpan, has_reader

__all__ = [
    "ReadSpan",
    "has_reader",
]
