"""Language models behind an OpenAI-compatible endpoint: prompts as files, patient calls, checked replies."""

from bioloom.llm.patience import Patience
from bioloom.llm.prompts import Prompt, inert, parse_prompt, prompt

__all__ = ["Patience", "Prompt", "inert", "parse_prompt", "prompt"]
