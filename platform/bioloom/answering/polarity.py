"""Polarity marks of a sentence or question: denials, significance, hedges, directions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from bioloom.errors import OntologyError
from bioloom.question_parsing.relation_questions import ACTING
from bioloom.resources import read_table
from bioloom.standardization.relate.negation_cues import cues_of

TABLE = "verdicts/words.tsv"
_LONGEST = 2_000
"""Characters of a sentence that are looked at."""
_MOST_P_VALUES = 3
_CHANCE = 0.05
_BUT_NOT = re.compile(
    r"(?P<held>(?:[^\s,;:]+,?\s+){1,5})(?:but|and|although)\s+not\s+(?P<denied>(?:[^\s,;:.()]+\s*){1,4})",
    re.IGNORECASE,
)
"""What is contrasted, and up to four words of what is excepted."""

_WORD = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
_P_VALUE = re.compile(
    r"\bp(?:[ -]?values?)?\s*(<|>|=|≤|≥|&lt;|&gt;)\s*(?:or\s?=\s*)?(0?\.\d{1,9})", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def read_finding(sentence: str) -> Mapping[str, float]:
    """Give the marks of a sentence as numbers: 0 or 1, but for the count of p-values, 0 to 3.

    >>> found = read_finding("Survival did not differ between the groups (p = 0.41).")
    >>> [mark for mark, number in found.items() if number]
    ['denied', 'no difference', 'p above 0.05', 'figures']
    """
    text = sentence[:_LONGEST]
    cues = [cue for cue in cues_of(text) if cue.kind != "pseudo"]
    marks = _marks("sentence", text)
    low, high = _p_values(text)
    denied = bool(cues)
    claimed = any(marks[name] for name in ("more", "less", "related"))
    return {
        "denied": float(denied),
        "no difference": float(any(cue.kind == "comparative" for cue in cues)),
        "p below 0.05": float(low),
        "p above 0.05": float(high),
        **marks,
        "significant": float(bool(marks["significant"]) and not denied),
        "related": float(claimed and not denied),
    }


def denied_span(sentence: str, start: int, end: int) -> bool:
    """Say whether a part of a sentence is what it excepts: "7-NI" in "L-NIL but not 7-NI reduces pain"."""
    return any(start >= found.start("denied") and end <= _end(found) for found in _BUT_NOT.finditer(sentence))


def excepts(sentence: str, question: str) -> bool:
    """Say whether a question is about what a sentence excepts, and not about what it contrasts with that.

    >>> told = "Inducible NO synthase but not neuronal NO synthase activity reduces pain."
    >>> excepts(told, "Does neuronal NO synthase reduce pain?"), excepts(told, "Does inducible NO synthase?")
    (True, False)
    """
    asked = frozenset(_WORD.findall(question.casefold()))
    for found in _BUT_NOT.finditer(sentence[:_LONGEST]):
        held = frozenset(_WORD.findall(found["held"].casefold()))
        denied = frozenset(_WORD.findall(sentence[found.start("denied") : _end(found)].casefold()))
        if asked & (denied - held) and not asked & (held - denied):
            return True
    return False


def _end(found: re.Match[str]) -> int:
    """Find where that ends which is excepted: before its verb."""
    words = _WORD.finditer(found["denied"])
    verb = next(
        (word for word in words if word[0].lower().startswith(ACTING) or word[0].endswith("ly")), None
    )
    return found.start("denied") + verb.start() if verb else found.end("denied")


def read_asking(question: str) -> Mapping[str, float]:
    """Give the marks of a question, each 0 or 1.

    >>> [mark for mark, number in read_asking("Is routine imaging still necessary?").items() if number]
    ['need', 'is', 'doubt']
    """
    return _marks("question", question[:_LONGEST])


def _marks(of: str, text: str) -> dict[str, float]:
    return {mark: float(bool(words.search(text))) for mark, words in _patterns(of)}


@cache
def _patterns(of: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    try:
        return tuple(
            (row["mark"], re.compile(row["words"], re.IGNORECASE))
            for row in read_table(TABLE)
            if row["of"] == of
        )
    except re.error as fault:
        raise OntologyError(f"ontology/{TABLE}: words are no regular expression: {fault}") from fault


def _p_values(text: str) -> tuple[int, int]:
    """Count the p-values of a text up to 0.05 and above it, three of each at most."""
    low = high = 0
    for sign, digits in _P_VALUE.findall(text):
        above = float(digits) > _CHANCE or (sign in (">", "≥", "&gt;") and float(digits) >= _CHANCE)
        low, high = low + (not above), high + above
    return min(low, _MOST_P_VALUES), min(high, _MOST_P_VALUES)
