"""Local triple model: triples of abstracts on a processor, without torch."""

from bioloom.extraction.triples.local.extractor import LocalTriples, open_local_triples

__all__ = ["LocalTriples", "open_local_triples"]
