"""Questions about relations: which end of the relation is named, what is asked for, what is left
out, and what is asked about together."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Literal

from bioloom.names import normalise, tokens
from bioloom.pattern_table import PatternTable

End = Literal["subject", "object"]

_WORDS = PatternTable.read("asking/words.tsv")
ACTING = tuple(sorted(_WORDS.words("acting")))
"""Beginnings of verbs whose active subject is the subject of the Biolink predicates that they ask for."""

_WH = frozenset(["what", "which", "who"])
_DO = frozenset(["do", "does", "did", "can", "could", "may", "might", "will"])
BE = frozenset(["is", "are", "was", "were"])
_BY = frozenset(["by", "with", "through"])
_FILLING = frozenset(
    ["not", "also", "directly", "indirectly", "commonly", "typically", "usually", "be", "known", "to"]
)
_PATIENTS = _WORDS.words("patient")
_HEAD = re.compile(r"\b(?:which|what)\s+(?:kind of\s+|other\s+)?(?P<words>[\w-]+(?:\s+[\w-]+)?)", re.I)
AUXILIARIES = BE | {"do", "does", "did", "has", "have", "had", "can"}
"""Verbs that only help another one."""

_PATTERNS = PatternTable.read("asking/relations.tsv", aux=f"(?:{'|'.join(sorted(AUXILIARIES))})")
_APART = _PATTERNS.compile("apart")
_DEFINED = _PATTERNS.compile("defined")
_TOGETHER = _PATTERNS.compile("together")
_COORDINATED = _PATTERNS.compile("coordinated")
_SUBTRACTED = _PATTERNS.compile_each("subtracted")

_LONGEST_SUBTRACTION = 1_000
"""Characters of a question in which something is left out so; beyond, no form is looked for."""


_NOUNS = ("ment", "ments", "tion", "tions")
_NOUN_ENDS: dict[str, End] = {"of": "object", "for": "object", "against": "object", "with": "subject"}
"""Which end a name behind a noun is, "treatment of gout", "treatment with aspirin"."""

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
    >>> named_end("What is the treatment for gout?"), named_end("Which drugs are listed for gout treatment?")
    ('object', None)
    >>> named_end("Is cough a symptom of asthma?"), named_end("Does asthma have cough as a symptom?")
    ('object', 'subject')
    >>> named_end("Which symptoms does asthma have?")
    """
    words = [word for word in tokens(question.lower()) if word not in _FILLING]
    verbs = (place for place, word in enumerate(words) if word.startswith(ACTING))
    at = next(verbs, None)
    if at is None:
        return _of_patient(words)
    verb, before, after = words[at], words[:at], words[at + 1 :]
    closed = bool(before) and before[0] in BE | _DO
    if verb.endswith("ed"):
        return _of_participle(before, after, closed=closed)
    if verb in _PATIENTS and after[:1] == ["of"]:
        return "object" if closed else "subject"
    if closed:
        return "subject"
    if verb.endswith(_NOUNS):
        return _NOUN_ENDS.get(after[0]) if after else None
    if verb.endswith(_AGENTS):
        return "object" if after else None
    helper = next((place for place, word in enumerate(before) if word in _DO), None)
    if helper is not None:
        return "subject" if before[helper + 1 :] else "object"
    if not before or before[0] not in _WH:
        return None
    return "object" if after not in ([], ["for"]) else "subject"


def _of_patient(words: list[str]) -> End | None:
    """Read what the subject has or acts on: "symptoms of asthma", "is cough a symptom of asthma"."""
    at = next((place for place, word in enumerate(words) if word in _PATIENTS), None)
    if at is None:
        return None
    closed, of = words[0] in BE | _DO, words[at + 1 : at + 2] == ["of"]
    if closed:
        return "object" if of else "subject"
    return "subject" if of else None


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
    """Give the words with which a question calls what it asks for, two at most, perhaps with a rare verb.

    >>> asked_nouns("Which matrix metalloproteinase rises?"), asked_nouns("What activates EGFR?")
    (('matrix', 'metalloproteinase'), ())
    >>> asked_nouns("Which source says so?")
    ('source',)
    """
    found = _HEAD.search(question)
    words = tuple(found["words"].split()) if found else ()
    verbs = BE | _DO | _BY | _WORDS.words("behind_noun")
    low = [word.lower() for word in words]
    stop = next((at for at, word in enumerate(low) if word in verbs or word.startswith(ACTING)), len(words))
    return words[:stop]


def defined_name(question: str) -> str:
    """Give the name of the thing of which a question asks what it is; empty if it asks anything else.

    >>> defined_name("What is riluzole?"), defined_name("what does DPP4 do")
    ('riluzole', 'DPP4')
    >>> defined_name("What treats gout?")
    ''
    """
    found = _DEFINED.match(question)
    return (found["is"] or found["does"]) if found else ""


def leave_out(question: str) -> tuple[str, str]:
    """Part a question from what it leaves out, "apart from glaucoma".

    >>> leave_out("What does timolol treat apart from glaucoma?")
    ('What does timolol treat  ?', ' glaucoma')
    """
    return _APART.sub(" ", question), " ".join(_APART.findall(question))


def subtracted(question: str) -> tuple[str, str]:
    """Part a question for what is joined with one thing and not with another from the other one.

    >>> subtracted("Which drugs treat asthma but not gout?")
    ('Which drugs treat asthma', 'gout')
    >>> subtracted("Which genes does A bind that B does not?")
    ('Which genes does A bind', 'B')
    >>> subtracted("Which drugs that treat asthma do not bind ADRB2?")
    ('Which drugs treat asthma', 'bind ADRB2')
    >>> subtracted("Which drugs do not treat asthma?")
    ('Which drugs do not treat asthma?', '')
    """
    for form in _SUBTRACTED if len(question) <= _LONGEST_SUBTRACTION else ():
        if found := form.match(question):
            said = " ".join(filter(None, (found["said"], found.groupdict().get("more"))))
            return said + question[found.end() :].rstrip(" ?"), found["clause"].strip()
    return question, ""


def asks_in_common(question: str) -> bool:
    """Say whether a question asks for what several things have in common, and not for what one of them has.

    >>> asks_in_common("What treats both asthma and COPD?"), asks_in_common("What treats asthma or COPD?")
    (True, False)
    """
    return bool(_TOGETHER.search(question))


def coordinated_names(question: str, names: Iterable[str]) -> tuple[str, ...]:
    """Give those of some names that a question asks about together, "asthma and migraine"; none of one alone.

    >>> coordinated_names("What treats Graves' disease, gout and flu?", ["gout", "graves disease", "flu"])
    ('graves disease', 'gout', 'flu')
    """
    question = ", ".join(map(normalise, question.split(", ")))  # the normal form of a name has no comma
    places = ((re.search(rf"\b{re.escape(name)}\b", question), name) for name in names)
    found = sorted((place.start(), name) for place, name in places if place)
    together: list[str] = []
    for (start, one), (other, two) in pairwise(found):
        if _COORDINATED.fullmatch(question[start + len(one) : other]):
            together += [one, two]
    return tuple(dict.fromkeys(together))
