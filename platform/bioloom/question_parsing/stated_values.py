"""Value extraction by patterns: the measured values that a text without annotation states."""

import re
from collections.abc import Iterable
from functools import lru_cache

from bioloom.pattern_table import PatternTable
from bioloom.records import Quantity
from bioloom.resources import read_table
from bioloom.standardization.number_parsing import literal

_LONGEST_SENTENCE = 2000
"""Characters of a sentence that are looked at."""

_PATTERNS = PatternTable.read("asking/stated.tsv")
_STATED = {name: _PATTERNS.compile(name, 0) for name in _PATTERNS.patterns}

_KINDS = tuple(read_table("asking/value_kinds.tsv"))


def kinds_for(use: str) -> tuple[str, ...]:
    """List the kinds of values that asking/value_kinds.tsv marks with a use.

    >>> set(kinds_for("condition")) - set(kinds_for("stated")) == {"ph", "energy"}
    True
    """
    return tuple(row["kind"] for row in _KINDS if use in row["uses"].split())


MEASURED = kinds_for("condition")
"""Kinds of values that are conditions where a question states them."""

VALUE_NAMES = tuple((row["kind"], row["said"]) for row in _KINDS if row["said"])
"""Kinds of values with what they are called, the one that is named before others first."""

ALL_KINDS = tuple(_STATED)
"""Every kind of value that is found."""

VALUE_TOLERANCE = 0.005
"""Relative difference up to which two values are the same one (30 min, 0.5 h)."""

_PLACES = {"fridge": "4 °C", "refrigerator": "4 °C", "freezer": "-20 °C"}
_PLACE = re.compile(
    rf"(?<!80 )(?<!80°C )(?<!80 °C )(?<!80C )(?<!deep )(?<!low )\b({'|'.join(_PLACES)})\b", re.IGNORECASE
)
"""Places of which one says the name for their temperature."""

_SEVERAL_POINTS = re.compile(r"\d\.\d+\.\d")
_HEAVY = 100
"""Grams from which a bare "g" is a force."""


def stated_values(text: str, types: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Find the values of these native types that a text states: the words and the type, in order.

    >>> stated_values("Add 1 L of water and autoclave at 121 °C for 20 min.", ["temperature", "volume"])
    (('1 L', 'volume'), ('121 °C', 'temperature'))
    >>> stated_values("Spin 2 g at 12,000g.", ["mass", "force"])
    (('2 g', 'mass'), ('12,000g', 'force'))
    >>> stated_values("Change the 1X TAE every 24 hrs; feed twice a day.", ["interval"])
    (('every 24 hrs', 'interval'), ('twice a day', 'interval'))
    """
    return _stated(text[:_LONGEST_SENTENCE], tuple(sorted(types)))


@lru_cache(maxsize=8192)
def _stated(text: str, types: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    found = [
        (match.start(), match[0].strip(), name)
        for name in types
        if name in _STATED
        for match in _STATED[name].finditer(text)
        if _fits(match[0], name)
    ]
    return tuple((words, name) for _, words, name in sorted(found))


def placed_temperatures(text: str) -> tuple[tuple[str, str], ...]:
    """Find the temperatures that a text states by a place: those of a fridge and of a freezer that is not
    said to be a colder one.

    >>> placed_temperatures("overnight in the fridge, then in the -80 freezer")
    (('4 °C', 'temperature'),)
    """
    return tuple((_PLACES[found[1].lower()], "temperature") for found in _PLACE.finditer(text))


def _fits(words: str, name: str) -> bool:
    """Tell values from dates and numbers of sections ("1.2.3 g"), and grams from multiples of gravity, which
    many texts write alike."""
    if _SEVERAL_POINTS.search(words):
        return False
    bare = re.fullmatch(r"[-−–]?([\d.,]+)\s?g\s*", words)
    if name not in ("mass", "force") or not bare:
        return True
    number = literal(bare[1].strip(".,"))
    return number is not None and (number >= _HEAVY) == (name == "force")


def parse_quantities(stated: Iterable[tuple[str, str]]) -> tuple[Quantity, ...]:
    """Parse the values that `stated_values` finds; what is no quantity is left out.

    >>> [each.si_value for each in parse_quantities(stated_values("for 30 min at 37 °C", MEASURED))]
    [1800.0, 310.15]
    """
    if not (stated := tuple(stated)):
        return ()
    from bioloom.standardization.quantities import parse_quantity  # with its units a tenth of a second

    parsed = (parse_quantity(words, kind) for words, kind in stated)
    return tuple(each for each in parsed if each is not None)


def is_value(words: str) -> bool:
    """Say whether words are nothing but a value.

    >>> is_value("300 µL"), is_value("with 300 µL of serum")
    (True, False)
    """
    return any(value.strip() == words.strip() for value, _ in stated_values(words, ALL_KINDS))
