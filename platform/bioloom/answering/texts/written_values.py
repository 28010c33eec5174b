"""Written values: the numbers of a text with unit and sign, to be found again in another text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isclose

from bioloom.question_parsing import STOP_WORDS
from bioloom.standardization.number_parsing import find_number
from bioloom.standardization.quantity_tokens import QuantityToken, tokenise
from bioloom.standardization.units import Unit, find_unit

_COUNTED = frozenset({"number", "times"})
_MULTIPLES = frozenset({"X"})
_LINKS = frozenset({"-", "to", "and", "or", ",", "/", "±", "x", "×", "~"})
_LONGEST = 10_000


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A number of a text, with its unit if it has one; `digits` says that it is not written as a word.

    `words` are those of the unit; the number and they stand from `start` to `end` among the text's signs.
    """

    number: float
    unit: Unit | None
    digits: bool
    words: tuple[str, ...]
    start: int
    end: int

    def is_stated_by(self, other: "WrittenValue") -> bool:
        """Say whether another text states this value, with its unit; a bare number is none that has a unit,
        but for what only multiplies ("3 times", "3×")."""
        if self.unit is None:
            counts = other.unit is None or other.unit.name in _MULTIPLES
            return counts and isclose(self.number, other.number, rel_tol=1e-6)
        if other.unit is None:
            return self.unit.name in _MULTIPLES and isclose(self.number, other.number, rel_tol=1e-6)
        if self.unit.si_unit != other.unit.si_unit:
            return False
        return isclose(self.unit.to_si(self.number), other.unit.to_si(other.number), rel_tol=1e-6)


def written_values(text: str) -> tuple[WrittenValue, ...]:
    """Read the numbers of a text in order, number words only where a unit follows.

    >>> [(each.number, each.unit and each.unit.name) for each in written_values("Two, ninety min, -80 °C")]
    [(90.0, 'min'), (-80.0, '°C')]
    """
    return tuple(each for each in _numbers(text) if each.digits or each.unit is not None)


def spelled_numbers(text: str) -> tuple[WrittenValue, ...]:
    """Read the whole numbers from two on that are words without a unit.

    >>> [each.words for each in spelled_numbers("Twelve mice, one cat, three times, 4, two min")]
    [('twelve',), ('three',)]
    """
    signs = tokenise(text[:_LONGEST])
    return tuple(
        replace(each, words=tuple(_spelling(signs[each.start : each.end])))
        for each in _numbers(text)
        if not each.digits and each.unit is None and each.number >= 2 and each.number.is_integer()
    )


def _spelling(signs: Sequence[QuantityToken]) -> Iterator[str]:
    """Give the words of a number without that for what is counted."""
    return (sign.lower for sign in signs if find_number((sign,), 0))


@lru_cache(maxsize=1024)
def _numbers(text: str) -> tuple[WrittenValue, ...]:
    signs = tokenise(text[:_LONGEST])
    found: list[WrittenValue] = []
    at = 0
    while at < len(signs):
        read = _value_at(signs, at)
        if read is not None:
            found.append(read)
        at = read.end if read is not None else at + 1
    return tuple(found)


def stated_values_of(text: str) -> tuple[WrittenValue, ...]:
    """Read the values that a text states in any reading: "2-3 h" states 2 h as well, "12,000 g" is a force.

    >>> [(each.number, each.unit and each.unit.name) for each in stated_values_of("for 2-3 h")]
    [(2.0, None), (3.0, 'h'), (2.0, 'h')]
    """
    found = written_values(text)
    signs = tokenise(text[:_LONGEST])
    return (*found, *_shared(found, signs), *_forces(found, signs))


def _shared(found: Sequence[WrittenValue], signs: Sequence[QuantityToken]) -> Iterator[WrittenValue]:
    """Give numbers the unit that stands behind the next one."""
    unit, start = None, -1
    for each in reversed(found):
        linked = each.end <= start <= each.end + 2 and all(
            sign.lower in _LINKS for sign in signs[each.end : start]
        )
        unit = each.unit or (unit if linked else None)
        start = each.start
        if each.unit is None and unit is not None:
            yield WrittenValue(each.number, unit, each.digits, (), each.start, each.end)


def _forces(found: Sequence[WrittenValue], signs: Sequence[QuantityToken]) -> Iterator[WrittenValue]:
    """Read grams as multiples of gravity, and these as grams: a spin of 500 g may be written as either."""
    for each in found:
        if each.unit is not None and each.unit.kind in ("mass", "force"):
            other = find_unit(tokenise("× g" if each.unit.kind == "mass" else "g"), 0, None)
            if other is not None and signs[each.end - 1].lower == "g":
                yield WrittenValue(each.number, other[0], each.digits, (), each.start, each.end)


def _value_at(signs: Sequence[QuantityToken], at: int) -> WrittenValue | None:
    if not _begins(signs, at):
        return None
    read = find_number(signs, at)
    if read is None or read[0].upper is not None:
        return None
    number, after = read
    unit, end, start = None, after, after
    if after < len(signs) and signs[after].text == "-" and signs[after].tight:
        start += 1  # 1.5-ml
    if start < len(signs) and (signs[start].tight or signs[start].lower not in STOP_WORDS):
        unit, end = find_unit(signs, start, None) or (None, after)
    words = tuple(sign.lower for sign in signs[after:end])
    if unit is not None and unit.kind in _COUNTED:
        unit, words = None, ()
    return WrittenValue(number.value, unit, any(sign.numeric for sign in signs[at:after]), words, at, end)


def _begins(signs: Sequence[QuantityToken], at: int) -> bool:
    """Say whether a number may begin at a sign: a dash within a word or a range is no minus."""
    sign = signs[at]
    if sign.text not in ("-", "+"):
        return sign.numeric or sign.text == "." or sign.text.isalpha()
    within = at > 0 and sign.tight and signs[at - 1].text.isalnum()
    if within or at + 1 >= len(signs) or not signs[at + 1].numeric:
        return False
    if signs[at + 1].tight:
        return True
    read = find_number(signs, at)
    unit = find_unit(signs, read[1], None) if read else None
    return unit is not None and unit[0].kind == "temperature"
