"""Retrieval before extraction: labelled examples and memories of their phrases, as PETAILOR and BiomedRAG do."""

from bioloom.extraction.retrieving.examples import Example, Key, Retrieved

__all__ = ["Example", "Key", "Retrieved"]
