"""Questions about protocols, written from gold annotations: generated, asked, scored."""

from bioloom.evaluation.protocol_questions.generating import KINDS, generate

__all__ = ["KINDS", "generate"]
