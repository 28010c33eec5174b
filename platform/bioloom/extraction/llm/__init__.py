"""Extraction by a language model behind an OpenAI-compatible endpoint (SPEC B9-B11, B13)."""

from bioloom.extraction.llm.configuration import open_prompted, open_with_scheme

__all__ = [
    "open_prompted",
    "open_with_scheme",
]
