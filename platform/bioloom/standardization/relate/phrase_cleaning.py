"""Phrase cleaning: relation phrases checked, and freed of words without meaning for the relation."""

import re
import unicodedata
from functools import cache
from typing import Any

from bioloom.resources import read_table

LONGEST = 1_000
"""Characters of a phrase; a longer one is a text and no relation."""

EMPTY, LONG, BAD = "EMPTY_PHRASE", "LONG_PHRASE", "BAD_PHRASE"

_PLAIN = re.compile(r"[\x20-\x7e]*[A-Za-z][\x20-\x7e]*")
_WORDS = re.compile(r"\w+(?:/\w+)*")
_LONGEST_PLACEHOLDER = 40
_BLANKS = re.compile(r"\s+")
_AUXILIARY = re.compile(
    r"^(?:(?:is|are|was|were|be|been|being|has been|have been|had been|do|does|did)\s+)+(?:(?:an?|the)\s+)?",
    re.IGNORECASE,
)
_EDGES = " .,;:!?\"'`()[]{}"


def phrase_fault(phrase: Any) -> str | None:
    """Give the reason code of what is no relation phrase at all, None for what may be one.

    Line ends and tabs count as blanks; other control characters and broken characters do not belong in a
    phrase. One without any Latin letter says nothing, or says it in a script that the models cannot read.

    >>> phrase_fault("is inhibited by"), phrase_fault("n/a"), phrase_fault("a\\x00b"), phrase_fault("42 %")
    (None, 'EMPTY_PHRASE', 'BAD_PHRASE', 'BAD_PHRASE')
    """
    if not isinstance(phrase, str):
        return EMPTY if phrase is None else BAD
    if len(phrase) > LONGEST:
        return LONG
    if len(phrase) < _LONGEST_PLACEHOLDER and _is_placeholder(phrase):
        return EMPTY
    if _PLAIN.fullmatch(phrase):
        return None
    if not phrase.strip():
        return EMPTY
    kinds = {unicodedata.category(sign) for sign in phrase if sign not in "\t\n\r"}
    if kinds & {"Cc", "Cs", "Co", "Cn"}:
        return BAD
    plain = unicodedata.normalize("NFKD", phrase)
    return None if any(unicodedata.name(sign, "").startswith("LATIN") for sign in plain) else BAD


def _is_placeholder(phrase: str) -> bool:
    words, known = _fold(phrase), _placeholders()
    return words in known or (bool(words) and known.issuperset(words.split()))


@cache
def _placeholders() -> frozenset[str]:
    return frozenset(_fold(row["text"]) for row in read_table("relate/placeholders.tsv"))


def _fold(phrase: str) -> str:
    return " ".join(_WORDS.findall(phrase.lower()))


def tidy(phrase: str) -> str:
    """Give a phrase with single blanks, compatible letters unified, no invisible signs and no outer points.

    >>> tidy(" in\\u00adhibits\\n  the   growth of. ")
    'inhibits the growth of'
    """
    if not phrase.isascii():
        unified = unicodedata.normalize("NFKC", phrase)
        phrase = "".join(sign for sign in unified if unicodedata.category(sign) != "Cf")
    return _BLANKS.sub(" ", phrase).strip(_EDGES)


def bare(phrase: str) -> str:
    """Take off the auxiliaries that a phrase begins with.

    >>> bare("is a part of"), bare("does inhibit"), bare("has part")
    ('part of', 'inhibit', 'has part')
    """
    return _AUXILIARY.sub("", phrase) or phrase


def without_cue(phrase: str, cue: str) -> str | None:
    """Take the words that deny out of a phrase; None where they are not in it or nothing is left to map.

    >>> without_cue("does not affect", "not"), without_cue("unaffected by", "unaffected")
    ('does affect', None)
    """
    found = re.search(rf"(?<!\w){re.escape(cue)}(?!\w)", phrase, re.IGNORECASE) if cue else None
    if found is None:
        return None
    left = _BLANKS.sub(" ", phrase[: found.start()] + " " + phrase[found.end() :]).strip(_EDGES)
    words = [word for word in bare(left).split() if word.lower() not in _SMALL]
    return left if words else None


_SMALL = frozenset(
    {"by", "to", "of", "in", "on", "with", "for", "from", "at", "any", "be", "do", "does", "is"}
)
