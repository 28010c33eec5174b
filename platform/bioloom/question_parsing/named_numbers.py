"""Counts, designators and ordinals: the numbers of a text that measure nothing but tell things apart."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.stated_values import ALL_KINDS, stated_values
from bioloom.question_parsing.synonyms import canonical_word, is_act, is_unconstraining
from bioloom.records import Quantity
from bioloom.resources import read_table
from bioloom.standardization.number_parsing import literal

_NUMBERS = {
    word: float(number)
    for number, words in enumerate(
        ("one single 1st first", "two 2nd second twin", "three 3rd third", "four 4th fourth",
         "five 5th fifth", "six 6th sixth", "seven", "eight", "nine", "ten"),
        1,
    )
    for word in words.split()
}  # fmt: skip
_MULTIPLES = frozenset({"dozen", "hundred"})
COUNTS: Mapping[str, str] = {
    row["word"]: row["value"]
    for row in read_table("units/numbers.tsv")
    if row["value"].isdigit() and not row["assumed"] and row["word"] not in _MULTIPLES | STOP_WORDS
}
"""Words that count things, each with its figure."""

ORDINALS: Mapping[str, int] = {
    word: int(_NUMBERS[word])
    for word in "1st first 2nd second 3rd third 4th fourth 5th fifth 6th sixth".split()  # noqa: SIM905
}
"""Words that tell which one of several is meant, each with its number."""

_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "ii": 2, "iii": 3, "iv": 4}
_LETTERS = "ABCDEFGH"
_LETTER = 100.0
"""What the first letter of a designator counts as, apart from every number: reagent A is not reagent 1."""

_ONE = r"(?:\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|" + "|".join(sorted(ORDINALS)) + ")"
_SIGNS = re.compile("[™®]")
_DESIGNATOR = re.compile(r"\b(?:[A-Z]|\w*\d\w*)\b")
_COUNT = re.compile(
    rf"(?<![\w.,/-])(?P<low>{_ONE})(?:\s?(?:-|–|to|or)\s?(?P<high>{_ONE}))?(?:\s|-)(?P<noun>[a-z]{{4,}})\b",
    re.IGNORECASE,
)
_DESIGNATED = re.compile(
    r"(?<![\w-])(?P<noun>[A-Za-z]{3,})[\s-]#?(?P<sign>[A-H]|I{1,3}|IV|VI?|ii|iii|iv|\d{1,2})(?![\w.%°/-]|\s?%)"
)


def designators(text: str) -> frozenset[str]:
    """Give the letters, numbers and names with a digit by which things of one name are told apart.

    >>> sorted(designators("Elute with buffer A or P2 of version B"))
    ['A', 'B', 'P2']
    """
    return frozenset(_DESIGNATOR.findall(text))


@lru_cache(maxsize=8192)
def named_numbers(text: str) -> tuple[Quantity, ...]:
    """Find the numbers that tell things of one name apart: how many, which, the how manieth.

    >>> [(each.kind, each.si_unit, each.si_value) for each in named_numbers("Add Reagent II to three tubes.")]
    [('count', 'tube', 3.0), ('designator', 'reagent', 2.0)]
    >>> [(each.si_value, each.si_upper) for each in named_numbers("Join 4–6 fragments for 10 min.")]
    [(4.0, 6.0)]
    """
    text = _SIGNS.sub("", text)
    measured = " ".join(words for words, _ in stated_values(text, ALL_KINDS))
    return (*_counts(text, measured), *_designators(text))


def _counts(text: str, measured: str) -> Iterator[Quantity]:
    for found in _COUNT.finditer(text):
        low, noun = found["low"].casefold(), canonical_word(found["noun"].casefold())
        if f"{low} {found['noun']}" in measured or not _tells(noun):
            continue
        kind = "ordinal" if low in ORDINALS else "count"
        value, upper = _value(low), _value((found["high"] or "").casefold())
        if value is not None:
            yield _quantity(kind, noun, value, upper)


def _designators(text: str) -> Iterator[Quantity]:
    for found in _DESIGNATED.finditer(text):
        noun, sign = canonical_word(found["noun"].casefold()), found["sign"]
        counted = sign.isdigit() and _COUNT.match(text, found.start("sign"))
        if _tells(noun) and not counted and not (sign.isdigit() and is_act(noun)):
            value = _ROMAN.get(sign) or (
                _LETTER + _LETTERS.index(sign) if sign in _LETTERS else literal(sign)
            )
            if value is not None:
                yield _quantity("designator", noun, float(value))


def _tells(noun: str) -> bool:
    return not (noun in STOP_WORDS or is_unconstraining(noun))


def _value(word: str) -> float | None:
    return _NUMBERS.get(word) or literal(word)


def _quantity(kind: str, noun: str, value: float, upper: float | None = None) -> Quantity:
    return Quantity(kind, value, noun, value, noun, upper, upper)
