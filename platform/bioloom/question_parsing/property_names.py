"""Property names: the words and the unit in the name of a property, and how its value is shown with them."""

import re
from functools import lru_cache

from bioloom.names import tokens
from bioloom.records import Value
from bioloom.standardization.units import unit_named

_COUNTING = frozenset({"n", "num", "number", "no", "count"})
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@lru_cache(maxsize=1024)
def property_words(name: str) -> tuple[tuple[str, ...], str]:
    """Give the words of a property's name, and the unit with which it ends, whose case counts.

    >>> property_words("dose_mg"), property_words("nPatients"), property_words("p_value")
    ((('dose',), 'mg'), (('patients',), ''), (('p', 'value'), ''))
    >>> property_words("melting_point_c"), property_words("Kd_nM")
    ((('melting', 'point'), '°C'), (('kd',), 'nM'))
    """
    label, unit = _label(name)
    return tuple(tokens(label)), unit


def _label(name: str) -> tuple[str, str]:
    """Part a property's name, in words, from the unit with which it ends."""
    named, _, last = name.rpartition("_")
    unit = unit_named(last) if named else None
    first, *others = _CAPITAL.sub(" ", name if unit is None else named).replace("_", " ").split() or [name]
    label = " ".join(others if others and first.lower() in _COUNTING else (first, *others))
    return label, unit.name if unit else ""


def value_text(value: Value) -> str:
    """Give a value as text: lists with commas, booleans as yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):  # a driver gives lists
        return ", ".join(map(str, value))
    return str(value)


def stated_property(name: str, value: Value) -> str:
    """Give a property as an answer states it.

    >>> stated_property("dose_mg", 50), stated_property("IC50_nM", 3.5)
    ('dose 50 mg', 'IC50 3.5 nM')
    """
    label, unit = _label(name)
    return f"{label} {value_text(value)} {unit}".strip()
