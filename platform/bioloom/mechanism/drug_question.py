"""Questions for a drug against a disease that works through a process, read off their words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bioloom.mechanism.gene_question import MechanismQuestion
from bioloom.mechanism.question_forms import first_form

_ENTITY = (
    r"\b(?:which|what)\s+(?:biochemical\s+entity|biochemical|metabolite|endogenous\s+compound|"
    r"small\s+molecule)\b"
)
_NAMED = r"(?:the\s+)?(?:(?:drug|compound|medication|medicine)\s+)?(?P<drug>\S.*?)"
_TREATING = (
    r"(?:(?:via|through|by)\s+its\s+mechanism\s+of\s+action\s+)?(?:in\s+treating|when\s+treating|to\s+treat|"
    r"in\s+the\s+treatment\s+of|against)\s+(?:the\s+)?(?:(?:disease|condition|disorder|symptom)\s+)?"
)
_FORMS = tuple(
    re.compile(rf"{_ENTITY}\s+{form}\s+{_TREATING}(?P<disease>\S.*?)\s*[?.!]*\s*$", re.IGNORECASE)
    for form in (
        rf"is\s+(?:affected|changed|lowered|raised)\s+by\s+{_NAMED}",
        rf"does\s+{_NAMED}\s+(?:affect|change|lower|raise|act\s+on)",
    )
)


def read_metabolite_question(question: str) -> MechanismQuestion | None:
    """Read drug and disease off a question for the metabolite between them; None if it asks something else.

    >>> read_metabolite_question("Which metabolite does allopurinol lower in treating gout?")
    MechanismQuestion(drug='allopurinol', disease='gout', drug_ids=(), disease_ids=())
    >>> read_metabolite_question("Which metabolite is toxic?") is None
    True
    """
    found = first_form(question, _FORMS)
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


def read_drug_question(question: str) -> DrugQuestion | None:
    """Read disease and process off a question for the drug between them; None if it asks something else.

    >>> read_drug_question("Which drug treats fever by targeting biological process: pyroptosis?")
    DrugQuestion(disease='fever', process='pyroptosis', disease_ids=(), process_ids=())
    >>> read_drug_question("Which drug treats fever?") is None
    True
    """
    found = first_form(question, (_FORM,))
    return found and DrugQuestion(found["disease"].strip("\"'“”"), found["process"].strip("\"'“”"))
