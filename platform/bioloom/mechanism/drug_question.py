"""Questions for a drug against a disease that works through a process, read off their words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bioloom.mechanism.forms import first_form

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
