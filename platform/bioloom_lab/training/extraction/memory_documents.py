"""Documents for training sentences, retrieved from memories of the training sentences."""

from __future__ import annotations

from collections.abc import Sequence

from bioloom.embedding import open_encoder
from bioloom.extraction.retrieval_augmentation import MemoryExample, Retrieval, build_memory
from bioloom.extraction.retrieval_augmentation.example_augmentation import Augmentation


def from_memories(
    scheme: str, examples: Sequence[MemoryExample], asked: Sequence[tuple[str, str]]
) -> list[list[str]]:
    """Retrieve from a memory of the examples: the nearest one, then phrases with pairs around them."""
    if not examples:
        return [[] for _ in asked]
    encoder = open_encoder()
    memory = build_memory(examples, encoder, scheme=scheme)
    augmentation = Augmentation(memory.examples)
    found = Retrieval(memory, encoder).documents_of(
        [text for text, _ in asked], exclude=[source for _, source in asked]
    )
    return [
        [each.text if at == 0 else augmentation.augment(each).text for at, each in enumerate(some)]
        for some in found
    ]
