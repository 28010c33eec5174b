"""Biomedical triples: prompts, parsers, and the local networks (`local`)."""

from bioloom.extraction.triples.reader import LabelQuestion, LabelReader

__all__ = ["LabelQuestion", "LabelReader"]
