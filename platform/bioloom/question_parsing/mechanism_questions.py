"""Mechanism question parser: the ends between which a gene, metabolite or drug is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_LONGEST = 1_000
"""Characters of a question that are parsed; a longer one is no mechanism question."""

_GENE_DRUG = r"(?:the\s+)?(?:(?:drug|compound|medication|medicine|chemical)\s+)?(?P<drug>\S.*?)"
_GENE_DISEASE = r"(?:the\s+)?(?:(?:disease|condition|disorder|symptom)\s+)?(?P<disease>\S.*?)\s*[?.!]*\s*$"
_GENE = r"\b(?:which|what)\s+(?:\w+\s+)?(?:gene|protein|target)s?\b"
_GENE_TREATS = (
    r"(?:treats?\s+or\s+impacts?|treats?|impacts?|works?\s+(?:against|in|on|for)|acts?\s+(?:against|in|on)|"
    r"helps?\s+(?:with|against|in)|relieves?|controls?|cures?|ameliorates?|is\s+used\s+(?:for|against|to\s+treat))"
)
_GENE_FORMS = tuple(
    re.compile(form, re.IGNORECASE | re.DOTALL)
    for form in (
        rf"{_GENE}.*?\b(?:how|by\s+which|through\s+which|when|why)\s+{_GENE_DRUG}\s+"
        rf"{_GENE_TREATS}\s+{_GENE_DISEASE}",
        rf"\b(?:through|by|via|over)\s+(?:which|what)\s+(?:gene|protein|target)\s+does\s+{_GENE_DRUG}\s+"
        rf"{_GENE_TREATS}\s+{_GENE_DISEASE}",
        rf"{_GENE}\s+does\s+{_GENE_DRUG}\s+(?:act\s+on|target|work\s+through|use)\s+to\s+"
        rf"{_GENE_TREATS}\s+{_GENE_DISEASE}",
        rf"{_GENE}.*?\b(?:mediates?|explains?)\s+(?:the\s+)?(?:effects?|action)\s+of\s+{_GENE_DRUG}\s+"
        rf"(?:on|in|against)\s+{_GENE_DISEASE}",
    )
)
_METABOLITE = (
    r"\b(?:which|what)\s+(?:biochemical\s+entity|biochemical|metabolite|endogenous\s+compound|"
    r"small\s+molecule)\b"
)
_METABOLITE_DRUG = r"(?:the\s+)?(?:(?:drug|compound|medication|medicine)\s+)?(?P<drug>\S.*?)"
_METABOLITE_TREATING = (
    r"(?:(?:via|through|by)\s+its\s+mechanism\s+of\s+action\s+)?(?:in\s+treating|when\s+treating|to\s+treat|"
    r"in\s+the\s+treatment\s+of|against)\s+(?:the\s+)?(?:(?:disease|condition|disorder|symptom)\s+)?"
)
_METABOLITE_FORMS = tuple(
    re.compile(
        rf"{_METABOLITE}\s+{form}\s+{_METABOLITE_TREATING}(?P<disease>\S.*?)\s*[?.!]*\s*$", re.IGNORECASE
    )
    for form in (
        rf"is\s+(?:affected|changed|lowered|raised)\s+by\s+{_METABOLITE_DRUG}",
        rf"does\s+{_METABOLITE_DRUG}\s+(?:affect|change|lower|raise|act\s+on)",
    )
)


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


_HOW_DRUG = r"(?:the\s+)?(?:(?:drug|compound|medication|medicine|chemical)\s+)?(?P<drug>\S.*?)"
_HOW_DOES = r"(?:does|do|did|can|could|may|might)"
_HOW_DISEASE = (
    r"(?:(?:in|with|against|for|on)\s+)?(?:(?:patients|people|those)\s+with\s+)?(?:the\s+)?"
    r"(?:(?:disease|condition|disorder|symptom)\s+)?(?P<disease>\S.*?)"
)
_HOW_TREATED = _HOW_DISEASE.replace("<disease>", "<treated>")
_HOW_ACTS = (
    rf"(?:(?:works?|acts?|helps?|functions?)(?:\s+{_HOW_DISEASE})?|"
    rf"(?:treats?|relieves?|controls?|cures?|ameliorates?|eases?)\s+{_HOW_TREATED})"
)
_HOW_FORMS = tuple(
    re.compile(rf"^\W*{form}\s*[?.!]*\s*$", re.IGNORECASE | re.DOTALL)
    for form in (
        rf"(?:how|by\s+(?:what|which)\s+mechanisms?|through\s+(?:what|which)\s+mechanisms?)\s+{_HOW_DOES}\s+"
        rf"{_HOW_DRUG}\s+{_HOW_ACTS}",
        rf"what\s+is\s+the\s+mechanism(?:\s+of\s+action)?\s+of\s+{_HOW_DRUG}"
        rf"(?:\s+(?=in\b|against\b|on\b){_HOW_DISEASE})?",
        rf"what\s+is\s+{_HOW_DRUG}['’]s?\s+mechanism(?:\s+of\s+action)?"
        rf"(?:\s+(?=in\b|against\b|on\b){_HOW_DISEASE})?",
    )
)


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


_DRUG = r"\b(?:which|what)\s+(?:\w+\s+)?(?:drug|compound|medication|medicine|chemical)s?\b"
_TREATS = (
    r"(?:can\s+be\s+used|could\s+be\s+used|is\s+used|are\s+used|is\s+given|are\s+given)\s+"
    r"(?:in\s+the\s+treatment\s+of|in\s+treating|to\s+treat|to\s+relieve|against|for)|"
    r"treats?|relieves?|eases?|(?:works?|acts?|helps?)\s+against"
)
_THROUGH = (
    r"(?:by\s+(?:targeting|acting\s+on|acting\s+in|affecting|changing|influencing)|through|via)\s+"
    r"(?:the\s+)?(?:biological\s+)?(?:process(?:\s+of)?\b\s*:?\s*)?"
)
_FORM = re.compile(
    rf"{_DRUG}\s+(?:{_TREATS})\s+(?:the\s+)?(?:(?:disease|condition|disorder|symptom)\s+)?(?P<disease>\S.*?)\s+"
    rf"{_THROUGH}(?P<process>\S.*?)\s*[?.!]*\s*$",
    re.IGNORECASE | re.DOTALL,
)


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
    if len(text) > _LONGEST:
        return None
    return next((match for form in forms if (match := form.search(text))), None)
