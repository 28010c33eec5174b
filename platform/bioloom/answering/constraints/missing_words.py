"""Missing words: names, numbers and everyday words of a question that a whole document does not have."""

import re
from collections.abc import Iterable, Mapping, Sequence

from bioloom.answering.constraints.asked_groups import drugs_of
from bioloom.question_parsing import QuestionPattern, canonical_words, is_everyday, matches_any, short_forms
from bioloom.question_parsing.named_numbers import COUNTS

_NAME = re.compile(r"(?<![.?!] )(?<!^)\b[A-Za-z0-9-]*[A-Z][A-Za-z0-9-]*")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_ANY_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_WORD = re.compile("[a-z]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")

_MOST = 3
"""Everyday words that are counted."""

_SHORT = 2
"""Letters up to which a word names nothing."""

NOTHING_MISSING: Mapping[str, float] = {
    "names absent": 0.0,
    "numbers absent": 0.0,
    "everyday words absent": 0.0,
}
"""The signals of a document that is not at hand as a whole."""


def known_words(texts: Iterable[str]) -> frozenset[str]:
    """Give the canonical words of some texts."""
    return frozenset(word for text in texts for word in canonical_words(text))


def missing_words(
    pattern: QuestionPattern, document: Sequence[str], known: frozenset[str] | None = None
) -> Mapping[str, float]:
    """Say whether a document lacks a name with capitals or of a drug in a question, but for general short
    forms, or a number, and count the everyday words that it lacks, which may be said otherwise; `document`
    are its title and its sentences, `known` their canonical words.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> asked = parse_pattern("How much TNF was left with 50 mg?")
    >>> [*missing_words(asked, ["Some 20% of IL-6 was left with 100 mg."]).values()]
    [1.0, 1.0, 0.0]
    >>> asked = parse_pattern("What do 3 colonies mean?")
    >>> missing_words(asked, ["Three colonies or more."])["numbers absent"]
    0.0
    """
    whole = _THOUSANDS.sub("", " ".join(document))
    known = known_words(document) if known is None else known
    held, question = whole.casefold(), _THOUSANDS.sub("", pattern.text)
    names = [
        name
        for name in (*_NAME.findall(question), *drugs_of(question))
        if name.casefold() not in held
        and not short_forms(name)
        and not all(matches_any(word, known) for word in canonical_words(name))
    ]
    numbers = {*_NUMBER.findall(question)} - {*_ANY_NUMBER.findall(whole)}
    if numbers:
        numbers -= {COUNTS[word] for word in _WORD.findall(held) if word in COUNTS}
    words = [
        word
        for word in dict.fromkeys((*pattern.own_words, *pattern.anchor_words))
        if len(word) > _SHORT and not word.isdigit() and is_everyday(word) and not matches_any(word, known)
    ]
    lost = (float(bool(names)), float(bool(numbers)), float(min(_MOST, len(words))))
    return dict(zip(NOTHING_MISSING, lost, strict=True))
