"""Evaluation of mechanism questions of DrugMechDB: genes, drugs and metabolites."""
