"""Text to sentences, mentions and relations, and what is derived beyond the sentence."""

from bioloom.extraction.beyond_sentences import derive_beyond_sentences
from bioloom.extraction.sentences import split_sentences
from bioloom.extraction.step_order import NEXT_STEP, derive_step_order

__all__ = ["NEXT_STEP", "derive_beyond_sentences", "derive_step_order", "split_sentences"]
