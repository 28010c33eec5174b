"""Client of OpenAI-compatible language models: prompts as files, retried calls, checked replies."""

from bioloom.llm.prompts import inert, parse_prompt, prompt
from bioloom.llm.timeouts import Patience

__all__ = ["Patience", "inert", "parse_prompt", "prompt"]
