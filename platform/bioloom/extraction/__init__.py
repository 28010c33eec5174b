"""Text to sentences, mentions and relations, and what is derived beyond the sentence."""

from bioloom.extraction.discourse import derive_beyond_sentences
from bioloom.extraction.sentence_splitting import block_sentences, split_sentences
from bioloom.extraction.text_blocks import blocks, instruction_verbs, item_numbers, section_role

__all__ = [
    "block_sentences",
    "blocks",
    "derive_beyond_sentences",
    "instruction_verbs",
    "item_numbers",
    "section_role",
    "split_sentences",
]
