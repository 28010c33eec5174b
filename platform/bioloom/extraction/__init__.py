"""Text to sentences, mentions and relations, and what is derived beyond the sentence."""

from bioloom.extraction.beyond_sentences import derive_beyond_sentences
from bioloom.extraction.blocks import blocks, item_numbers, printed_number, section_role
from bioloom.extraction.sentences import block_sentences, split_sentences
from bioloom.extraction.step_order import NEXT_STEP, derive_step_order

__all__ = [
    "NEXT_STEP",
    "block_sentences",
    "blocks",
    "derive_beyond_sentences",
    "derive_step_order",
    "item_numbers",
    "printed_number",
    "section_role",
    "split_sentences",
]
