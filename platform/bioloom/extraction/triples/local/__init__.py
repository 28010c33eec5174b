"""The triple model that comes with bioloom: triples of abstracts on a processor, without torch."""

from bioloom.extraction.triples.local.extractor import Finder, LocalTriples, open_local_triples
from bioloom.extraction.triples.local.reader import LocalReader, open_local_reader

__all__ = ["Finder", "LocalReader", "LocalTriples", "open_local_reader", "open_local_triples"]
