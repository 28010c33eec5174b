"""Quantity comparison: whether measured values of a question and a text are the same, or can be compared."""

from functools import lru_cache

from bioloom.names import normalise
from bioloom.question_parsing import MEASURED, canonical_words, stated_values
from bioloom.question_parsing.stated_values import (
    VALUE_TOLERANCE,
    is_value,
    parse_quantities,
    placed_temperatures,
)
from bioloom.records import Quantity


@lru_cache(maxsize=4096)
def quantities_of(text: str) -> tuple[Quantity, ...]:
    """Parse the measured values that a step states, with the temperature of a fridge or a freezer."""
    return parse_quantities((*stated_values(text, MEASURED), *placed_temperatures(text)))


@lru_cache(maxsize=4096)
def same_words(one: str, other: str) -> bool:
    """Say whether two names or values agree: equal words, or values that are equal in SI units.

    >>> same_words("10 min", "10 minutes"), same_words("10 min", "15 min")
    (True, False)
    """
    first, second = quantities_of(one), quantities_of(other)
    if first and second:
        return any(same(each, every) and same(every, each) for each in first for every in second)
    return canonical_words(one) == canonical_words(other)


def spelt_alike(name: str) -> str:
    """Spell a name or value alike wherever it is the same one.

    >>> spelt_alike("600 s") == spelt_alike("10 minutes"), spelt_alike("10 min") == spelt_alike("10-15 min")
    (True, False)
    """
    values = quantities_of(name) if is_value(name) else ()
    if len(values) != 1:
        return normalise(name)
    value = values[0]
    return f"{value.bound or ''} {value.si_value:.4g} to {value.si_high:.4g} {value.si_unit}"


def same(one: Quantity, other: Quantity) -> bool:
    """Say whether two values agree: equal in SI units, or one within the range of the other."""
    if one.si_unit != other.si_unit:
        return False
    low, high = other.si_value, other.si_high
    slack = VALUE_TOLERANCE * max(abs(low), abs(high), abs(one.si_value))
    return low - slack <= one.si_value <= high + slack


def alike(one: Quantity, other: Quantity) -> bool:
    """Say whether two values can be compared: of one dimension, or numbers of one thing."""
    return one.si_unit == other.si_unit and one.kind == other.kind
