"""Extraction by a language model behind an OpenAI-compatible endpoint (SPEC B9-B11, B13)."""

from bioloom.extraction.llm.configuration import open_prompted, open_with_scheme
from bioloom.extraction.llm.extractor import PromptedRelater

__all__ = [
    "PromptedRelater",
    "open_prompted",
    "open_with_scheme",
]
