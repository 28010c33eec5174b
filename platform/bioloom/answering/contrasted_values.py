"""Contrasted values: which of several values of one sentence goes with what a question names.

"Incubate for 24 h for IL-2, and for 48 h for IL-10": each value has words of its own that tell it apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bioloom.names import tokens
from bioloom.question_parsing import (
    QuestionPattern,
    fold,
    folded_words,
    is_common,
    is_soft,
    stands_in,
    stated_values,
)
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.stated_values import ALL_KINDS

Place = tuple[int, int]
"""First character of a value, and the one behind its last."""

_COMMA = re.compile(r",(?!\d)")
_JOINTS = (
    re.compile(r";"),
    re.compile(r"\b(?:and|but|or|then|versus|vs|whereas|while)\b", re.IGNORECASE),
    re.compile(r"\((?=[^)]*$)(?!\s*n?\s*=?\s*$)"),
    _COMMA,
)
"""What stands between the words of two values, the surest sign first."""

_BRACKETED = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"\w+")
_TELLING = re.compile(r"\d+|first|second|third|last|final", re.IGNORECASE)
"""Words that are said to tell one thing from another: they count before all other words."""

_NUMBER = re.compile(
    r"(?<![\w.,])(?<![A-Za-z][-(])(?P<number>\d(?:[\d.,]*\d)?)"
    r"(?P<unit>\s?%|\s[A-Za-zµμ]+(?:/[A-Za-z]+)?)?(?![\w/-])"
)
"""A number with the word behind it, which is its unit where other numbers have it too."""

_FROM_TO = re.compile(
    r"\bfrom\s+(?P<one>\d[\d.,]*(?:\s?[%A-Za-zµμ/]+)?)(?:\s[\w-]+){0,4}?\s+to\s+(?P<two>\d[\d.,]*(?:\s?[%A-Za-zµμ/]+)?)"
)
"""A change: "from 1.21 g at baseline to 0.34 g"."""

_BEGINNING = re.compile(r"\b(?:before|baseline|initial(?:ly)?|at first|start\w*|begin\w*)\b", re.IGNORECASE)
_ENDING = re.compile(
    r"\bhow (?:low|high|far)\b|\b(?:after|became|become|final(?:ly)?|reach\w*|on day|at week|in the end)\b",
    re.IGNORECASE,
)
"""What asks for either end of a change."""

_COUNTED = re.compile(r"\bhow many (?P<noun>[\w-]+)", re.IGNORECASE)
_TESTED = re.compile(r"\b(?:p|ci|ratio|r|z|t|f)\s?[=<>≤≥:]?\s?$", re.IGNORECASE)
"""What stands before a number of a statistical test."""

_NAMED_BEFORE = 12
"""Characters before a number in which its name stands."""

_HELD = 0.5
"""Share of the words of "after …" that a sentence has, for it to be told by them."""


def told_apart(pattern: QuestionPattern, text: str, places: Sequence[Place]) -> tuple[int, ...]:
    """Choose the values of a sentence, by their number, that the words of a question stand by; all of them
    where no words tell them apart.

    A question that asks for what comes after or before something has the values behind or before its words.

    >>> from bioloom.question_parsing import parse_pattern
    >>> text = "Split the lines at 1:4; fast ones such as HC-12 take 1:6."
    >>> told_apart(parse_pattern("What is the split ratio of HC-12?"), text, [(19, 22), (53, 56)])
    (1,)
    """
    every = tuple(range(len(places)))
    if len(every) < 2:
        return every
    if ordered := _in_order(pattern, text, places):
        return ordered
    groups = _grouped(text, places)
    if len(groups) < 2:
        return every
    signs = {*folded_words(pattern.thing), *(word for word in pattern.said if _TELLING.fullmatch(word))}
    asked = {*pattern.focus, *signs}.difference(pattern.lent)
    held = [frozenset(folded_words(words)) for words, _ in groups]
    words_of = [(0, 0)] * len(groups)
    for word in asked:
        having = [at for at, words in enumerate(held) if stands_in(word, words)]
        if len(having) == 1:
            telling, plain = words_of[having[0]]
            sign = word in signs
            words_of[having[0]] = telling + sign, plain + (not sign)
    best = max(words_of)
    return groups[words_of.index(best)][1] if any(best) and words_of.count(best) == 1 else every


def contrasted_span(pattern: QuestionPattern, text: str, start: int, end: int, title: str = "") -> Place:
    """Give the number of a sentence by which the words of a question stand, with its unit, where an answer's
    span has another one like it, or several; else the span as it is. What the title says tells least, and
    what is counted.

    >>> from bioloom.question_parsing import parse_pattern
    >>> text = "Weight fell by 12.6% with semaglutide and by 1.1% with placebo."
    >>> first, last = contrasted_span(parse_pattern("How much did weight fall with placebo?"), text, 15, 20)
    >>> text[first:last]
    '1.1%'
    """
    if changed := _changed(pattern, text, start, end):
        return changed
    places = _alike(pattern, text, start, end)
    counted = _COUNTED.search(pattern.text)
    chosen: tuple[int, ...] = ()
    for least in ("", title, counted["noun"] if counted else ""):
        named = frozenset(folded_words(least))
        own = tuple(word for word in pattern.focus if not stands_in(word, named))
        chosen = told_apart(replace(pattern, focus=own), text, places)
        if len(chosen) == 1:
            break
    if len(chosen) != 1 or len(places) == 1:
        return start, end
    meant = places[chosen[0]]
    alone = sum(start <= each[0] < end for each in places) == 1
    return (start, end) if alone and start <= meant[0] < end else meant


def _changed(pattern: QuestionPattern, text: str, start: int, end: int) -> Place | None:
    """Give the value to which something changed, or the one from which where that is asked for; None where a
    span has neither.

    >>> from bioloom.question_parsing import parse_pattern
    >>> text = "It fell from 1.21 g at baseline to 0.34 g on day 10."
    >>> found = _changed(parse_pattern("How low did it go on the drug?"), text, 13, 19)
    >>> text[slice(*found)] if found else ""
    '0.34 g'
    """
    found = _FROM_TO.search(text)
    if found is None or end <= found.start("one") or start >= found.end("two"):
        return None
    if _BEGINNING.search(pattern.text):
        return found.span("one")
    return found.span("two") if _ENDING.search(pattern.text) else None


def _alike(pattern: QuestionPattern, text: str, start: int, end: int) -> list[Place]:
    """Find the numbers of a sentence that are like the first one of a span: all counts where it is asked how
    many there are, else those with its unit."""
    stated = {*tokens(pattern.text)}
    numbers = [
        each
        for each in _NUMBER.finditer(text)
        if not (
            _TESTED.search(text[max(0, each.start() - _NAMED_BEFORE) : each.start()])
            or stated.issuperset(tokens(each["number"]))
        )
    ]
    first = next((each for each in numbers if start <= each.start() < end), None)
    if first is None:
        return []
    if pattern.type.counts and _is_count(first):
        return [each.span("number") for each in numbers if _is_count(each)]
    unit = _unit(first)
    return [each.span() if unit else each.span("number") for each in numbers if _unit(each) == unit]


def _is_count(found: re.Match[str]) -> bool:
    """Say whether a number counts things: no share, no decimal and no measured value."""
    return found["number"].isdigit() and not stated_values(found[0], ALL_KINDS) and "%" not in found[0]


def _unit(found: re.Match[str]) -> str:
    """Give the unit of a number; empty where the word behind it is none."""
    unit = (found["unit"] or "").strip()
    return "" if unit in STOP_WORDS or is_soft(fold(unit)) else unit


def _in_order(pattern: QuestionPattern, text: str, places: Sequence[Place]) -> tuple[int, ...]:
    """Choose the values on the side of the words of "after …" or "before …" that is asked for, if the
    sentence has both these words and values on either side."""
    found = [
        (word, each.span())
        for each in _WORD.finditer(text)
        for word in pattern.order
        if stands_in(word, {fold(each[0].lower())})
    ]
    if not pattern.direction or len({word for word, _ in found}) <= _HELD * len(pattern.order):
        return ()
    if pattern.direction > 0:
        anchor = max(end for _, (_, end) in found)
        kept = tuple(at for at, (start, _) in enumerate(places) if start >= anchor)
    else:
        anchor = min(start for _, (start, _) in found)
        kept = tuple(at for at, (_, end) in enumerate(places) if end <= anchor)
    return kept if len(kept) < len(places) else ()


def _grouped(text: str, places: Sequence[Place]) -> list[tuple[str, tuple[int, ...]]]:
    """Part a sentence between its values: the words of each part, and the numbers of the values in it.

    What stands before the first value is said of the others too where they have no words of their own before
    them, but for what tells things apart: "keep the enzyme for 6 months at -20 °C or for 2 days at 4 °C".
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    groups: list[tuple[str, tuple[int, ...]]] = []
    members: tuple[int, ...] = (order[0],)
    begun, head = 0, ""
    for one, other in pairwise(order):
        cut = _joint(text, places[one][1], places[other][0])
        if cut is None:
            members = (*members, other)
            continue
        if not (groups or _own_words(text[cut : places[other][0]])):
            begun = places[order[0]][0]
            behind = f"{text[cut : places[other][0]]} {text[places[other][1] :]}"
            head = " ".join(_TELLING.findall(text[:begun])) if _TELLING.search(behind) else ""
        groups.append((f"{head} {text[begun:cut]}", members))
        begun, members, head = cut, (other,), ""
    return [*groups, (text[begun:], members)]


def _own_words(text: str) -> bool:
    """Say whether the words before a value name something of which it is."""
    words = (word for word in folded_words(text) if len(word) > 2 and not _TELLING.fullmatch(word))
    return any(not is_common(word) for word in words)


def _joint(text: str, start: int, end: int) -> int | None:
    """Find where the words of one value end and those of the next begin; None where they share theirs."""
    between = _BRACKETED.sub(lambda found: " " * len(found[0]), text[start:end])
    joints = ((form, [*form.finditer(between)]) for form in _JOINTS)
    form, found = next((each for each in joints if each[1]), (None, []))
    if form is None or (form is _COMMA and not _WORD.search(between, found[-1].end())):
        return None  # "0.2 µm pores, cellulose, 47 mm" are of one thing
    return start + found[-1].start()


def value_places(text: str, names: Sequence[str]) -> Iterator[Place]:
    """Find where values stand in a sentence, each at its first place.

    >>> [*value_places("Heat for 5 min, then for 15 min.", ["5 min", "15 min"])]
    [(9, 14), (25, 31)]
    """
    for name in names:
        found = re.search(rf"(?<![\w.,]){re.escape(name)}", text)
        start = found.start() if found else max(0, text.find(name))
        yield start, start + len(name)
