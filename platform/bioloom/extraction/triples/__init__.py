"""Biomedical triples: readers that tell how probable a relation is, beside a retrieved document."""

from bioloom.extraction.triples.reader import LabelQuestion, Reader

__all__ = ["LabelQuestion", "Reader"]
