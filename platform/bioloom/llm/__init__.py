"""Client of OpenAI-compatible language models: prompts as files, retried calls, checked replies."""

from bioloom.llm.prompts import inert, prompt
from bioloom.llm.timeouts import Patience

__all__ = ["Patience", "inert", "prompt"]
