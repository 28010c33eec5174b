"""Measures of two parts: ratios (1:1000) and sides of an object (12 x 75 mm)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bioloom.standardization.number_parsing import find_number
from bioloom.standardization.quantity_tokens import QuantityToken
from bioloom.standardization.units import Unit, find_unit, is_in

SIDES = frozenset({"x", "×", "*", "by"})
_RATIO = Unit("ratio", "dimensionless", "ratio", "1", 1.0)
_LEAST_DILUTION = 5
_DILUTED = frozenset({"concentration", "volume", "mass"})
_RANGES = frozenset({"-", "to", "or", "~"})


@dataclass(frozen=True, slots=True)
class Measure:
    """Value, or range, in a unit."""

    value: float
    unit: Unit
    upper: float | None = None
    assumed: bool = False


def converted(value: float, unit: Unit | None, into: Unit) -> float | None:
    """Bring a value into another unit; None if they measure different things."""
    if unit is None or unit == into:
        return value
    if unit.si_unit != into.si_unit or not into.factor:
        return None
    return float(f"{(unit.to_si(value) - into.offset) / into.factor:.12g}")


def read_ratio(
    tokens: Sequence[QuantityToken], at: int, native_type: str | None
) -> tuple[Measure, int] | None:
    """Read 1:1000, 1 in 10, 1/1000 of a dilution, or a range of them; three parts have no one value."""
    first = _part(tokens, at, native_type)
    if first is None:
        return None
    value, after = first
    if after < len(tokens) and tokens[after].lower in _RANGES:
        second = _part(tokens, after + 1, native_type) or _below(tokens, at, after + 1, native_type)
        if second is not None:
            low, high = sorted((value, second[0]))
            return Measure(low, _RATIO, high if high > low else None), second[1]
    return Measure(value, _RATIO), after


def _part(tokens: Sequence[QuantityToken], at: int, native_type: str | None) -> tuple[float, int] | None:
    """Read one ratio with the place after it."""
    first = find_number(tokens, at, signed=False)
    if first is None:
        return None
    value, after = first[0].value, first[1]
    if after < len(tokens) and (tokens[after].text == ":" or (value == 1 and is_in(tokens, after))):
        second = find_number(tokens, after + 1, signed=False)
        if second is None or not second[0].value:
            return None
        value, after = value / second[0].value, second[1]
    elif not _is_dilution(tokens, at, after, native_type):
        return None
    if after < len(tokens) and (tokens[after].text in (":", "/") or find_unit(tokens, after, native_type)):
        return None
    return value, after


def _is_dilution(tokens: Sequence[QuantityToken], at: int, after: int, native_type: str | None) -> bool:
    """Say whether a fraction is a dilution: `1/1000` where a concentration is wanted, or by its words."""
    parts = [token.text for token in tokens[at:after]]
    if len(parts) != 3 or parts[:2] != ["1", "/"] or int(parts[2]) < _LEAST_DILUTION:
        return False
    return native_type in _DILUTED or any(token.lower.startswith("dilut") for token in tokens)


def _below(
    tokens: Sequence[QuantityToken], at: int, after: int, native_type: str | None
) -> tuple[float, int] | None:
    """Read the 2000 of `1:1000-2000`."""
    second = find_number(tokens, after, signed=False)
    if tokens[at].text != "1" or second is None or second[0].value <= 1:
        return None
    if second[1] < len(tokens) and find_unit(tokens, second[1], native_type):
        return None
    return 1 / second[0].value, second[1]


def read_sides(
    tokens: Sequence[QuantityToken], at: int, native_type: str | None
) -> tuple[Measure, int] | None:
    """Read 12 x 75 mm, 100 µm x 1 mm or 220 × 220: the smallest and the largest side, in the first unit."""
    sides: list[tuple[float, Unit | None]] = []
    while True:
        found = find_number(tokens, at, signed=False)
        if found is None:
            return None
        measured = find_unit(tokens, found[1], native_type)
        at = found[1]
        unit = None
        if measured and measured[0].kind == "length":
            unit, at = measured
        sides.append((found[0].value, unit))
        if at >= len(tokens) or tokens[at].lower not in SIDES:
            break
        at += 1
    named = [unit for _, unit in sides if unit]
    if len(sides) < 2 or (measured and not named) or (not named and native_type not in (None, "size")):
        return None
    made = replace(named[0], kind="size") if named else Unit("1", "dimensionless", "size", "1", 1.0)
    values = _in_one_unit(sides, named)
    if values is None:
        return None
    low, high = min(values), max(values)
    return Measure(low, made, high if high > low else None), at


def _in_one_unit(sides: Sequence[tuple[float, Unit | None]], named: Sequence[Unit]) -> list[float] | None:
    """Bring sides into the first unit; a side without one has that of the next side, or of the last."""
    if not named:
        return [value for value, _ in sides]
    values: list[float] = []
    unit = named[-1]
    for value, own in reversed(sides):
        unit = own or unit
        side = converted(value, unit, named[0])
        if side is None:
            return None
        values.append(side)
    return values
