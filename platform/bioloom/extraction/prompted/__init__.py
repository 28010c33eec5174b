"""Extraction by a language model behind an OpenAI-compatible endpoint (SPEC B9-B11, B13)."""

from bioloom.extraction.prompted.demonstrations import MOST_SHOTS
from bioloom.extraction.prompted.extractor import JointExtractor, PipelineExtractor, PromptedExtractor
from bioloom.extraction.prompted.opening import MODES, Mode, open_prompted

__all__ = [
    "MODES",
    "MOST_SHOTS",
    "JointExtractor",
    "Mode",
    "PipelineExtractor",
    "PromptedExtractor",
    "open_prompted",
]
