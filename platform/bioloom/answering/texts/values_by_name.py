"""Values by name: those of a sentence that are said to be of what a question asks for."""

import re
from collections.abc import Sequence, Set
from itertools import pairwise

from bioloom.answering.texts.aligned_lists import lone_best
from bioloom.answering.texts.changed_values import Place
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import canonical_words, matches_any
from bioloom.question_parsing.search_terms import STOP_WORDS

_PATTERNS = PatternTable.read("reading/contrasted_values.tsv")
_PHRASE = _PATTERNS.compile("phrase", 0)
_MEASURE = _PATTERNS.compile("measure", 0)
_NUMBER = _PATTERNS.compile("number", 0)

_LISTED = re.compile(r"\s?(?:of\s)?\(?(?P<thing>[A-Za-z][\w-]*)")
"""What a value is of, behind it: "5 µL CD3, 2.5 µL CD8", "48 mL (void), 71 mL (dimer)"."""

_IN_BRACKETS = re.compile(r"([\w-]+\s\([^()]*)$")
"""What the brackets are of in which a value stands: "SC-71 (type IIa, 1:200)"."""

_UNIT = re.compile(r"[^\d.,]*$")

_FAR_NAME = 60
"""Characters before a value in which what it is of stands."""

LIST_STEP = 30
"""Characters between the values of a list."""


def named_values(asked: Set[str], text: str, places: Sequence[Place]) -> tuple[int, ...]:
    """Choose the value that is said to be of what is asked for, where each is said to be of something: by the
    word before it ("a sensitivity of 89% and a specificity of 82%") or before its brackets, or behind it in a
    list.

    >>> text = "Add 5 µL CD3-FITC, 2.5 µL CD8-APC and 5 µL CD45-PerCP."
    >>> named_values({"cd", "8", "apc"}, text, [(4, 8), (19, 25), (38, 42)])
    (1,)
    >>> text = "Antibodies: BA-F8 (type I, 1:50), SC-71 (type IIa, 1:200)."
    >>> named_values({"sc", "71", "antibody"}, text, [(27, 31), (51, 56)])
    (1,)
    """
    before = _before(_MEASURE, text, places)
    behind = [_LISTED.match(text, end) for _, end in places]
    bracketed = _before(_IN_BRACKETS, text, places)
    order = sorted(places)
    listed = all(two[0] - one[1] <= LIST_STEP for one, two in pairwise(order))
    listed = listed and len({unit_of(text, each) for each in places}) == 1
    for found in (bracketed, before, behind if listed else []):
        names = [_name(each) for each in found if each]
        if len(names) == len(places) and not STOP_WORDS.intersection(names):
            held = [sum(matches_any(word, asked) for word in canonical_words(name)) for name in names]
            if (best := lone_best(held)) is not None:
                return (best,)
    return ()


def from_named(asked: Set[str], text: str, places: Sequence[Place]) -> tuple[int, ...]:
    """Leave out the values before the only one that has its name before it, where this is what is asked for;
    those behind it may be of the same.

    >>> text = "It shifted the voltage at 3 µM and had an EC50 of 0.16 µM, against 1.9 µM for the other."
    >>> from_named({"ec"}, text, [(26, 30), (50, 57), (67, 73)])
    (1, 2)
    """
    every = tuple(range(len(places)))
    named = [(at, each) for at, each in enumerate(_before(_MEASURE, text, places)) if each]
    if len(named) != 1:
        return every
    at, found = named[0]
    is_asked = _is_named(found, asked)
    return tuple(each for each in every if places[each] >= places[at]) if is_asked else every


def _before(form: re.Pattern[str], text: str, places: Sequence[Place]) -> list[re.Match[str] | None]:
    """Find a form in the words before each of some values."""
    return [form.search(text[max(0, start - _FAR_NAME) : start]) for start, _ in places]


def _name(found: re.Match[str]) -> str:
    """Give the first group of a match that holds something."""
    return next(filter(None, found.groups()), "")


def parallel_value(asked: Set[str], text: str, places: Sequence[Place]) -> tuple[int, ...]:
    """Choose the value behind which the words of a question stand, where each has the same preposition behind
    it with other words: "4.3-fold by TGF in diseased cells and 2.6-fold in donor cells".

    >>> text = "It was induced 4.3-fold by TGF in diseased cells and 2.6-fold in donor cells."
    >>> parallel_value({"tgf", "donor", "cell"}, text, [(15, 23), (54, 62)])
    (1,)
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    ends = [*(places[at][0] for at in order[1:]), len(text)]
    tails = [text[places[at][1] : end] for at, end in zip(order, ends, strict=True)]
    said = [
        {
            each["by"]: frozenset(canonical_words(each["words"]))
            for each in _PHRASE.finditer(tail)
            if each["words"].strip()
        }
        for tail in tails
    ]
    shared = set.intersection(*(set(each) for each in said))
    words = [frozenset().union(*(each[by] for by in shared)) for each in said]
    held = [sum(matches_any(word, own) for word in asked) for own in words]
    best = lone_best(held)
    return () if best is None else (order[best],)


def measured_of_another(asked: Set[str], text: str) -> bool:
    """Say whether a sentence has the measure that is asked for of one thing, and what it is asked of beside
    another measure.

    >>> text = "The assay gave a Km of 18 µM for malonate and a Hill coefficient of 1.8 for sodium."
    >>> measured_of_another({*canonical_words("coefficient for malonate")}, text)
    True
    """
    places = [each.span("number") for each in _NUMBER.finditer(text)]
    measures = _before(_MEASURE, text, places) if len(places) > 1 else []
    named = [at for at, each in enumerate(measures) if each and _is_named(each, asked)]
    if len(named) != 1:
        return False
    measure = {word for each in measures if each for word in canonical_words(_name(each))}
    meant = parallel_value({word for word in asked if not matches_any(word, measure)}, text, places)
    return bool(meant) and meant[0] != named[0]


def _is_named(measure: re.Match[str], asked: Set[str]) -> bool:
    words = [word for word in canonical_words(_name(measure)) if not word.isdigit()]
    return bool(words) and all(matches_any(word, asked) for word in words)


def unit_of(text: str, place: Place) -> str:
    """Give the unit of a value, empty where it has none."""
    found = _UNIT.search(text[slice(*place)])
    return found[0].strip() if found else ""
