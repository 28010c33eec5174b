"""Which sentence, and which part of it, answers a question: a small network that reads both together."""

from bioloom.span_reader.found_span import ReadSpan, has_reader

__all__ = [
    "ReadSpan",
    "has_reader",
]
