"""Stated directions: whether a clause says of one of its things that it rose or fell."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from bioloom.answering.texts.sentence_clauses import clause_places
from bioloom.pattern_table import compile_cell
from bioloom.question_parsing import stem
from bioloom.resources import read_table
from bioloom.retrieval.weighted_overlap import covered_share, stems_of

TABLE = "verdicts/effects.tsv"

Effect = Literal["more", "less", "good", "bad", "some"]

OPPOSITE: Mapping[str, Effect] = {"more": "less", "less": "more", "good": "bad", "bad": "good"}
"""The effects that have a direction, each with the other one."""

DIRECTED = ("more", "less")
"""The effects by which a thing rises or falls."""

_WORD = re.compile(r"(?<!-)\b[^\W_]+\b(?!-)")
"""A word; no part of a compound, such as "induced" of "hypoxia-induced", which states no effect."""

_JOINT = re.compile(r"[,;:]|\b(?:and|or|but|while|whereas|although|without)\b")
_AGENT = re.compile(r"\w+ors?|(?:block|enhanc|promot)ers?")
"""What does something: an "inhibitor" need not inhibit what the clause is about."""

_AROUND = frozenset("after and at before by during for from or through to under via when with within".split())  # noqa: SIM905
"""What parts a thing from a direction before it: "reduced by tea"."""

_OF = frozenset({"in", "of"})
"""What stands behind a noun for an effect: "the increase in pain"."""


@dataclass(frozen=True, slots=True)
class _Stated:
    """A part of a clause, and the words in it that state a direction, each at its place among the words."""

    text: str
    words: Sequence[str]
    ways: Sequence[tuple[int, Effect]]


def effect_pattern(effect: str) -> re.Pattern[str]:
    """Give the pattern of the words that state an effect (ontology/verdicts/effects.tsv)."""
    return _patterns()[effect]


@lru_cache(maxsize=16384)
def effect_of(word: str) -> Effect | None:
    """Give the effect that a single word names."""
    found = next(
        (name for name in ("more", "less", "good", "bad", "some") if effect_pattern(name).fullmatch(word)),
        None,
    )
    return found  # type: ignore[return-value]


def direction_of(acted: Mapping[str, float], clause: str) -> Effect | None:
    """Say which way a clause says that a thing goes, by its weighted words in their order; None where it says
    neither. Of two parts that hold as much of the words, the one with the first of them counts: "reduces
    insulin and increases somatostatin secretion" tells of less insulin secretion.

    A direction that acts on another one turns it: what attenuates an increase in pain lessens pain.

    >>> clause = "Tea reduced thirst and increased sleep, and prevented the rise in urate."
    >>> [direction_of({each: 1.0}, clause) for each in ("thirst", "sleep", "urate", "pain")]
    ['less', 'more', 'less', None]
    >>> direction_of({"pain": 1.0}, "Salt-induced pain was lower, thirst higher.")
    'less'
    """
    first = {word: acted[word] for word in [*acted][:1]}
    parts = [
        ((covered_share(acted, stems := stems_of(part.text)), covered_share(first, stems)), part)
        for part in _parts(clause)
    ]
    most = max(held for held, _ in parts)
    found = {_direction(acted, part) for held, part in parts if held == most}
    return found.pop() if len(found) == 1 else None


def is_acted_on(thing: Mapping[str, float], clause: str) -> bool:
    """Say whether a clause names a thing only as what rises or falls in it, and so not as what acts.

    >>> clause = "Tea reduced thirst and increased deep sleep."
    >>> [is_acted_on({each: 1.0}, clause) for each in ("tea", "thirst", "sleep", "pain")]
    [False, True, True, False]
    """
    stated = _stated(clause.casefold())
    ways = {place for place, _ in stated.ways}
    stems = frozenset(map(stem, thing))
    places = {at for at, word in enumerate(stated.words) if stem(word) in stems}
    found = [
        at - 1 in ways or (at - 2 in ways and stated.words[at - 1] not in _AROUND)
        for at in places
        if at - 1 not in places
    ]
    return bool(found) and all(found)


def _parts(clause: str) -> list[_Stated]:
    """Split a clause at its joints, so that each part states a direction; a part without one goes with the
    part before it, or else behind it."""
    text = clause.casefold()
    parts: list[_Stated] = []
    for part in (_stated(text[start:end]) for start, end in clause_places(text, _JOINT)):
        if parts and not (part.ways and parts[-1].ways):
            parts[-1] = _stated(parts[-1].text + part.text)
        else:
            parts.append(part)
    return parts


def _stated(part: str) -> _Stated:
    words = _WORD.findall(part)
    ways = [
        (at, effect)
        for at, word in enumerate(words)
        if (effect := effect_of(word)) in DIRECTED and not _AGENT.fullmatch(word)
    ]
    return _Stated(part, words, ways)


def _direction(acted: Mapping[str, float], part: _Stated) -> Effect | None:
    """Give the direction of what is acted on in one part: of the verb before it, turned by the nouns between
    them, or else of the first word behind it."""
    stems = frozenset(map(stem, acted))
    at = next((place for place, word in enumerate(part.words) if stem(word) in stems), len(part.words))
    before = [(place, way) for place, way in part.ways if place < at]
    if any(effect_of(word) == "some" and behind in _OF for word, behind in pairwise(part.words[:at])):
        return None  # "abolished the differences in pain" tells of the differences
    if not before:
        return next((way for _, way in part.ways), None)
    way: Effect | None = None
    for place, each in reversed(before):
        way = each if way is None else each if way == "more" else OPPOSITE[each]
        if not (set(part.words[place + 1 : place + 2]) & _OF):
            break
    return way


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    return {row["effect"]: compile_cell(row["words"], TABLE) for row in read_table(TABLE)}
