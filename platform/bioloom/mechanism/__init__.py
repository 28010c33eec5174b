"""Which gene a drug works through against a disease, which drug works through a process: paths, ranked."""

from bioloom.mechanism.candidates import Candidate, Claim, uses
from bioloom.mechanism.drug_question import DrugQuestion, read_drug_question
from bioloom.mechanism.drug_ranking import DrugAnswer, DrugCandidate, paths_into, ranked_drugs
from bioloom.mechanism.gene_question import MechanismQuestion, read_mechanism_question
from bioloom.mechanism.gene_ranking import MechanismAnswer, ranked_genes

__all__ = [
    "Candidate",
    "Claim",
    "DrugAnswer",
    "DrugCandidate",
    "DrugQuestion",
    "MechanismAnswer",
    "MechanismQuestion",
    "paths_into",
    "ranked_drugs",
    "ranked_genes",
    "read_drug_question",
    "read_mechanism_question",
    "uses",
]
