"""Annotated relations as cases: claims with gold labels, to train and to score with."""

from bioloom_lab.relate_cases.biored import biored_cases
from bioloom_lab.relate_cases.case import NONE, RelationCase, Split, in_text_order
from bioloom_lab.relate_cases.chemprot import chemprot_cases, chemprot_unrelated
from bioloom_lab.relate_cases.corpora import corpora_in, read_cases
from bioloom_lab.relate_cases.labelled_pairs import ddi_cases, git_cases

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
