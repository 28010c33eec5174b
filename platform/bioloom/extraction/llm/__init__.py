"""Extraction by a language model behind an OpenAI-compatible endpoint (SPEC B9-B11, B13)."""

from bioloom.extraction.llm.configuration import MODES, Mode, open_prompted
from bioloom.extraction.llm.demonstration_retrieval import MOST_SHOTS
from bioloom.extraction.llm.extractor import JointExtractor, PipelineExtractor, PromptedExtractor

__all__ = [
    "MODES",
    "MOST_SHOTS",
    "JointExtractor",
    "Mode",
    "PipelineExtractor",
    "PromptedExtractor",
    "open_prompted",
]
