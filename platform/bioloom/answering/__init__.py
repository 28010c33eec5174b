"""Question -> evidence -> an answer with verified citations, or an honest abstention."""

from bioloom.answering.json_schema import answer_json, citation_json, results_json, subgraph_json
from bioloom.answering.pipeline import ask
from bioloom.answering.readers.federated_reader import Outgoing, plan_outgoing
from bioloom.answering.streaming import Listener
from bioloom.llm import Patience
