"""Biomedical triples: readers that tell how probable a relation is, beside a retrieved document."""

from bioloom.extraction.triples.reader import Asked, Reader

__all__ = ["Asked", "Reader"]
