"""Retrieval before extraction (PETAILOR, BiomedRAG): labelled examples and memories of their phrases."""

from bioloom.extraction.retrieving.augmentation import Augmentation
from bioloom.extraction.retrieving.diversity import Caps
from bioloom.extraction.retrieving.examples import (
    Example,
    Key,
    Retrieved,
    distinct,
    examples_of,
    pair_text,
    spell_label,
)
from bioloom.extraction.retrieving.memory import Memory, build_memory
from bioloom.extraction.retrieving.retriever import Retrieval, RetrievalOptions
from bioloom.extraction.retrieving.store import read_memory, write_memory

__all__ = [
    "Augmentation",
    "Caps",
    "Example",
    "Key",
    "Memory",
    "Retrieval",
    "RetrievalOptions",
    "Retrieved",
    "build_memory",
    "distinct",
    "examples_of",
    "pair_text",
    "read_memory",
    "spell_label",
    "write_memory",
]
