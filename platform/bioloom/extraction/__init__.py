"""Text to sentences, mentions and relations."""

from bioloom.extraction.sentences import split_sentences
from bioloom.extraction.step_order import NEXT_STEP, derive_step_order

__all__ = ["NEXT_STEP", "derive_step_order", "split_sentences"]
