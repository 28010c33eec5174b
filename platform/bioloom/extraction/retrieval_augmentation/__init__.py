"""Retrieval augmentation (PETAILOR, BiomedRAG): labelled examples and memories of their phrases."""

from bioloom.extraction.retrieval_augmentation.diversity import Caps
from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory, build_memory
from bioloom.extraction.retrieval_augmentation.memory_examples import (
    MemoryExample,
    MemoryKey,
    Retrieved,
    distinct,
    examples_of,
    pair_text,
    spell_label,
)
from bioloom.extraction.retrieval_augmentation.memory_folder import read_memory, write_memory
from bioloom.extraction.retrieval_augmentation.retriever import Retrieval, RetrievalOptions

__all__ = [
    "Caps",
    "KeyValueMemory",
    "MemoryExample",
    "MemoryKey",
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
