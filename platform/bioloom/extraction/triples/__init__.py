"""Biomedical triples: readers that say how probable a relation is, given a sentence and a retrieved document."""

from bioloom.extraction.triples.reader import Asked, Reader

__all__ = ["Asked", "Reader"]
