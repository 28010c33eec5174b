"""Sibling names: whether a sentence is about another one of some names that differ in their number only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache

from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import STOP_WORDS, canonical_word, is_everyday

_PATTERNS = PatternTable.read("reading/sibling_names.tsv")
_NAME = _PATTERNS.compile("name")
_NUMBERED = _PATTERNS.words("numbered")
_AMOUNT = _PATTERNS.words("amount")
_NEXT = _PATTERNS.compile("next")
_OTHERWISE = _PATTERNS.compile("otherwise")
_CODE = re.compile(r"\b[A-Z]\d+[A-Z]\d+[A-Za-z\d]*\b")
_BEGINNING = 2
"""Characters that two names share of one family."""

_PLURAL = 5
"""Letters from which a name may end in the s of the plural."""

_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}


def names_sibling(question: str, sentence: str) -> bool:
    """Say whether a sentence has another number of a name of the question, and not the one asked for.

    >>> sentence = "Histamine activated CA II and caspase-3."
    >>> asked = ("CA IV", "CA II", "caspase-8", "CB 1")
    >>> [names_sibling(f"What did it do to {each}?", sentence) for each in asked]
    [True, False, True, False]
    >>> [names_sibling(f"EC50 at {each}?", "It was 0.4 µM at Kv7.2/7.3.") for each in ("Kv7.4", "Kv7.3")]
    [True, False]
    """
    return names_kin(question, sentence) or any(_siblings(question, sentence))


def lacks_name(question: str, document: str) -> bool:
    """Say whether a whole document has another number of a name of the question, and not the one asked for;
    days, stages and the like may be said otherwise.

    >>> document = "Loss of Trpv4: it fell by day 14."
    >>> [lacks_name(f"What fell {each}?", document) for each in ("without Trpv1", "by day 7")]
    [True, False]
    """
    return any(name not in _NUMBERED for name in _siblings(question, document))


def _siblings(question: str, text: str) -> Iterator[str]:
    """Give the names of a question of which a text has other numbers alone."""
    known = _numbers(text)
    for name, asked in _numbers(question).items():
        others = known[name] | _otherwise(text, name) if name in known else frozenset()
        if others and not any(_agree(one, other) for one in asked for other in others):
            yield name


def names_kin(question: str, sentence: str) -> bool:
    """Say whether a sentence lacks a name of the question that mixes letters and digits, and has another one
    that begins like it.

    >>> names_kin("How much anti-H3K4me3?", "Add 3 µg of anti-H3K27ac.")
    True
    """
    known = _codes(sentence)
    return any(code not in known and _kin(code, known) for code in _codes(question))


@lru_cache(maxsize=4096)
def _codes(text: str) -> frozenset[str]:
    """Give the names of a text that mix letters and digits more than once: H3K27ac."""
    return frozenset(_CODE.findall(text))


def _kin(code: str, others: Set[str]) -> bool:
    """Say whether one of some other names begins as a name does: H3K4me3 and H3K27ac."""
    return any(each[:_BEGINNING] == code[:_BEGINNING] for each in others)


def _agree(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Say whether two numbers with their letters may be one: IL-17 may be IL-17A."""
    return one[0] == other[0] and (one[1] == other[1] or not (one[1] and other[1]))


@lru_cache(maxsize=4096)
def _numbers(text: str) -> Mapping[str, Set[tuple[str, str]]]:
    """Give the numbers of each name of a text with the letters behind them, Roman ones as Arabic ones."""
    found: dict[str, set[tuple[str, str]]] = {}
    for each in _NAME.finditer(text):
        word = each["stem"].casefold()
        singular = word.removesuffix("s")
        numbered = singular in _NUMBERED
        spaced = each["roman"] or each["gap"] == " "
        if not numbered and (
            word in STOP_WORDS or word in _AMOUNT or (spaced and is_everyday(canonical_word(word)))
        ):
            continue
        number = each["number"] or str(_ROMAN[each["roman"].casefold()])
        own = found.setdefault(singular if numbered or len(word) >= _PLURAL else word, set())
        own.add((number, (each["letter"] or "").casefold()))
        own.update((further, "") for further in _further(float(number), text, each.end()))
    return found


def _otherwise(text: str, name: str) -> Set[tuple[str, str]]:
    """Give the numbers of a name that a text tells in other words: "12 weeks" for week 12, "grade ≥3"."""
    if name not in _NUMBERED:
        return frozenset()
    found = (each for each in _OTHERWISE.finditer(text) if (each["unit"] or each["name"]).casefold() == name)
    return {(each["count"] or each["bound"], "") for each in found}


def _further(last: float, text: str, at: int) -> Iterator[str]:
    """Give the numbers that a name has behind its first: "1 and 5", "1 to 3"."""
    while following := _NEXT.match(text, at):
        number, at = float(following["number"]), following.end()
        if following["range"] and last.is_integer():
            yield from map(str, range(int(last) + 1, int(number)))
        yield following["number"]
        last = number
