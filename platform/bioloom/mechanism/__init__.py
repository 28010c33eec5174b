"""Which gene a drug works through against a disease: candidates by paths of the graph, ranked."""

from bioloom.mechanism.asking import MechanismAnswer, ranked_genes
from bioloom.mechanism.candidates import Candidate, Claim, uses
from bioloom.mechanism.question import MechanismQuestion, read_mechanism_question

__all__ = [
    "Candidate",
    "Claim",
    "MechanismAnswer",
    "MechanismQuestion",
    "ranked_genes",
    "read_mechanism_question",
    "uses",
]
