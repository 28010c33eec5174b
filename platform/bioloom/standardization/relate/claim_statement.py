"""Claim statements: the two ends and the relation words of a claim, located in a sentence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bioloom.extraction.stemming import stem_prefix
from bioloom.pattern_table import PatternTable
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.claim_sentences import Span, fold, spans_of

_WORD = re.compile(r"[^\W\d_][\w-]*")
_WORDS = PatternTable.read("relate/words.tsv")
_EMPTY = _WORDS.words("empty")
_PLAIN = _WORDS.words("plain")
_MOST = 6


@dataclass(frozen=True, slots=True)
class ClaimStatement:
    """Location of a claim in a sentence: its ends and the words of its relation, where they are found."""

    subject: Span | None
    object: Span | None
    relation: Span | None
    exact: bool = False


def statements(claim: Claim, sentence: str) -> tuple[ClaimStatement, ...]:
    """Give the likeliest readings of a claim in a sentence, best first.

    With the relation's own words found, the ends nearest to them; else every pair of occurrences.
    """
    subjects: tuple[Span | None, ...] = spans_of(claim.subject, sentence)[:_MOST] or (None,)
    objects: tuple[Span | None, ...] = spans_of(claim.object, sentence)[:_MOST] or (None,)
    relations = tuple(_relations(claim.relationship, sentence))
    read = [
        (_cost(subject, object_, relation, rank), ClaimStatement(subject, object_, relation, rank == 0))
        for subject in subjects
        for object_ in objects
        for relation, rank in relations or ((None, 1),)
        if subject is None or subject != object_
    ]
    read.sort(key=lambda entry: entry[0])
    return tuple(statement for _, statement in read)


def _cost(subject: Span | None, object_: Span | None, relation: Span | None, rank: int) -> tuple[int, int]:
    if relation is None:
        return 1, _gap(subject, object_)
    return rank, _gap(subject, relation) + 2 * _gap(object_, relation)


def _gap(one: Span | None, other: Span | None) -> int:
    if one is None or other is None:
        return 0
    return max(0, max(one[0], other[0]) - min(one[1], other[1]))


def _relations(phrase: str, sentence: str) -> Iterator[tuple[Span, int]]:
    """Find the phrase itself (rank 0), or else its telling words by their stems, the first one first."""
    exact = spans_of(phrase, sentence)
    if exact:
        yield from ((span, 0) for span in exact[:_MOST])
        return
    words = [word for word in _WORD.findall(fold(phrase)) if word not in _EMPTY]
    telling = [word for word in words if word not in _PLAIN] or words
    stems = tuple(dict.fromkeys(stem_prefix(word) for word in telling))
    if not stems:
        return
    found = 0
    for match in _WORD.finditer(fold(sentence)):
        rank = next((at for at, start in enumerate(stems, 1) if match.group().startswith(start)), 0)
        if rank and found < _MOST:
            found += 1
            yield match.span(), rank
