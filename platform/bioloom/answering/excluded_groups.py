"""Excluded groups: what a document names only to say that it is not about it: "urine is not covered"."""

from collections.abc import Set
from functools import lru_cache

from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import (
    STOP_WORDS,
    QuestionPattern,
    folded_words,
    is_act,
    is_common,
    is_soft,
    stands_in,
)

_EXCLUDES = PatternTable.read("reading/publication_constraints.tsv").compile("excludes")


def names_excluded(pattern: QuestionPattern, sentence: str, excluded: Set[str]) -> bool:
    """Say whether a question names what a document excludes, and the sentence does not.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> told = ("Stand sputum for 15 min.", "It does not cover blood or urine.")
    >>> names_excluded(parse_pattern("Standing time for urine?"), told[0], excluded_words(told))
    True
    """
    if not excluded or pattern.type.negative or pattern.reason:
        return False
    asked = {*pattern.focus, *pattern.order}.difference(folded_words(sentence))
    return any(stands_in(word, excluded) for word in asked)


@lru_cache(maxsize=256)
def excluded_words(sentences: tuple[str, ...]) -> frozenset[str]:
    """Give the folded words that stand only in sentences that say what a document is not about."""
    excluding = [each for each in sentences if _EXCLUDES.search(each)]
    if not excluding:
        return frozenset()
    said = {word for each in sentences if each not in excluding for word in folded_words(each)}
    words = {word for each in excluding for word in folded_words(each)} - said
    telling = (word for word in words if not (is_soft(word) or is_act(word) or is_common(word)))
    return frozenset(word for word in telling if word not in STOP_WORDS)
