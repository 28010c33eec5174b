"""Quantity parser: number, unit, range and bound of values, also in SI units (docs/quantities.md)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from math import isfinite

from bioloom.pattern_table import PatternTable
from bioloom.records import Quantity
from bioloom.resources import read_table
from bioloom.standardization.measures import SIDES, Measure, converted, read_ratio, read_sides
from bioloom.standardization.number_parsing import find_number, literal, lost_power
from bioloom.standardization.quantity_tokens import QuantityToken, tokenise
from bioloom.standardization.units import Unit, find_unit, unit_named
from bioloom.standardization.value_bounds import bound_at_start, bound_before

LONGEST = 200
_FILLERS = frozenset(
    ["at", "on", "for", "in", "the", "@", "to", "of", "kept", "an", "a", "(", "while", "until"]
)
_UNIT_OF_BARE_NUMBER = {"temperature": "° C", "force": "x g"}
_SCALES = {"ph": "ph", "absorbance": "od"}
_BELOW_ZERO = frozenset({"temperature", "voltage", "current"})
_MINUTES = frozenset(map(str, range(10, 60)))
_REPEATED = frozenset({"time", "volume", "mass"})
_LENSES = PatternTable.read("units/magnifications.tsv")
_MAGNIFIED = re.compile(
    rf"[0-9]\s?[x×]?\s?(?:{_LENSES.text('behind')})|(?:{_LENSES.text('before')})\s*[0-9.,]+\s?[x×]", re.I
)
_BARE_DEGREES = frozenset({"°", "deg", "degree", "degrees"})
_STRAND_END = re.compile(
    rf"(?<![\w.,])[35]\s?['’′´](?:{PatternTable.read('units/strand_ends.tsv').text('strand_end')})",
    re.IGNORECASE,
)


def parse_quantity(text: str, native_type: str | None = None) -> Quantity | None:
    """Read a measured value; None where the text states none. Never raises, linear in the text.

    The BioPIE type of the mention decides what the text alone does not: `500 g` is a force or a mass.

    >>> parse_quantity("2-3 h")
    Quantity(kind='time', value=2.0, unit='h', si_value=7200.0, si_unit='s', upper=3.0, si_upper=10800.0, \
bound=None, assumed=False)
    >>> parse_quantity("500 g", "force").si_unit
    'm/s^2'
    >>> parse_quantity("lysis buffer") is None
    True
    """
    if not text or len(text) > LONGEST or names_strand_end(text) or names_magnification(text):
        return None
    return _parsed(text, native_type)


def names_strand_end(text: str) -> bool:
    """Say whether a text names the 5' or the 3' end of a nucleic acid, which are no minutes.

    >>> names_strand_end("5'-UTR"), names_strand_end("5' at 65 °C")
    (True, False)
    """
    return _STRAND_END.search(text) is not None


def names_magnification(text: str) -> bool:
    """Say whether a text names the magnification of a lens, which is no concentration.

    >>> names_magnification("63x oil objective"), names_magnification("63x PBS")
    (True, False)
    """
    return _MAGNIFIED.search(text) is not None


@lru_cache(maxsize=8192)
def _parsed(text: str, native_type: str | None) -> Quantity | None:
    """Read a text once; protocols repeat the same few hundred values."""
    tokens = tokenise(text)
    if len(tokens) > LONGEST:
        return None
    return _phrase(tokens, native_type) or _measured(tokens, native_type)


def _measured(tokens: Sequence[QuantityToken], native_type: str | None) -> Quantity | None:
    """Read the first number with its unit; what stands before and after it may bound it."""
    start = _first_number(tokens)
    if start is None:
        return _unit_alone(tokens, native_type)
    before = tokens[:start]
    for scale in _SCALES:
        if native_type == scale or any(token.lower == _SCALES[scale] for token in before):
            read = _span(tokens, start, scale)
            return _finish(read, before, tokens, scale) if read else None
    special = read_ratio(tokens, start, native_type) or read_sides(tokens, start, native_type)
    read = special or _repeated(tokens, start) or _span(tokens, start, native_type)
    return _finish(read, before, tokens) if read else None


def _first_number(tokens: Sequence[QuantityToken]) -> int | None:
    """Find where the first number starts; digits inside a name (P200, IL-2) are none."""
    for at, token in enumerate(tokens):
        named = at > 0 and token.tight and tokens[at - 1].text[-1].isalpha() and tokens[at - 1].lower != "ph"
        signed = token.text in "-+." and at + 1 < len(tokens) and tokens[at + 1].numeric
        if signed and at > 0 and token.tight and tokens[at - 1].text.isalnum():
            continue
        if token.text == "-" and signed and not tokens[at + 1].tight and not _is_signed(tokens, at):
            continue
        inside = at > 1 and tokens[at - 1].text == "-" and tokens[at - 1].tight and token.tight
        if named or (inside and tokens[at - 2].text.isalnum()):
            continue
        if token.lower in ("a", "an") and not _counts(tokens, at):
            continue
        if (token.numeric or signed or token.text.isalpha()) and find_number(tokens, at):
            return at
    return None


def _is_signed(tokens: Sequence[QuantityToken], at: int) -> bool:
    """Say whether a dash that stands apart is a sign: `- 20 °C` is below zero, `Time - 180 s` is not."""
    found = find_number(tokens, at)
    unit = find_unit(tokens, found[1], None) if found else None
    return unit is None or unit[0].kind in _BELOW_ZERO


def _counts(tokens: Sequence[QuantityToken], at: int) -> bool:
    """Say whether an article is a number: before a unit, or in `a few`."""
    found = find_number(tokens, at)
    return found is not None and (found[1] > at + 1 or find_unit(tokens, found[1], None) is not None)


def _span(tokens: Sequence[QuantityToken], at: int, native_type: str | None) -> tuple[Measure, int] | None:
    """Read a number with its unit, a range, or a value with its error."""
    first = find_number(tokens, at)
    if first is None:
        return None
    number, after = first
    slashed = _slashed_temperatures(tokens, at, native_type)
    if slashed is not None:
        return slashed[0]
    begin, (unit, after) = after, _unit_at(tokens, after, native_type)
    if unit is not None and unit.si_unit == "1/m^3":
        number = lost_power(number, tokens, (at, begin), after)
    link = _link(tokens, after, at, unit)
    second = find_number(tokens, link[1], signed=not _touches(tokens, link[1])) if link else None
    if link and second:
        other, behind = second
        other_unit, end = _unit_at(tokens, behind, native_type)
        if other_unit is not None and other_unit.si_unit == "1/m^3":
            other = lost_power(other, tokens, (link[1], behind), end)
            number = number if unit else lost_power(number, tokens, (at, begin), end)
        chosen = unit or other_unit or _bare(native_type, tokens, end)
        if chosen is None:
            return None
        if unit is None and number.scale == 1:  # the power of "1-2 x 10^7 cells" is that of both ends
            number = replace(number, value=number.value * other.scale)
        if link[0] == "error":
            error = abs(other.value)
            return Measure(number.value - error, chosen, number.value + error), end
        if [token.text for token in (*tokens[link[1] - 1 : link[1]], *tokens[end : end + 1])] == ["/", "/"]:
            return None
        upper = converted(other.value, other_unit, chosen)
        if upper is None:
            return Measure(number.value, chosen, number.upper, number.assumed), after
        ends = sorted((number.value, upper if other.upper is None else other.upper))
        assumed = number.assumed or other.assumed or _is_bare_degree(tokens, end, chosen)
        return Measure(ends[0], chosen, ends[1] if ends[0] < ends[1] else None, assumed), end
    assumed = number.assumed or (unit is not None and _is_bare_degree(tokens, after, unit))
    if unit is None:
        unit = _bare(native_type, tokens, after)
        assumed = assumed or native_type in _UNIT_OF_BARE_NUMBER
    if unit is None:
        return None
    value = number.value
    while unit.kind == "time":
        more = _more_time(tokens, after, unit)
        if more is None:
            break
        value, after = value + more[0], more[1]
    return Measure(value, unit, number.upper, assumed), after


def _unit_at(tokens: Sequence[QuantityToken], at: int, native_type: str | None) -> tuple[Unit | None, int]:
    """Read a unit, also after a hyphen (1.5-ml) or between more words (5 more minutes)."""
    starts = [at]
    unknown = _is_unknown_subtracted(tokens, at, native_type)
    if (
        at < len(tokens)
        and not unknown
        and (tokens[at].text == "-" or tokens[at].lower in ("more", "additional", "of", "+"))
    ):
        starts.append(at + 1)
    for start in starts:
        found = find_unit(tokens, start, native_type)
        if found is not None:
            return found
    return None, at


def _is_unknown_subtracted(tokens: Sequence[QuantityToken], at: int, native_type: str | None) -> bool:
    """Say whether an unknown is taken from a number: `10-X µl` is no concentration."""
    signs = [token.text for token in tokens[at : at + 2]]
    return signs in (["-", "X"], ["-", "x"]) and find_unit(tokens, at + 2, native_type) is not None


def _is_bare_degree(tokens: Sequence[QuantityToken], after: int, unit: Unit) -> bool:
    """Say whether the unit before a place is a degree of no scale, which is taken for Celsius."""
    return unit.kind == "temperature" and tokens[after - 1].lower in _BARE_DEGREES


def _slashed_temperatures(
    tokens: Sequence[QuantityToken], at: int, native_type: str | None
) -> tuple[tuple[Measure, int] | None] | None:
    """Read the two temperatures of `30/37 °C`, which is no fraction; three, as (None,), have no one value."""
    ends = [at]
    while ends[-1] + 2 < len(tokens) and tokens[ends[-1] + 1].text == "/" and tokens[ends[-1] + 2].numeric:
        ends.append(ends[-1] + 2)
    named, after = _unit_at(tokens, ends[-1] + 1, native_type)
    unit = named or _bare(native_type, tokens, after)
    values = sorted(value for end in ends if (value := literal(tokens[end].text)) is not None)
    if len(ends) < 2 or unit is None or unit.kind != "temperature" or len(values) < len(ends):
        return None
    if len(values) > 2:
        return (None,)
    assumed = named is None or _is_bare_degree(tokens, after, unit)
    return ((Measure(values[0], unit, values[1], assumed), after),)


def _bare(native_type: str | None, tokens: Sequence[QuantityToken], at: int) -> Unit | None:
    """Say what a number without a unit is in, by the type of its mention."""
    if at < len(tokens) and tokens[at].tight and tokens[at].text[0].isalpha():
        return None
    parted = [token.text for token in tokens[at : at + 1]] == ["/"] and tokens[at - 2].lower not in SIDES
    if parted and at + 1 < len(tokens) and tokens[at + 1].numeric:  # 3/3, 260/280
        return None
    if _is_unknown_subtracted(tokens, at, native_type):
        return None
    if native_type in _UNIT_OF_BARE_NUMBER:
        return unit_named(_UNIT_OF_BARE_NUMBER[native_type])
    if native_type in _SCALES:
        return Unit("pH" if native_type == "ph" else "1", "dimensionless", native_type, "1", 1.0)
    if native_type in ("number", "times", "size"):
        return Unit("1", "dimensionless", native_type, "1", 1.0)
    return None


def _link(tokens: Sequence[QuantityToken], at: int, start: int, unit: Unit | None) -> tuple[str, int] | None:
    """Read what joins two ends of a range; gives its sort and the place after it."""
    if at >= len(tokens):
        return None
    word = tokens[at].lower
    if word == "±":
        return "error", at + 1
    if [token.text for token in tokens[at : at + 3]] == ["+", "/", "-"]:
        return "error", at + 3
    between = start > 0 and tokens[start - 1].lower == "between"
    follows = tokens[at + 1] if at + 1 < len(tokens) else None
    if follows and word == "-" and follows.lower in ("or", "to"):  # 15- or 50-ml
        return "range", at + 2
    of_temperature = unit is not None and unit.kind == "temperature"
    if follows and word == "/" and (follows.text in ("+", "-") or (follows.numeric and of_temperature)):
        return "range", at + 1
    if word in ("-", "to", "~", "or") or (word == "and" and between):
        return "range", at + 1
    return None


def _touches(tokens: Sequence[QuantityToken], at: int) -> bool:
    """Say whether a sign would follow a spaced word, as in `-20 to -80`; never true there."""
    return at < len(tokens) and tokens[at].text == "+" and tokens[at].tight


def _more_time(tokens: Sequence[QuantityToken], at: int, unit: Unit) -> tuple[float, int] | None:
    """Read the rest of `1 h 30 min` or `an hour and a half`, in the unit of the first part."""
    start = at + 1 if at < len(tokens) and tokens[at].lower in ("and", ",", ".") else at
    found = find_number(tokens, start, signed=False)
    if found is None:
        return None
    number, after = found
    if number.value == 0.5 and start > at:
        return 0.5, after
    if unit.name == "h" and after == len(tokens) and tokens[start].text in _MINUTES:  # 1 h 30
        return number.value / 60, after
    smaller = find_unit(tokens, after, "time")
    if smaller is None or smaller[0].kind != "time" or smaller[0].factor >= unit.factor:
        return None
    return number.value * smaller[0].factor / unit.factor, smaller[1]


def _repeated(tokens: Sequence[QuantityToken], at: int) -> tuple[Measure, int] | None:
    """Read the 10 min of `3 x 10 min`."""
    count = find_number(tokens, at, signed=False)
    if count is None or count[1] >= len(tokens) or tokens[count[1]].lower not in SIDES:
        return None
    read = _span(tokens, count[1] + 1, None)
    return read if read is not None and read[0].unit.kind in _REPEATED else None


def _unit_alone(tokens: Sequence[QuantityToken], native_type: str | None) -> Quantity | None:
    """Read `hour` as one hour where a time is wanted; a unit alone says nothing elsewhere."""
    if native_type != "time" or len(tokens) != 1:
        return None
    found = find_unit(tokens, 0, native_type)
    if found is None or found[0].kind != "time" or len(tokens[0].text) < 3:
        return None
    return _quantity(Measure(1.0, found[0], assumed=True), None)


@cache
def _phrases() -> dict[tuple[str, ...], Measure]:
    phrases: dict[tuple[str, ...], Measure] = {}
    for row in read_table("units/phrases.tsv"):
        unit = unit_named(row["unit"], row["kind"])
        if unit is not None:
            upper = float(row["upper"]) if row["upper"] else None
            key = tuple(token.lower for token in tokenise(row["phrase"]))
            phrases[key] = Measure(float(row["value"]), unit, upper, row["assumed"] != "no")
    return phrases


def _phrase(tokens: Sequence[QuantityToken], native_type: str | None) -> Quantity | None:
    """Look a value up that has no number: overnight, room temperature, on ice, twice."""
    words = [token.lower for token in tokens]
    while words and words[-1] in {".", ",", ";", ":", ")", "*"}:
        words.pop()
    phrases = _phrases()
    whole = tuple(words) in phrases
    bound, length = (None, 0) if whole else bound_at_start(words, "before")
    words = words[length:]
    while words:
        found = phrases.get(tuple(words))
        if found is not None:
            if native_type in ("number", "times") and found.unit.kind not in ("number", "times"):
                return None
            return _quantity(found, bound)
        if words[0] not in _FILLERS:
            return None
        words = words[1:]
    return None


def _finish(
    read: tuple[Measure, int],
    before: Sequence[QuantityToken],
    tokens: Sequence[QuantityToken],
    kind: str | None = None,
) -> Quantity | None:
    measure, after = read
    if kind is not None and measure.unit.kind != kind:
        return None
    bound = bound_before([token.lower for token in before])
    return _quantity(measure, bound or bound_at_start([token.lower for token in tokens[after:]], "after")[0])


def _quantity(measure: Measure, bound: str | None) -> Quantity | None:
    """Convert to SI; None where a number is too large to be one."""
    unit = measure.unit
    si_value = unit.to_si(measure.value)
    si_upper = None if measure.upper is None else unit.to_si(measure.upper)
    if not all(
        isfinite(number) for number in (si_value, si_upper or 0.0, measure.value, measure.upper or 0.0)
    ):
        return None
    return Quantity(
        kind=unit.kind,
        value=measure.value,
        unit=unit.name,
        si_value=si_value,
        si_unit=unit.si_unit,
        upper=measure.upper,
        si_upper=si_upper,
        bound=bound,
        assumed=measure.assumed,
    )
