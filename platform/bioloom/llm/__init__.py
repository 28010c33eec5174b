"""Client of OpenAI-compatible language models: prompts as files, retried calls, checked replies."""

from bioloom.llm.prompts import data_mark, inert, inert_line, prompt
from bioloom.llm.timeouts import Patience

__all__ = ["Patience", "data_mark", "inert", "inert_line", "prompt"]
