"""Question -> evidence -> an answer with verified citations, or an honest abstention."""

from bioloom.answering.asking import ask
from bioloom.answering.contract import answer_json, results_json, subgraph_json
from bioloom.llm import Patience

__all__ = ["Patience", "answer_json", "ask", "results_json", "subgraph_json"]
