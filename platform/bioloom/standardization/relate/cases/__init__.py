"""Annotated relations as cases: claims with gold labels, to train and to score with."""

from bioloom.standardization.relate.cases.biored import biored_cases
from bioloom.standardization.relate.cases.case import NONE, RelationCase, Split, in_text_order
from bioloom.standardization.relate.cases.chemprot import chemprot_cases, chemprot_unrelated
from bioloom.standardization.relate.cases.pairs import ddi_cases, git_cases
from bioloom.standardization.relate.cases.reading import corpora_in, read_cases

__all__ = [
    "NONE",
    "RelationCase",
    "Split",
    "biored_cases",
    "chemprot_cases",
    "chemprot_unrelated",
    "corpora_in",
    "ddi_cases",
    "git_cases",
    "in_text_order",
    "read_cases",
]
