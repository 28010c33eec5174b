"""Named places: whether a value of a sentence is told of other cells or tissues than a question names."""

import re
from collections.abc import Sequence, Set
from functools import lru_cache

from bioloom.answering.constraints.asked_object import asked_object
from bioloom.answering.constraints.missing_words import known_words
from bioloom.answering.texts.sentence_clauses import clause_around
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import (
    QuestionPattern,
    canonical_words,
    is_everyday,
    matches_any,
    names_organism,
)

_PATTERNS = PatternTable.read("reading/named_places.tsv")
_IN = _PATTERNS.compile("within")
_JOINT = _PATTERNS.compile("joint")
_HALVES = re.compile(r";")
_SHORT = 2
"""Letters up to which a word names nothing."""


def stated_elsewhere(pattern: QuestionPattern, sentence: str, start: int, document: Sequence[str]) -> bool:
    """Say whether the clause in which a value begins names another place than "in ..." of a question, which
    another clause or another sentence of the document has; or whether a number stands in a half of the
    sentence that has no word of the question, and another half has some.

    `document` are the title and the sentences at hand.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> sentence = "TRPV1 rose 2.7-fold in dorsal root ganglia but was unchanged in the spinal cord."
    >>> places = ("ganglia", "spinal cord")
    >>> asked = [parse_pattern(f"How much did TRPV1 rise in the {each}?") for each in places]
    >>> [stated_elsewhere(each, sentence, 11, ["Pain", sentence]) for each in asked]
    [False, True]
    """
    clause = clause_around(sentence, start, start + 1, _JOINT)
    own = frozenset(canonical_words(clause))
    here = _places(clause)
    titled = known_words(document[:1])
    for place in _places(pattern.text):
        words = [word for word in place if not matches_any(word, titled) and not names_organism(word)]
        if not words or any(matches_any(word, own) for word in words):
            continue
        known = known_words(document)
        if any(set(each).isdisjoint(words) for each in here) and all(
            matches_any(word, known) for word in words
        ):
            return True
    if not sentence[start].isdigit():
        return False
    if _named_in_other_clause(asked_object(pattern.text), own, sentence):
        return True
    half = clause_around(sentence, start, start + 1, _HALVES)
    if len(half) == len(sentence):
        return False
    asked = [word for word in pattern.own_words if not (is_everyday(word) or matches_any(word, titled))]
    held = sum(matches_any(word, frozenset(canonical_words(half))) for word in asked)
    return not held and any(matches_any(word, frozenset(canonical_words(sentence))) for word in asked)


def _named_in_other_clause(thing: str, clause: Set[str], sentence: str) -> bool:
    """Say whether another clause of a sentence has a word of a thing that this one lacks."""
    said = frozenset(canonical_words(sentence))
    words = [word for word in canonical_words(thing) if len(word) > _SHORT and not is_everyday(word)]
    return any(matches_any(word, said) and not matches_any(word, clause) for word in words)


@lru_cache(maxsize=4096)
def _places(text: str) -> tuple[tuple[str, ...], ...]:
    """Give what stands behind each "in" of a text, by its words that are not everyday ones."""
    found = (canonical_words(each["words"]) for each in _IN.finditer(text))
    telling = (
        tuple(word for word in words if len(word) > _SHORT and not is_everyday(word)) for words in found
    )
    return tuple(filter(None, telling))
