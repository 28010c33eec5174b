"""Mechanism question parser: the ends between which a gene, metabolite or drug is asked for."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bioloom.pattern_table import PatternTable

_LONGEST_MECHANISM_QUESTION = 1_000
"""Characters of a question that are parsed; a longer one is no mechanism question."""

_PATTERNS = PatternTable.read("asking/mechanisms.tsv")
_GENE_FORMS = _PATTERNS.compile_each("gene_forms", re.IGNORECASE | re.DOTALL)
_METABOLITE_FORMS = _PATTERNS.compile_each("metabolite_forms")
_HOW_FORMS = _PATTERNS.compile_each("how_forms", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class MechanismQuestion:
    """A drug and a disease, each by name, by ids, or by both; ids are CURIEs of any vocabulary."""

    drug: str
    disease: str
    drug_ids: tuple[str, ...] = ()
    disease_ids: tuple[str, ...] = ()


def parse_gene_question(question: str) -> MechanismQuestion | None:
    """Parse drug and disease from a question for the gene between them; None if it asks something else.

    >>> parse_gene_question("Which gene matters most in how aspirin treats chronic pain?")
    MechanismQuestion(drug='aspirin', disease='chronic pain', drug_ids=(), disease_ids=())
    >>> parse_gene_question("Which genes does aspirin bind?") is None
    True
    """
    found = _first_form(question, _GENE_FORMS)
    return found and MechanismQuestion(_bare(found["drug"]), _bare(found["disease"]))


def parse_how_question(question: str) -> MechanismQuestion | None:
    """Parse drug and disease from a question for how a drug works, the disease empty where none is named.

    >>> parse_how_question("By what mechanism does orlistat work against obesity?")
    MechanismQuestion(drug='orlistat', disease='obesity', drug_ids=(), disease_ids=())
    >>> parse_how_question("How does donepezil work?")
    MechanismQuestion(drug='donepezil', disease='', drug_ids=(), disease_ids=())
    >>> parse_how_question("How is the pellet washed?") is None
    True
    """
    found = _first_form(question, _HOW_FORMS)
    if found is None:
        return None
    named = found.groupdict()
    return MechanismQuestion(_bare(found["drug"]), _bare(named.get("treated") or named.get("disease") or ""))


def _bare(name: str) -> str:
    return name.strip(" \t\"'“”‘’,;")


def parse_metabolite_question(question: str) -> MechanismQuestion | None:
    """Parse drug and disease from a question for the metabolite between them; None if it asks something else.

    >>> parse_metabolite_question("Which metabolite does allopurinol lower in treating gout?")
    MechanismQuestion(drug='allopurinol', disease='gout', drug_ids=(), disease_ids=())
    >>> parse_metabolite_question("Which metabolite is toxic?") is None
    True
    """
    found = _first_form(question, _METABOLITE_FORMS)
    return found and MechanismQuestion(found["drug"].strip("\"'“”"), found["disease"].strip("\"'“”"))


_FORM = _PATTERNS.compile("drug_form", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class DrugQuestion:
    """A disease and a process, each by name, by ids, or by both; ids are CURIEs of any vocabulary."""

    disease: str
    process: str
    disease_ids: tuple[str, ...] = ()
    process_ids: tuple[str, ...] = ()


def parse_drug_question(question: str) -> DrugQuestion | None:
    """Parse disease and process from a question for the drug between them; None if it asks something else.

    >>> parse_drug_question("Which drug treats fever by targeting biological process: pyroptosis?")
    DrugQuestion(disease='fever', process='pyroptosis', disease_ids=(), process_ids=())
    >>> parse_drug_question("Which drug treats fever?") is None
    True
    """
    found = _first_form(question, (_FORM,))
    return found and DrugQuestion(found["disease"].strip("\"'“”"), found["process"].strip("\"'“”"))


def _first_form(question: str, forms: Iterable[re.Pattern[str]]) -> re.Match[str] | None:
    """Match a question against forms, its white space made single blanks; the first that matches counts."""
    text = " ".join(question.split())
    if len(text) > _LONGEST_MECHANISM_QUESTION:
        return None
    return next((match for form in forms if (match := form.search(text))), None)
