"""Questions about protocols, written from gold annotations: generated, asked, scored."""

from bioloom_lab.evaluation.protocol_questions.generating import KINDS, generate
from bioloom_lab.evaluation.protocol_questions.near_misses import NEAR_MISSES

__all__ = ["KINDS", "NEAR_MISSES", "generate"]
