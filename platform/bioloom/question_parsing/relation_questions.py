"""Questions about relations: which end of the relation is named, what is asked for, and what is left out."""

from __future__ import annotations

import re
from typing import Literal

from bioloom.names import tokens

End = Literal["subject", "object"]

ACTING = tuple(
    """
    activat affect ameliorat block caus control decreas downregulat enhanc help increas induc inhibit modulat
    prevent reduc regulat stimulat suppress target treat upregulat
    """.split()  # noqa: SIM905 (as the other word lists)
)
"""Beginnings of verbs whose active subject is the subject of the Biolink predicates that they ask for."""

_WH = frozenset(["what", "which", "who"])
_DO = frozenset(["do", "does", "did", "can", "could", "may", "might", "will"])
BE = frozenset(["is", "are", "was", "were"])
_BY = frozenset(["by", "with", "through"])
_FILLING = frozenset(
    ["not", "also", "directly", "indirectly", "commonly", "typically", "usually", "be", "known", "to"]
)
_PATIENTS = frozenset(["target", "targets"])
_HEAD = re.compile(r"\b(?:which|what)\s+(?:kind of\s+|other\s+)?(?P<words>[\w-]+(?:\s+[\w-]+)?)", re.I)
_APART = re.compile(
    r"\b(?:(?:apart|aside) from|(?:else|other|rather) than|as opposed to|besides|except(?: for)?|"
    r"instead of)\b"
    r"(?P<clause>[^,;?]*)",
    re.IGNORECASE,
)
_AGENTS = ("or", "ors", "er", "ers", "ing")


def named_end(question: str) -> End | None:
    """Say which end of the asked relation the entity is that a question names; None where that is open.

    For a question for yes or no, which names both, it is the end of the one that is named first.

    >>> named_end("What activates EGFR?"), named_end("Which genes does EGFR activate?")
    ('object', 'subject')
    >>> named_end("Which genes are regulated by EGFR?"), named_end("What is EGFR inhibited by?")
    ('subject', 'object')
    >>> named_end("Which inhibitors of EGFR are known?"), named_end("Is asthma treated with celecoxib?")
    ('object', 'object')
    >>> named_end("What are the targets of gefitinib?"), named_end("Is asthma a target of celecoxib?")
    ('subject', 'object')
    >>> named_end("Which symptoms does asthma have?")
    """
    words = [word for word in tokens(question.lower()) if word not in _FILLING]
    at = next((place for place, word in enumerate(words) if word.startswith(ACTING)), None)
    if at is None:
        return None
    verb, before, after = words[at], words[:at], words[at + 1 :]
    closed = bool(before) and before[0] in BE | _DO
    if verb.endswith("ed"):
        return _of_participle(before, after, closed=closed)
    if verb in _PATIENTS and after[:1] == ["of"]:
        return "object" if closed else "subject"
    if closed:
        return "subject"
    if verb.endswith(_AGENTS):
        return "object" if after else None
    helper = next((place for place, word in enumerate(before) if word in _DO), None)
    if helper is not None:
        return "subject" if before[helper + 1 :] else "object"
    if not before or before[0] not in _WH:
        return None
    return "object" if after not in ([], ["for"]) else "subject"


def _of_participle(before: list[str], after: list[str], *, closed: bool) -> End | None:
    """Read a participle: "regulated by EGFR", "is EGFR regulated by", "by which gene is EGFR regulated"."""
    agent = next((place for place, word in enumerate(after) if word in _BY), None)
    asked = agent is not None and (not after[agent + 1 :] or after[agent + 1] in _WH)
    if closed:
        return None if agent is None or asked else "object"
    if asked or (before and before[0] in _BY):
        return "object"
    if agent is not None:
        return "subject"
    return None if BE.intersection(before) else "object"


def asked_nouns(question: str) -> tuple[str, ...]:
    """Give the words with which a question calls what it asks for, two at most, its verb perhaps among them.

    >>> asked_nouns("Which matrix metalloproteinase rises?"), asked_nouns("What activates EGFR?")
    (('matrix', 'metalloproteinase'), ())
    """
    found = _HEAD.search(question)
    words = tuple(found["words"].split()) if found else ()
    verbs = BE | _DO | _BY | {"has", "have", "else", "of", "in", "for", "to"}
    low = [word.lower() for word in words]
    stop = next((at for at, word in enumerate(low) if word in verbs or word.startswith(ACTING)), len(words))
    return words[:stop]


def leave_out(question: str) -> tuple[str, str]:
    """Part a question from what it leaves out, "apart from glaucoma".

    >>> leave_out("What does timolol treat apart from glaucoma?")
    ('What does timolol treat  ?', ' glaucoma')
    """
    return _APART.sub(" ", question), " ".join(_APART.findall(question))
