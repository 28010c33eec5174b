"""Units of laboratory texts: spellings, dimensions, SI values."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from bioloom import resources
from bioloom.resources import read_table
from bioloom.standardization.number_parsing import find_number
from bioloom.standardization.quantity_tokens import QuantityToken, tokenise

if TYPE_CHECKING:
    from pint import UnitRegistry

KINDS_OF_TYPE: Mapping[str, frozenset[str]] = {
    "force": frozenset({"force"}),
    "speed": frozenset({"speed", "force"}),
    "energy": frozenset({"energy", "voltage", "power", "current", "field"}),
    "size": frozenset({"length", "size"}),
    "times": frozenset({"times"}),
    "number": frozenset({"number"}),
}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as it is shown, with its kind and how a value in it becomes SI: value * factor + offset."""

    name: str
    pint: str
    kind: str
    si_unit: str
    factor: float
    offset: float = 0.0

    def to_si(self, value: float) -> float:
        """Convert a value in this unit to the SI unit, without the noise of binary fractions."""
        return float(f"{value * self.factor + self.offset:.12g}")


@dataclass(frozen=True, slots=True)
class _Spelling:
    unit: str
    pint: str
    kind: str


@cache
def registry() -> "UnitRegistry[float]":
    """Pint's units with those of ontology/units/definitions.txt; built once, on first use."""
    from pint import UnitRegistry

    units: UnitRegistry[float] = UnitRegistry(on_redefinition="raise")
    for line in resources.text("ontology", "units/definitions.txt").splitlines():
        if line.strip() and not line.startswith("#"):
            units.define(line)
    return units


@cache
def _spellings() -> tuple[
    dict[tuple[str, ...], list[_Spelling]], dict[tuple[str, ...], list[_Spelling]], int
]:
    """Index the table of units by the tokens of each spelling, in its own and in lower case."""
    exact: dict[tuple[str, ...], list[_Spelling]] = defaultdict(list)
    folded: dict[tuple[str, ...], list[_Spelling]] = defaultdict(list)
    for row in read_table("units/units.tsv"):
        spelling = _Spelling(row["unit"], row["pint"], row["kind"])
        for symbol in row["symbol"].split("|"):
            parts = tuple(token.text for token in tokenise(symbol))
            for index, key in ((exact, parts), (folded, tuple(part.lower() for part in parts))):
                if spelling not in index[key]:
                    index[key].append(spelling)
    return dict(exact), dict(folded), max(map(len, exact))


@cache
def _kinds() -> tuple[tuple[str, str, str, str], ...]:
    """List kind, SI unit, pint expression and dimension of ontology/units/kinds.tsv."""
    units = registry()
    return tuple(
        (row["kind"], row["si_unit"], row["pint"], str(units.Quantity(1.0, row["pint"]).dimensionality))
        for row in read_table("units/kinds.tsv")
    )


@cache
def _unit(spelling: _Spelling) -> Unit | None:
    """Work out kind, SI unit, factor and offset of a pint expression; None if it measures nothing we know."""
    units, expression = registry(), spelling.pint
    dimension = str(units.Quantity(1.0, expression).dimensionality)
    for known, si_unit, si_pint, si_dimension in _kinds():
        if si_dimension == dimension and spelling.kind in ("", known):
            zero = float(units.Quantity(0.0, expression).m_as(si_pint))
            one = float(units.Quantity(1.0, expression).m_as(si_pint))
            return Unit(spelling.unit, expression, known, si_unit, one - zero if zero else one, zero)
    return None


def unit_named(symbol: str, kind: str = "") -> Unit | None:
    """Find the unit of one spelling, or None.

    >>> unit = unit_named("mg/ml")
    >>> (unit.kind, unit.si_unit, unit.to_si(1.0))
    ('concentration', 'kg/m^3', 1.0)
    """
    tokens = tokenise(symbol)
    found = find_unit(tokens, 0, kind or None)
    return found[0] if found and found[1] == len(tokens) else None


def find_unit(tokens: Sequence[QuantityToken], at: int, native_type: str | None) -> tuple[Unit, int] | None:
    """Read the longest unit that starts at a token; gives it with the place after it.

    The wanted type decides between units of one spelling: `g` is a mass, or × g where a force is wanted.
    """
    found = _reciprocal(tokens, at) or _simple(tokens, at, native_type) or _per(tokens, at)
    if found is None:
        return None
    spelling, after = found
    divisor = _divisor(tokens, after)
    if divisor is not None:
        below, after = divisor
        spelling = _divided(spelling, below)
    unit = _unit(spelling)
    return (unit, after) if unit else None


def _divided(above: _Spelling, below: _Spelling) -> _Spelling:
    name = f"{above.unit}/{below.unit}"
    if below.kind in ("number", "times"):
        return _Spelling(name, above.pint, above.kind)
    pint = above.pint.replace("degree_Celsius", "delta_degree_Celsius")
    return _Spelling(name, f"({pint}) / ({below.pint})", "")


def _simple(
    tokens: Sequence[QuantityToken], at: int, native_type: str | None
) -> tuple[_Spelling, int] | None:
    exact, folded, longest = _spellings()
    wanted = KINDS_OF_TYPE.get(native_type or "", frozenset({native_type}))
    for end in range(min(at + longest, len(tokens)), at, -1):
        parts = tuple(token.text for token in tokens[at:end])
        rows, sure = exact.get(parts), True
        if rows is None:
            rows, sure = folded.get(tuple(part.lower() for part in parts)), False
        if not rows:
            continue
        if _runs_on(tokens, end, rows) or (end == at + 1 and is_in(tokens, at)):
            continue
        fitting = [row for row in rows if _kind_of(row) in wanted]
        if fitting or sure or len({row.pint for row in rows}) == 1:
            return _counted((fitting or rows)[0], parts), end
    return None


def is_in(tokens: Sequence[QuantityToken], at: int) -> bool:
    """Say whether a token is the preposition in front of a number, and no inch: `1 in 10`, `1 in every 5`."""
    if at + 1 >= len(tokens) or tokens[at].lower != "in":
        return False
    return tokens[at + 1].lower == "every" or find_number(tokens, at + 1) is not None


def _runs_on(tokens: Sequence[QuantityToken], end: int, rows: Sequence[_Spelling]) -> bool:
    """Whether letters or digits follow without a space, so that this is a longer word; `1h30` is a time."""
    if end >= len(tokens) or not tokens[end].tight or not tokens[end - 1].text.isalpha():
        return False
    return tokens[end].text[0].isalpha() or (tokens[end].numeric and _kind_of(rows[0]) != "time")


def _counted(spelling: _Spelling, parts: tuple[str, ...]) -> _Spelling:
    """Show a counted thing by its own name: cells, drops."""
    return (
        _Spelling(" ".join(parts).lower(), spelling.pint, spelling.kind)
        if spelling.unit == "count"
        else spelling
    )


def _kind_of(spelling: _Spelling) -> str | None:
    unit = _unit(spelling)
    return unit.kind if unit else None


def _per(tokens: Sequence[QuantityToken], at: int) -> tuple[_Spelling, int] | None:
    """Read `/ml` after a bare number: so many things in a millilitre."""
    if at < len(tokens) and tokens[at].lower in ("/", "per") and _divisor(tokens, at) is not None:
        return _Spelling("1", "dimensionless", "number"), at
    return None


def _reciprocal(tokens: Sequence[QuantityToken], at: int) -> tuple[_Spelling, int] | None:
    """Read `ml-1` after a bare number, which is no range down to one: so many things in a millilitre."""
    below = _simple(tokens, at, "volume")
    if below is None or _kind_of(below[0]) != "volume" or _divisor(tokens, at) is None:
        return None
    lost = tokens[below[1]].text == "-"
    end = below[1] + (2 if lost else 3)
    apart = not all(token.tight for token in tokens[below[1] : end])
    if lost and (apart or (end < len(tokens) and _simple(tokens, end, None) is not None)):  # 2 ml-1 l
        return None
    return _Spelling("1", "dimensionless", "number"), at


def _divisor(tokens: Sequence[QuantityToken], at: int) -> tuple[_Spelling, int] | None:
    """Read what follows `/`, `per` or stands with the power -1."""
    if at >= len(tokens):
        return None
    if tokens[at].text == "/" or tokens[at].lower == "per":
        start = at + 1
        if start < len(tokens) and tokens[start].text in ("1", "/"):
            start += 1
        return _simple(tokens, start, None)
    found = _simple(tokens, at, None)
    if found is None:
        return None
    spelling, after = found
    rest = [token.text for token in tokens[after : after + 3]]
    if rest[:1] == ["^"]:
        rest, after = rest[1:], after + 1
    return (spelling, after + 2) if rest[:2] == ["-", "1"] else None
