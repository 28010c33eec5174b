"""Questions for the gene through which a drug works against a disease, read off their words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bioloom.mechanism.question_forms import first_form

_DRUG = r"(?:the\s+)?(?:(?:drug|compound|medication|medicine|chemical)\s+)?(?P<drug>\S.*?)"
_DISEASE = r"(?:the\s+)?(?:(?:disease|condition|disorder|symptom)\s+)?(?P<disease>\S.*?)\s*[?.!]*\s*$"
_GENE = r"\b(?:which|what)\s+(?:\w+\s+)?(?:gene|protein|target)s?\b"
_TREATS = (
    r"(?:treats?\s+or\s+impacts?|treats?|impacts?|works?\s+(?:against|in|on|for)|acts?\s+(?:against|in|on)|"
    r"helps?\s+(?:with|against|in)|relieves?|controls?|cures?|ameliorates?|is\s+used\s+(?:for|against|to\s+treat))"
)
_FORMS = tuple(
    re.compile(form, re.IGNORECASE | re.DOTALL)
    for form in (
        rf"{_GENE}.*?\b(?:how|by\s+which|through\s+which|when|why)\s+{_DRUG}\s+{_TREATS}\s+{_DISEASE}",
        rf"\b(?:through|by|via|over)\s+(?:which|what)\s+(?:gene|protein|target)\s+does\s+{_DRUG}\s+"
        rf"{_TREATS}\s+{_DISEASE}",
        rf"{_GENE}\s+does\s+{_DRUG}\s+(?:act\s+on|target|work\s+through|use)\s+to\s+{_TREATS}\s+{_DISEASE}",
        rf"{_GENE}.*?\b(?:mediates?|explains?)\s+(?:the\s+)?(?:effects?|action)\s+of\s+{_DRUG}\s+"
        rf"(?:on|in|against)\s+{_DISEASE}",
    )
)


@dataclass(frozen=True, slots=True)
class MechanismQuestion:
    """A drug and a disease, each by name, by ids, or by both; ids are CURIEs of any vocabulary."""

    drug: str
    disease: str
    drug_ids: tuple[str, ...] = ()
    disease_ids: tuple[str, ...] = ()


def read_mechanism_question(question: str) -> MechanismQuestion | None:
    """Read drug and disease off a question for the gene between them; None if it asks something else.

    >>> read_mechanism_question("Which gene matters most in how aspirin treats chronic pain?")
    MechanismQuestion(drug='aspirin', disease='chronic pain', drug_ids=(), disease_ids=())
    >>> read_mechanism_question("Which genes does aspirin bind?") is None
    True
    """
    found = first_form(question, _FORMS)
    return found and MechanismQuestion(_bare(found["drug"]), _bare(found["disease"]))


def _bare(name: str) -> str:
    return name.strip(" \t\"'“”‘’,;")
