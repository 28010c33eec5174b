"""Contrasted values: which of several values of one sentence goes with what a question names.

"Incubate for 24 h for IL-2, and for 48 h for IL-10": each value has words of its own that tell it apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bioloom.question_parsing import QuestionPattern, fold, stands_in

Place = tuple[int, int]
"""First character of a value, and the one behind its last."""

_JOINTS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r";",
        r"\b(?:and|but|or|then|versus|vs|whereas|while)\b",
        r"\((?=[^)]*$)",
        r",(?!\d)",
    )
)
"""What stands between the words of two values, the surest sign first."""

_BRACKETED = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"\w+")
_TELLING = re.compile(r"\d+|first|second|third|last|final", re.IGNORECASE)
"""Words that are said to tell one thing from another: they count before all other words."""

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
    own = (word for word in pattern.said if _TELLING.fullmatch(word))
    asked = {*pattern.focus, *own}.difference(pattern.lent)
    held = [frozenset(fold(word[0].lower()) for word in _WORD.finditer(words)) for words, _ in groups]
    words_of = [(0, 0)] * len(groups)
    for word in asked:
        having = [at for at, words in enumerate(held) if stands_in(word, words)]
        if len(having) == 1:
            telling, plain = words_of[having[0]]
            sign = bool(_TELLING.fullmatch(word))
            words_of[having[0]] = telling + sign, plain + (not sign)
    best = max(words_of)
    return groups[words_of.index(best)][1] if any(best) and words_of.count(best) == 1 else every


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
    """Part a sentence between its values: the words of each part, and the numbers of the values in it."""
    order = sorted(range(len(places)), key=places.__getitem__)
    groups: list[tuple[str, tuple[int, ...]]] = []
    begun, members = 0, (order[0],)
    for one, other in zip(order, order[1:], strict=False):
        cut = _joint(text, places[one][1], places[other][0])
        if cut is None:
            members = (*members, other)
            continue
        groups.append((text[begun:cut], members))
        begun, members = cut, (other,)
    return [*groups, (text[begun:], members)]


def _joint(text: str, start: int, end: int) -> int | None:
    """Find where the words of one value end and those of the next begin; None where they share theirs."""
    between = _BRACKETED.sub(lambda found: " " * len(found[0]), text[start:end])
    return next((start + each[-1].start() for form in _JOINTS if (each := [*form.finditer(between)])), None)


def value_places(text: str, names: Sequence[str]) -> Iterator[Place]:
    """Find where values stand in a sentence, each at its first place.

    >>> [*value_places("Heat for 5 min, then for 15 min.", ["5 min", "15 min"])]
    [(9, 14), (25, 31)]
    """
    for name in names:
        found = re.search(rf"(?<![\w.,]){re.escape(name)}", text)
        start = found.start() if found else max(0, text.find(name))
        yield start, start + len(name)
