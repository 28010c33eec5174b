"""Contrasted values: which of several values of one sentence goes with what a question names.

"Incubate for 24 h for IL-2, and for 48 h for IL-10": each value has words of its own that tell it apart.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from bioloom.answering.constraints.asked_groups import UNTREATED, denies_otherwise
from bioloom.answering.constraints.named_cells import named_cell
from bioloom.answering.texts.aligned_lists import aligned_value, lone_best
from bioloom.answering.texts.changed_values import Place, changed_to
from bioloom.answering.texts.quantity_comparison import quantities_of, same
from bioloom.answering.texts.value_groups import OF_GROUP, TELLING, Groups, grouped, without_shared_noun
from bioloom.answering.texts.values_by_name import from_named, named_values, parallel_value
from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import (
    ASKING_WORDS,
    QuestionPattern,
    canonical_word,
    canonical_words,
    is_everyday,
    is_unconstraining,
    matches_any,
    stated_values,
)
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.stated_values import ALL_KINDS

_USUAL = re.compile(r"\b(?:normal|standard|regular|usual|ordinary|default)\b", re.IGNORECASE)
"""What asks for the value that has no condition of its own: "8 min [12 min for large plasmids]"."""

_WORD = re.compile(r"\w+")
_UNITS = frozenset({"day", "month", "night", "week", "year"})
"""Units that also tell groups apart."""

_ALONE = re.compile(r"(?<![a-z\d])(?:\d+|[a-z]+)(?![a-z\d])")
"""A number or word of its own, and no part of a name such as RAD51."""

_PATTERNS = PatternTable.read("reading/contrasted_values.tsv")
_NUMBER = _PATTERNS.compile("number", 0)
COUNTED = _PATTERNS.compile("counted")
"""What is counted: "how many of the colorectal tumors had"."""

_NO_UNITS = _PATTERNS.words("no_units")

_SIZE = re.compile(r"\b[nk]\s?=\s?$", re.IGNORECASE)
_SIZED_GROUP = re.compile(r"\bn\s?=\s?\d", re.IGNORECASE)
_OF_ALL = re.compile(r"\W*\d[\d,]* (?:out )?of (?:the )?\d[\d,]*\W*$")
_DIFFERENCE = re.compile(r"\bdifference(?: of|,|:)?\s$", re.IGNORECASE)
_DIFFERENCE_ASKED = re.compile(r"\bdiffer", re.IGNORECASE)

_TESTED = re.compile(r"\b(?:p|ci|ratio|r|z|t|f)\s?[=<>≤≥:]?\s?$|(?:±|\+/?-)\s?$", re.IGNORECASE)
"""What stands before a number of a statistical test, or the deviation of a mean."""

_SCALE = re.compile(r"\(\d+ ?(?:to|-|–) ?\d+\)")
"""The range of a score, which is none of its values: "the score (0 to 4) was 3.4"."""

_INTERVAL = _PATTERNS.compile("interval", 0)
_ASKS_INTERVAL = _PATTERNS.compile("asks_interval")
_LABEL = _PATTERNS.compile("label")

_BRACKET_BEHIND = re.compile(r"\s?\([^()]*\)")
_LABELLED = re.compile(r"\((?P<name>[A-Za-z][\w -]{0,30})\)\W*$")
"""What a value is for, in brackets behind its words: "48 ml of ethanol (KP-2050) or 240 ml (KP-2250)"."""

_NAMED_BEFORE = 12
"""Characters before a number in which its name stands."""

_HELD = 0.5
"""Share of the words of "after …" that a sentence has, for these to choose a value."""


def choose_values(pattern: QuestionPattern, text: str, places: Sequence[Place]) -> tuple[int, ...]:
    """Choose the values of a sentence, by their number, beside which the words of a question stand; all of
    them where no words tell which are meant.

    A question that asks for what comes after or before something has the values behind or before its words.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> text = "Split the lines at 1:4; fast ones such as HC-12 take 1:6."
    >>> choose_values(parse_pattern("What is the split ratio of HC-12?"), text, [(19, 22), (53, 56)])
    (1,)
    """
    every = tuple(range(len(places)))
    if len(every) < 2:
        return every
    if (cell := named_cell({*canonical_words(pattern.text)}, text)) and (members := _within(places, cell)):
        return members
    if ordered := _in_order(pattern, text, places):
        return ordered
    listed = aligned_value(pattern.text, text, min(places)[0], max(places)[1])
    if listed and (members := _within(places, listed)):
        return members
    things = {*canonical_words(pattern.thing)} - ASKING_WORDS
    alone = {*_ALONE.findall(pattern.text.lower())}
    signs = {*things, *(word for word in pattern.all_words if TELLING.fullmatch(word) and word in alone)}
    asked = {*pattern.own_words, *signs}.difference(pattern.elided_words)
    if asked & UNTREATED and not asked & UNTREATED & {*canonical_words(text)}:
        asked.add(canonical_word("control"))  # those who got a vehicle are the controls
    if len(left := from_named(asked, text, places)) < len(every):
        return tuple(left[at] for at in choose_values(pattern, text, [places[each] for each in left]))
    if named := named_values(asked, text, places) or parallel_value(asked, text, places):
        return named
    groups = grouped(text, places)
    groups = [
        each for each in groups if not denies_otherwise(pattern.text, each[0], pattern.own_words)
    ] or groups
    if len(groups) < 2:
        return groups[0][1]
    if chosen := _by_label(asked, groups) or _by_quantity(pattern, text, places, groups):
        return chosen
    usual = [members for words, members in groups if "[" not in words]
    if _USUAL.search(pattern.text) and len(usual) < len(groups):
        return usual[0] if usual else every
    everyday = {*canonical_words(pattern.text)} & _UNITS  # "day workers"
    own = {word for word in pattern.all_words if word.isalpha() and not is_everyday(word)}
    others = own.difference(pattern.own_words, pattern.elided_words)  # the title has them too
    kept, before = {members for _, members in groups}, frozenset(canonical_words(text[: min(places)[0]]))
    bare = [each for each in grouped(text, places, led=False) if each[1] in kept]
    choices = (
        _by_words(*each)
        for each in (
            (bare, {word for word in asked if not matches_any(word, before)}, signs),
            (groups, asked, signs),
            (groups, everyday, set()),
            (groups, others, set()),
        )
    )
    return next(filter(None, choices), every)


def _by_label(asked: Set[str], groups: Groups) -> tuple[int, ...]:
    """Choose the values of the part of a sentence that has most words of a question in the brackets at its
    end, where all parts have some there.

    >>> _by_label({"kp", "2250"}, [("48 ml of ethanol (KP-2050) ", (0,)), ("or 240 ml (KP-2250).", (1,))])
    (1,)
    """
    labels = [found["name"] for words, _ in groups if (found := _LABELLED.search(words))]
    if len(labels) < len(groups):
        return ()
    best = lone_best([sum(matches_any(word, asked) for word in canonical_words(each)) for each in labels])
    return () if best is None else groups[best][1]


def _by_quantity(
    pattern: QuestionPattern, text: str, places: Sequence[Place], groups: Groups
) -> tuple[int, ...]:
    """Choose the values of the part of a sentence that alone states a quantity of a question: "after 2 h";
    none where two parts do so."""
    meant = [each for place in places for each in quantities_of(text[slice(*place)])]
    stated = [
        [each for each in quantities_of(words) if not any(same(each, own) for own in meant)]
        for words, _ in groups
    ]
    chosen: set[int] = set()
    for asked in (*quantities_of(pattern.text), *pattern.quantities):
        having = [at for at, own in enumerate(stated) if any(same(asked, each) for each in own)]
        chosen.update(having if len(having) == 1 else ())
    return groups[chosen.pop()][1] if len(chosen) == 1 else ()


def _within(places: Sequence[Place], part: Place) -> tuple[int, ...]:
    """Give the values, by their number, that begin in a part of a sentence."""
    return tuple(at for at, (start, _) in enumerate(places) if part[0] <= start < part[1])


def _by_words(groups: Groups, asked: Set[str], signs: Set[str]) -> tuple[int, ...]:
    """Choose the values of the part of a sentence that alone holds most words of a question, those that tell
    things apart before all others; none where two parts hold as many."""
    if tailless := without_shared_noun(groups):
        apart = _by_words(tailless, asked, signs)
        if apart and apart != groups[-1][1]:
            return apart
    held = [frozenset(canonical_words(words)) for words, _ in groups]
    words_of = [(0, 0)] * len(groups)
    for word in asked:
        having = [at for at, words in enumerate(held) if matches_any(word, words)]
        if len(having) == 1:
            telling, plain = words_of[having[0]]
            sign = word in signs
            words_of[having[0]] = telling + sign, plain + (not sign)
    best = max(words_of)
    return groups[words_of.index(best)][1] if any(best) and words_of.count(best) == 1 else ()


def contrasted_span(pattern: QuestionPattern, text: str, start: int, end: int, title: str = "") -> Place:
    """Give the number of a sentence by which the words of a question stand, with its unit, where an answer's
    span has another one like it, or several; else the span as it is. What the title says tells least, and
    what is counted.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> text = "Weight fell by 12.6% with semaglutide and by 1.1% with placebo."
    >>> first, last = contrasted_span(parse_pattern("How much did weight fall with placebo?"), text, 15, 20)
    >>> text[first:last]
    '1.1%'
    """
    if _OF_ALL.match(text[start:end]):
        return start, end
    untitled = _without(pattern.text, title)
    meant = changed_to(pattern, text, start, end) or aligned_value(untitled, text, start, end)
    if meant := meant or aligned_value(pattern.text, text, start, end):
        return meant
    places = _alike(pattern, text, start, end)
    counted = COUNTED.search(pattern.text)
    noun = counted["noun"] if counted else ""
    chosen: tuple[int, ...] = ()
    for least in (f"{title} {noun}", noun, "") if noun else ("", title):
        named = frozenset(canonical_words(least))
        own = tuple(word for word in pattern.own_words if not matches_any(word, named))
        chosen = choose_values(replace(pattern, own_words=own), text, places)
        if len(chosen) == 1:
            break
    if len(chosen) != 1:
        return start, end
    meant = places[chosen[0]]
    alone = sum(start <= each[0] < end for each in places) == 1
    return (start, end) if alone and start <= meant[0] < end else meant


def _without(question: str, title: str) -> str:
    """Leave the words of a title out of a question."""
    named = frozenset(canonical_words(title))
    return " ".join(word for word in question.split() if not named.issuperset(canonical_words(word)))


def _alike(pattern: QuestionPattern, text: str, start: int, end: int) -> list[Place]:
    """Find the numbers of a sentence that are like the first one of a span: all counts where it is asked how
    many there are, else those with its unit."""
    stated = {*tokens(pattern.text)}
    asks = _ASKS_INTERVAL.search(pattern.text)
    hidden = text if asks else _INTERVAL.sub(lambda found: " " * len(found[0]), text)
    numbers = [
        each
        for each in _NUMBER.finditer(hidden)
        if not (
            _TESTED.search(text[max(0, each.start() - _NAMED_BEFORE) : each.start()])
            or _LABEL.search(text[max(0, each.start() - _NAMED_BEFORE) : each.start()])
            or stated.issuperset(tokens(each["number"]))
        )
    ]
    first = next((each for each in numbers if start <= each.start() < end), None)
    if first is None:
        scale = _SCALE.fullmatch(text, max(0, start - 1), end + 1) if not asks else None
        return [each.span("number") for each in numbers if not _unit(each)] if scale else []
    if pattern.type.counts:
        counts = [each for each in numbers if _is_count(each)]
        if first in counts or (stated_values(first[0], ALL_KINDS) and _SIZED_GROUP.search(text)):
            return [each.span("number") for each in counts]
    sizes = [each for each in numbers if _SIZE.search(text, 0, each.start())]
    numbers = [each for each in numbers if each not in sizes]
    if first in sizes:  # "trials of depression (k=8), the effect was -4.9"
        return [each.span("number") for each in numbers if not _unit(each)]
    unit = _unit(first)
    if not unit and _DIFFERENCE.search(text, 0, first.start()) and not _DIFFERENCE_ASKED.search(pattern.text):
        others = [each for each in numbers if each is not first and _unit(each)]
        return [each.span() for each in others if _unit(each) == _unit(others[0])]
    alike = [each.span() if unit else each.span("number") for each in numbers if _unit(each) == unit]
    bracket = _BRACKET_BEHIND.match(text, first.end()) if unit else None
    if bracket is None:
        return alike
    within = [each for each in numbers if bracket.start() <= each.start() < bracket.end() and not _unit(each)]
    return [*alike, *(each.span("number") for each in within if OF_GROUP.match(text, each.end("number")))]


def _is_count(found: re.Match[str]) -> bool:
    """Say whether a number counts things: no share, no decimal and no measured value."""
    return (
        (found["number"].replace(",", "").isdigit() or found["number"].isalpha())
        and not stated_values(found[0], ALL_KINDS)
        and "%" not in found[0]
    )


def _unit(found: re.Match[str]) -> str:
    """Give the unit of a number; empty where the word behind it is none."""
    unit = (found["unit"] or "").strip()
    return "" if unit in STOP_WORDS or unit in _NO_UNITS or is_unconstraining(canonical_word(unit)) else unit


def _in_order(pattern: QuestionPattern, text: str, places: Sequence[Place]) -> tuple[int, ...]:
    """Choose the values on the side of the words of "after …" or "before …" that is asked for, if the
    sentence has both these words and values on either side."""
    found = [
        (word, each.span())
        for each in _WORD.finditer(text)
        for word in pattern.anchor_words
        if matches_any(word, {canonical_word(each[0].lower())})
    ]
    if not pattern.direction or len({word for word, _ in found}) <= _HELD * len(pattern.anchor_words):
        return ()
    clauses = {text.count(";", 0, start) for _, (start, _) in found}
    within = tuple(at for at, (start, _) in enumerate(places) if text.count(";", 0, start) in clauses)
    if within and len(clauses) == 1 and len(within) < len(places):
        return within
    if pattern.direction > 0:
        anchor = max(end for _, (_, end) in found)
        kept = tuple(at for at, (start, _) in enumerate(places) if start >= anchor)
    else:
        anchor = min(start for _, (start, _) in found)
        kept = tuple(at for at, (_, end) in enumerate(places) if end <= anchor)
    return kept if len(kept) < len(places) else ()


def value_places(text: str, names: Sequence[str]) -> Iterator[Place]:
    """Find where values stand in a sentence: each at its first place, one that is named again at its next.

    >>> [*value_places("Heat for 5 min, then for 15 min, then for 5 min.", ["5 min", "15 min", "5 min"])]
    [(9, 14), (25, 31), (42, 47)]
    """
    ends: dict[str, int] = {}
    for name in names:
        found = (_find_whole(text, name, begin) for begin in (ends.get(name, 0), 0))
        start = next((at for at in found if at >= 0), max(0, text.find(name)))
        ends[name] = start + len(name)
        yield start, start + len(name)


def _find_whole(text: str, name: str, begin: int) -> int:
    """Find where a value stands that is no end of a longer one; -1 where it stands nowhere."""
    while (at := text.find(name, begin)) > 0 and (text[at - 1] in "_.," or text[at - 1].isalnum()):
        begin = at + 1
    return at
