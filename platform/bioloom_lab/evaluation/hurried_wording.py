"""Hurried wordings: questions as typed at the bench, without articles, auxiliaries and capitals."""

from __future__ import annotations

import re
from dataclasses import replace
from zlib import crc32

from bioloom_lab.evaluation.questions import GoldQuestion

_SHORTER = (
    (r"\b(?:at|to|under) (?=(?:what|which)\b)", ""),
    (r"\bfor (?=how long\b)", ""),
    (r"\b(?:what|which) (?:is|are|was|were) the (?=[\w-]+ (?:of|for|in|at)\b)", ""),
    (r"\btemperature\b", "temp"),
    (r"\bconcentration\b", "conc"),
    (r"\b(?:the|an?|is|are|was|were|does|do|did|be|been|must|should|one|each|every)\b(?! of\b)", ""),
    (r"\b(?:protocol|procedure)\b", ""),
)
_PLACE = re.compile(
    r"^(?P<rest>(?!.*\b(?:compared?|versus|and (?:in|for|of|how|what|which))\b).*?\w)[\s,]+"
    r"(?:in|of|for) (?:the )?(?P<place>(?!.*\b(?:how|what|which)\b)(?:[A-Z][\w®™/-]*[\s(]?){2}.*)$"
)
"""A name of a protocol at the end of a question."""

_PLAIN = re.compile(r"\b[A-Z][a-z]+\b")


def hurried(question: GoldQuestion) -> GoldQuestion:
    """Give a question in hurried words, with the same gold; about half of those that end with the name of a
    protocol begin with it, by a checksum.

    >>> hurried(GoldQuestion("1", "How long are the cells lysed?", frozenset())).question
    'how long cells lysed'
    """
    text = question.question.rstrip(" ?.")
    found = _PLACE.match(text)
    if found:
        rest, place = found["rest"], found["place"]
        text = f"{place}, {rest}" if crc32(text.encode()) % 2 else f"{rest}, {place}"
    for pattern, shorter in _SHORTER:
        text = re.sub(pattern, shorter, text, flags=re.IGNORECASE)
    text = _PLAIN.sub(lambda word: word[0].lower(), " ".join(text.split()))
    return replace(question, question=text.replace(" ,", ",").strip(" ,"))
