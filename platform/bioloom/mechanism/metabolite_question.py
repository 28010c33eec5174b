"""Questions for the biochemical entity that a drug affects in treating a disease, read off their words."""

from __future__ import annotations

import re

from bioloom.mechanism.forms import first_form
from bioloom.mechanism.question import MechanismQuestion

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
