"""Extraction by a language model behind an OpenAI-compatible endpoint (SPEC B9-B11, B13)."""

from bioloom.extraction.llm.configuration import open_prompted, open_with_scheme
from bioloom.extraction.llm.demonstration_retrieval import MOST_SHOTS
from bioloom.extraction.llm.entity_scheme import MODES, Mode
from bioloom.extraction.llm.extractor import PromptedExtractor, PromptedRelater

__all__ = [
    "MODES",
    "MOST_SHOTS",
    "Mode",
    "PromptedExtractor",
    "PromptedRelater",
    "open_prompted",
    "open_with_scheme",
]
