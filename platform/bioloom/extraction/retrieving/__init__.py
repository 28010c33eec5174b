"""Retrieval before extraction (PETAILOR, BiomedRAG): labelled examples and memories of their phrases."""

from bioloom.extraction.retrieving.examples import Example, Key, Retrieved

__all__ = ["Example", "Key", "Retrieved"]
