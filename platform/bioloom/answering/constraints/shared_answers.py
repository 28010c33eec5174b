"""Shared answers: the same words of a sentence answer two parts of a question only where the sentence names
what either asks about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from bioloom.names import tokens
from bioloom.question_parsing import QuestionPattern, canonical_words, is_filler, matches_any


@dataclass(frozen=True, slots=True)
class GivenWords:
    """What a part of a question was given: words of a numbered sentence, the sentence, and the belief."""

    number: int
    words: tuple[str, ...]
    sentence: str
    belief: float


def less_fitting(patterns: Sequence[QuestionPattern], given: Sequence[GivenWords | None]) -> list[int]:
    """Give the parts of a question, by their number, that were given words that fit another part better.

    `given` has None for a part that is not answered by words.

    >>> from bioloom.question_parsing.question_pattern import parse_patterns
    >>> sentence = "Cook the franks for 4 minutes."
    >>> parts = parse_patterns("How long are franks cooked and how long are buns warmed?")
    >>> less_fitting(parts, [GivenWords(1, ("4 minutes",), sentence, belief) for belief in (0.5, 0.6)])
    [1]
    >>> parts = parse_patterns("How much stock is added, and to which concentration?")
    >>> less_fitting(parts, [GivenWords(1, ("2%",), "Add stock to 2%.", 0.8) for _ in parts])
    [0]
    """
    found = []
    for one, two in combinations(range(len(patterns)), 2):
        first, second = given[one], given[two]
        if first is None or second is None:
            continue
        same = first.words == second.words or patterns[one].type.types == patterns[two].type.types
        vaguer = _vaguer(patterns, one, two)
        if not (same or vaguer is not None) or not _alike(first, second):
            continue
        if vaguer is not None:
            found.append(vaguer)
            continue
        fits = [
            (_exclusive_share(patterns[at], patterns[other], own.sentence), own.belief)
            for at, other, own in ((one, two, first), (two, one, second))
        ]
        if min(fits)[0] < 1.0:
            found.append(one if fits[0] < fits[1] else two)
    return found


def _vaguer(patterns: Sequence[QuestionPattern], one: int, two: int) -> int | None:
    """Give the one of two parts that asks for values of more kinds than the other, all of its among them:
    what is told as the concentration is not how much is added as well."""
    if {patterns[one].type.kind, patterns[two].type.kind} != {"value"}:
        return None
    kinds = patterns[one].type.types, patterns[two].type.types
    return one if kinds[0] > kinds[1] else two if kinds[1] > kinds[0] else None


def _alike(one: GivenWords, other: GivenWords) -> bool:
    """Say whether two parts were given the same words of one sentence, or one of them more of the same."""
    if one.number != other.number or len(one.words) != len(other.words):
        return False
    pairs = (
        [f" {' '.join(tokens(words))} " for words in pair]
        for pair in zip(one.words, other.words, strict=True)
    )
    return all(first in second or second in first for first, second in pairs)


def _exclusive_share(pattern: QuestionPattern, other: QuestionPattern, sentence: str) -> float:
    """Give the share of the words that a part has and another one has not that a sentence holds."""
    apart = [word for word in pattern.own_words if word not in other.own_words]
    own = [word for word in apart if not is_filler(word)] or apart
    known = frozenset(canonical_words(sentence))
    return sum(matches_any(word, known) for word in own) / len(own) if own else 1.0
