"""Aligned lists: the value of a list that goes with a thing of another list in the same order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from bioloom.answering.texts.changed_values import Place
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import STOP_WORDS, canonical_words, matches_any

_PATTERNS = PatternTable.read("reading/aligned_lists.tsv")
_VALUES = _PATTERNS.compile("values")
_JOINT = _PATTERNS.compile("joint")
_BEHIND = _PATTERNS.compile("behind")
_RESPECTIVELY = _PATTERNS.compile("respectively")
_PAIRED = _PATTERNS.compile("paired")
_ENDED = _PATTERNS.compile("ended")
_BARE = _PATTERNS.compile("bare")
_DENIED = _PATTERNS.compile("denied")
_VERB = _PATTERNS.compile("verb")
_ROMAN = _PATTERNS.compile("roman", 0)

_COMPARED = _PATTERNS.compile_each("compared")
_TWO = 2
"""Values of a comparison."""

_SEVERAL = 2
"""Things that a question names whole from which it asks for the values of several."""

_WORDS = 4
"""Words of the first and the last thing of a list that are looked at."""


@lru_cache(maxsize=1024)
def aligned_value(question: str, text: str, start: int, end: int) -> Place | None:
    """Find the value of the list in which a span stands that goes with what a question names, the whole list
    where it names several; None where no list of as many things stands beside it, or these do not tell.

    >>> sentence = "Mortality was 12% and 15% in the drug and placebo groups, respectively."
    >>> found = [aligned_value(f"mortality, {each} group?", sentence, 14, 17) for each in ("drug", "placebo")]
    >>> [sentence[start:end] for start, end in found]
    ['12%', '15%']
    """
    for found in _VALUES.finditer(text):
        if found.start() >= end or found.end() <= start:
            continue
        values = _items(text, *found.span())
        asked = _distinctive_words(question)
        for things in _lists_beside(text, found, len(values)):
            words_of_things = [_distinctive_words(thing) for thing in things]
            held = [sum(matches_any(word, known) for word in asked) for known in words_of_things]
            named = sum(
                bool(known) and all(matches_any(word, asked) for word in known) for known in words_of_things
            )
            if named >= _SEVERAL:
                return found.span()
            if (best := lone_best(held)) is not None:
                return values[best]
        if len(values) == _TWO and _ENDED.match(text, found.end()) and not _BARE.search(text[: found.end()]):
            best = _of_pair(question, text[: found.start()])
            return None if best is None else values[best]
    return None


def _of_pair(question: str, before: str) -> int | None:
    """Give which of two bare values goes with what a question names, as the last two before them say that
    have what they are of behind them.

    >>> before = "At 1 year it was 83% with and 92% without sarcopenia;"
    >>> [_of_pair(f"survival at 5 years {by} sarcopenia", before) for by in ("with", "without")]
    [0, 1]
    """
    pairs = [*_PAIRED.finditer(before)]
    if not pairs:
        return None
    asked, things = _distinctive_words(question), pairs[-1].group("one", "two")
    words_of_things = [_distinctive_words(_DENIED.sub("", thing)) for thing in things]
    denied = [bool(_DENIED.search(thing)) for thing in things]
    if denied[0] != denied[1] and (not words_of_things[0] or words_of_things[0] == words_of_things[1]):
        named = any(matches_any(word, asked) for word in words_of_things[1])
        return denied.index(bool(_DENIED.search(question))) if named else None
    if len(words_of_things[0]) < len(words_of_things[1]):  # "with the reduced and with the standard dose"
        words_of_things[1] -= _distinctive_words(things[1].split()[-1])
    return lone_best([sum(matches_any(word, known) for word in asked) for known in words_of_things])


def listed_before(question: str, before: str, text: str, start: int, end: int) -> Place | None:
    """Find the value that goes with what a question names where a sentence gives values "respectively", or
    two bare ones, and the sentence before it has what they are of; None where the sentence has that itself.

    >>> before = "Relapse occurred in 56% of positive and 13% of negative women."
    >>> text = "Survival was 58% and 92%, respectively."
    >>> text[slice(*listed_before("survival, positive?", before, text, 13, 16))]
    '58%'
    """
    lists = (each for each in _VALUES.finditer(text) if each.start() < end and each.end() > start)
    ends = any(
        _RESPECTIVELY.match(text[each.end() :].lstrip(" ,")) or _ENDED.match(text, each.end())
        for each in lists
    )
    if not (before and ends) or aligned_value(question, text, start, end):
        return None
    shift = len(before) + 1
    place = aligned_value(question, f"{before} {text}", start + shift, end + shift)
    return (place[0] - shift, place[1] - shift) if place and place[0] >= shift else None


def lone_best(held: Sequence[int]) -> int | None:
    """Give the place of the highest of some counts, where it is above 0 and no other is as high."""
    most = max(held)
    return held.index(most) if most and held.count(most) == 1 else None


def _distinctive_words(words: str) -> frozenset[str]:
    """Give the words that may tell one thing of a list from another, numerals among them."""
    return (frozenset(canonical_words(words)) - STOP_WORDS) | set(_ROMAN.findall(words))


def _items(text: str, start: int, end: int) -> list[Place]:
    """Give the places of the members of a list."""
    made, begun = [], start
    for joint in _JOINT.finditer(text, start, end):
        made.append((begun, joint.start()))
        begun = joint.end()
    return [*made, (begun, end)]


def _lists_beside(text: str, found: re.Match[str], count: int) -> Iterator[list[str]]:
    """Give the lists of so many things behind a list of values, and before it where the sentence says that
    they go with them respectively, or compares two: "longer in A than in B (5 vs. 3 days)"."""
    if behind := _BEHIND.match(text, found.end()):
        things = _items(text, *behind.span("things"))[:count]
        if len(things) == count and _joined(text, things):
            yield _bare([text[slice(*each)] for each in things])
    pairs = (form.search(text, 0, found.start()) for form in _COMPARED if count == _TWO)
    if compared := next(filter(None, pairs), None):
        verb = _VERB.search(text, compared.start(), compared.end("one"))
        yield [text[compared.start() : verb.start() if verb else compared.end("one")], compared["two"]]
    if _RESPECTIVELY.search(text, found.end()):
        verbs = [each.start() for each in _VERB.finditer(text, 0, found.start())]
        things = _items(text, 0, verbs[-1] if verbs else found.start())
        for first in range(len(things) - count, -1, -1):
            some = things[first : first + count]
            if _joined(text, some):
                yield _bare([text[slice(*each)] for each in some])


def _joined(text: str, things: Sequence[Place]) -> bool:
    """Say whether the last two of some things are joined by a word."""
    return text[things[-2][1] : things[-1][0]].strip(" ,") != ""


def _bare(things: Sequence[str]) -> list[str]:
    """Leave out what the first thing of a list has before its own words, and the last one behind them."""
    first, *inner, last = (each.split() for each in things)
    short = min(_WORDS, *map(len, inner or (first, last)))
    return [" ".join(each) for each in (first[-short:], *inner, last[: max(short, 1)])]
