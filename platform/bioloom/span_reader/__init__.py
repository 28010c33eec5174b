"""Extractive question answering over publications: the sentence, and the part of it, that answers."""

from bioloom.span_reader.found_span import PassageSentence, ReadSpan, has_reader

__all__ = [
    "PassageSentence",
    "ReadSpan",
    "has_reader",
]
