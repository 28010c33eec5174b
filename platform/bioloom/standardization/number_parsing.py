"""Number parser: 17,000; 3,5; 1 x 10^6; 1/2; twenty-five; a few."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import isfinite

from bioloom.resources import read_table
from bioloom.standardization.quantity_tokens import QuantityToken, tokenise

_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_DECIMAL = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_LOST_POWER = re.compile(r"10([3-9]|1[0-9])")
_TIMES = frozenset({"x", "×", "*", "·"})
_LARGEST_POWER = 60
_NOT_ZERO = re.compile(r"[^eE]*[1-9]")


@dataclass(frozen=True, slots=True)
class Number:
    """A number, or a range where the words are vague; `assumed` if a convention gave it.

    `scale` is the power of ten that it was multiplied by, in as many words.
    """

    value: float
    upper: float | None = None
    assumed: bool = False
    scale: float = 1.0


def underflows(text: str, number: float) -> bool:
    """Say whether a decimal that is not written as zero became zero as a float.

    >>> underflows("1e-400", float("1e-400")), underflows("0e-9", float("0e-9"))
    (True, False)
    """
    return number == 0 and _NOT_ZERO.match(text) is not None


@cache
def _words() -> tuple[dict[tuple[str, ...], Number], int]:
    words = {
        tuple(token.lower for token in tokenise(row["word"])): Number(
            float(row["value"]), float(row["upper"]) if row["upper"] else None, row["assumed"] == "yes"
        )
        for row in read_table("units/numbers.tsv")
    }
    return words, max(map(len, words))


def literal(text: str) -> float | None:
    """Read digits; commas in groups of three part thousands, a single other comma is a decimal sign. Never
    raises: None for what is no number, or one that no float holds.

    >>> [literal(t) for t in ("17,000", "3,5", "0,125", "1.5", "1.2.3", "1²", "9" * 400)]
    [17000.0, 3.5, 0.125, 1.5, None, None, None]
    """
    if _THOUSANDS.fullmatch(text):
        value = float(text.replace(",", ""))
    elif _DECIMAL.fullmatch(text):
        value = float(text.replace(",", "."))
    else:
        return None
    return value if isfinite(value) else None


def find_number(
    tokens: Sequence[QuantityToken], at: int, *, signed: bool = True
) -> tuple[Number, int] | None:
    """Read the number that starts at a token; gives it with the place after it, None if there is none."""
    if at >= len(tokens):
        return None
    if tokens[at].numeric or tokens[at].text in "-+.":
        return _digits(tokens, at, signed)
    words, longest = _words()
    for end in range(min(at + longest, len(tokens)), at, -1):
        number = words.get(tuple(token.lower for token in tokens[at:end]))
        if number is not None:
            return _tens(number, tokens, end)
    return None


def _tens(number: Number, tokens: Sequence[QuantityToken], after: int) -> tuple[Number, int]:
    """Add the ones to tens: twenty-five."""
    words, _ = _words()
    if number.value in range(20, 100, 10) and not number.assumed:
        place = after + 1 if after < len(tokens) and tokens[after].text == "-" else after
        ones = words.get((tokens[place].lower,)) if place < len(tokens) else None
        if ones and ones.value in range(1, 10) and tokens[place].lower not in ("a", "an"):
            return Number(number.value + ones.value), place + 1
    return number, after


def _digits(tokens: Sequence[QuantityToken], at: int, signed: bool) -> tuple[Number, int] | None:
    sign = 1.0
    if tokens[at].text in ("-", "+"):
        if not signed:
            return None
        sign = -1.0 if tokens[at].text == "-" else 1.0
        at += 1
    value, at = _plain(tokens, at)
    if value is None:
        return None
    power, at = _power(tokens, at)
    scale = 1.0 if power is None else 10.0**power
    if power is None and value == 10:
        exponent, at = _raised(tokens, at)
        value = 10.0 if exponent is None else 10.0**exponent
    value *= scale
    return (Number(sign * value, scale=scale), at) if isfinite(value) else None


def _plain(tokens: Sequence[QuantityToken], at: int) -> tuple[float | None, int]:
    """Read digits with thousands apart by spaces, a leading point, or a fraction."""
    if at >= len(tokens):
        return None, at
    if tokens[at].text == ".":
        if at + 1 < len(tokens) and tokens[at + 1].tight and tokens[at + 1].text.isdecimal():
            return literal("0." + tokens[at + 1].text) if tokens[at + 1].numeric else None, at + 2
        return None, at
    if not tokens[at].numeric:
        return None, at
    text, at = tokens[at].text, at + 1
    if len(text) <= 3 and text.isdecimal() and text != "0":
        while at < len(tokens) and not tokens[at].tight and tokens[at].text == "000":
            text, at = text + tokens[at].text, at + 1
    value = literal(text)
    if value is None:
        return None, at
    part, after = _fraction(tokens, at - 1)
    if part is not None:
        return part, after
    part, after = _fraction(tokens, at)
    if part is not None and part < 1 and text.isdecimal():
        return value + part, after
    return value, at


def _fraction(tokens: Sequence[QuantityToken], at: int) -> tuple[float | None, int]:
    """Read 1/2 or 1/1000, parts of a whole; in `30/37` and `3/3` a slash parts two values."""
    if at + 2 < len(tokens) and tokens[at + 1].text == "/" and tokens[at + 2].text.isdecimal():
        above, below = tokens[at].text, literal(tokens[at + 2].text)
        if len(above) == 1 and above in "123456789" and below and int(above) < below:
            return int(above) / below, at + 3
    return None, at


def _power(tokens: Sequence[QuantityToken], at: int) -> tuple[int | None, int]:
    """Read `x 10^6`, `x 108` whose raised digits were lost, or `e6`."""
    if at + 1 < len(tokens) and tokens[at].text.lower() in _TIMES:
        after = at + 2
        if tokens[at + 1].text == "10":
            exponent, end = _raised(tokens, after)
            return (None, at) if exponent is None else (exponent, end)
        lost = _LOST_POWER.fullmatch(tokens[at + 1].text)
        if lost and not _is_dimension(tokens, after):
            return int(lost.group(1)), after
    if at + 1 < len(tokens) and tokens[at].text in ("e", "E") and tokens[at].tight and tokens[at + 1].tight:
        exponent, end = _exponent(tokens, at + 1)
        return (exponent, end) if exponent is not None else (None, at)
    return None, at


def _raised(tokens: Sequence[QuantityToken], at: int) -> tuple[int | None, int]:
    """Read the exponent behind 10: `^6`, or the `-6` of a molarity whose raised digits were lost."""
    begin = [token.text for token in tokens[at : at + 1]]
    lost = begin == ["-"] and all(token.tight for token in tokens[at : at + 2])
    if begin == ["^"] or (lost and [token.text for token in tokens[at + 2 : at + 3]] == ["M"]):
        exponent, end = _exponent(tokens, at if lost else at + 1)
        return (None, at) if exponent is None else (exponent, end)
    return None, at


def lost_power(number: Number, tokens: Sequence[QuantityToken], place: tuple[int, int], after: int) -> Number:
    """Read the 107 of `107 cells ml-1` as 10^7: where the unit lost its raised digits the number did too.

    `place` is where the number begins and ends, `after` where its unit ends.
    """
    unit = [token.text for token in tokens[place[1] : after]]
    found = _LOST_POWER.fullmatch(tokens[place[0]].text)
    if place[1] == place[0] + 1 and found and unit[-2:] == ["-", "1"] and "^" not in unit:
        return Number(10.0 ** int(found.group(1)), scale=number.scale)
    return number


def _is_dimension(tokens: Sequence[QuantityToken], at: int) -> bool:
    """Say whether a length follows, so that `75 x 105 mm` stays two sides of a thing."""
    return at < len(tokens) and tokens[at].lower in ("mm", "cm", "µm", "nm", "in", "inch", "x", "×")


def _exponent(tokens: Sequence[QuantityToken], at: int) -> tuple[int | None, int]:
    sign = 1
    start = at
    if at < len(tokens) and tokens[at].text in ("-", "+"):
        sign = -1 if tokens[at].text == "-" else 1
        at += 1
    if at < len(tokens) and tokens[at].text.isdecimal() and tokens[at].numeric and len(tokens[at].text) < 3:
        exponent = sign * int(tokens[at].text)
        if abs(exponent) <= _LARGEST_POWER:
            return exponent, at + 1
    return None, start
