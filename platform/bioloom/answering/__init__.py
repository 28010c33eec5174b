"""Question -> evidence -> an answer with verified citations, or an honest abstention."""

from bioloom.answering.asking import ask
from bioloom.answering.contract import answer_json, results_json, subgraph_json
from bioloom.answering.listening import Listener
from bioloom.answering.widely import ask_widely
from bioloom.llm import Patience

__all__ = ["Listener", "Patience", "answer_json", "ask", "ask_widely", "results_json", "subgraph_json"]
