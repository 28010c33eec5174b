"""Where a sentence states a claim: its two ends and the words of its relation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bioloom.records.mapping import Claim
from bioloom.standardization.relate.claim_sentences import Span, fold, spans_of

_WORD = re.compile(r"[^\W\d_][\w-]*")
_EMPTY = frozenset(
    "a an the of to in on by with for from as at and or not no is are was were be been being has have had "
    "does do did may can could will would should must also that this its their between into than".split()
)
_PLAIN = frozenset(
    "not no significantly significant increased increase decreased decrease reduced levels level expression "
    "activity effect effects changes change pharmacokinetics dose".split()
)
_MOST = 6
_STEM = 5


@dataclass(frozen=True, slots=True)
class Statement:
    """One way to read a claim in a sentence: spans of subject, object and relation words, None if not found."""

    subject: Span | None
    object: Span | None
    relation: Span | None
    exact: bool = False


def statements(claim: Claim, sentence: str) -> tuple[Statement, ...]:
    """Give the likeliest readings of a claim in a sentence, best first.

    With the relation's own words found, the ends nearest to them; else every pair of occurrences.
    """
    subjects: tuple[Span | None, ...] = spans_of(claim.subject, sentence)[:_MOST] or (None,)
    objects: tuple[Span | None, ...] = spans_of(claim.object, sentence)[:_MOST] or (None,)
    relations = tuple(_relations(claim.relationship, sentence))
    read = [
        (_cost(subject, object_, relation, exact), Statement(subject, object_, relation, exact))
        for subject in subjects
        for object_ in objects
        for relation, exact in relations or ((None, False),)
        if subject is None or subject != object_
    ]
    read.sort(key=lambda entry: entry[0])
    return tuple(statement for _, statement in read)


def _cost(subject: Span | None, object_: Span | None, relation: Span | None, exact: bool) -> tuple[int, int]:
    ends = [end for end in (subject, object_) if end is not None]
    if relation is None:
        return 1, _gap(subject, object_)
    return 0 if exact else 1, sum(_gap(end, relation) for end in ends)


def _gap(one: Span | None, other: Span | None) -> int:
    if one is None or other is None:
        return 0
    return max(0, max(one[0], other[0]) - min(one[1], other[1]))


def _relations(phrase: str, sentence: str) -> Iterator[tuple[Span, bool]]:
    """Find the phrase itself, or else its content words by their stems."""
    exact = spans_of(phrase, sentence)
    if exact:
        yield from ((span, True) for span in exact[:_MOST])
        return
    words = [word for word in _WORD.findall(fold(phrase)) if word not in _EMPTY]
    telling = [word for word in words if word not in _PLAIN] or words
    stems = tuple({stem(word) for word in telling})
    if not stems:
        return
    found = 0
    for match in _WORD.finditer(fold(sentence)):
        if match.group().startswith(stems) and found < _MOST:
            found += 1
            yield match.span(), False


def stem(word: str) -> str:
    """Cut a word to what its forms share, roughly.

    >>> stem("inhibits"), stem("binding"), stem("binds"), stem("affect")
    ('inhib', 'bind', 'bind', 'affec')
    """
    for ending in ("ing", "ion", "es", "ed", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:_STEM]
