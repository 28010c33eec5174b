"""Excluded groups: what a document names only to say that it is not about it: "urine is not covered"."""

import re
from collections.abc import Iterator, Set
from functools import lru_cache

from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import (
    STOP_WORDS,
    QuestionPattern,
    canonical_words,
    is_act,
    is_everyday,
    is_unconstraining,
    matches_any,
)

_EXCLUDES = PatternTable.read("reading/publication_constraints.tsv").compile_each("excludes")
_LACKING = re.compile(r"\b(?:without|lacking|other than|except|unless|if)\b.*")
"""What those lack who are excluded."""


_LONGEST = 2_000
"""Characters of a sentence that are looked at."""


def names_excluded(pattern: QuestionPattern, sentence: str, excluded: Set[str]) -> bool:
    """Say whether a question names what a document excludes, and the sentence does not.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> document = ("Stand sputum for 15 min.", "It does not cover blood or urine.")
    >>> names_excluded(parse_pattern("Standing time for urine?"), document[0], excluded_words(document))
    True
    """
    if not excluded or pattern.type.negative or pattern.reason:
        return False
    asked = {*pattern.own_words, *pattern.anchor_words}.difference(canonical_words(sentence))
    return any(matches_any(word, excluded) for word in asked)


@lru_cache(maxsize=256)
def excluded_words(sentences: tuple[str, ...]) -> frozenset[str]:
    """Give the canonical words that stand only where it is said what a document is not about."""
    said, left = [], []
    for sentence in sentences:
        excluded = [_LACKING.sub("", next(filter(None, each.groups()))) for each in _excluding(sentence)]
        said += excluded
        left += [sentence] if not excluded else []
    known = {word for each in left for word in canonical_words(each)} if said else set()
    words = {word for each in said for word in canonical_words(each)} - known
    telling = (word for word in words if not (is_unconstraining(word) or is_act(word) or is_everyday(word)))
    return frozenset(word for word in telling if word not in STOP_WORDS)


def _excluding(sentence: str) -> Iterator[re.Match[str]]:
    return (each for form in _EXCLUDES for each in form.finditer(sentence[:_LONGEST]))
