"""Improbable values, which are counted as warnings: genes that a spreadsheet renamed, impossible numbers."""

import re
from collections.abc import Iterable

from bioloom.grounding.name_variants import is_kind

OUT_OF_RANGE = "numbers that cannot be: a p value outside 0 to 1, or a negative count"
"""Warning that counts them."""

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec"
_SPOILT = re.compile(
    rf"[0-3]?[0-9]-(?:{_MONTHS})|(?:{_MONTHS})-[0-9]{{2}}|[0-9]+(?:\.[0-9]+)?e[+-]?[0-9]+", re.IGNORECASE
)
_FRACTIONS = frozenset({"p_value", "adjusted_p_value"})
_COUNTS = frozenset({"has_count", "has_total", "evidence_count", "number_of_cases", "count"})
CHECKED = _FRACTIONS | _COUNTS
"""Slots whose numbers are checked."""


def spoilt_by_spreadsheet(name: str, categories: Iterable[str]) -> bool:
    """Say whether a gene is called by what a spreadsheet makes of symbols and clone names: a date, a number.

    >>> gene = ("biolink:Gene",)
    >>> [spoilt_by_spreadsheet(name, gene) for name in ("9-Sep", "1-Mar", "2.31E+13", "SEPT9", "MARCH1")]
    [True, True, True, False, False]
    """
    return _SPOILT.fullmatch(name.strip()) is not None and is_kind(tuple(categories), "gene")


def count_out_of_range(slot: str, values: Iterable[object]) -> int:
    """Count the numbers of a slot that are outside its range.

    >>> count_out_of_range("p_value", (2.5, 0.01, "3")), count_out_of_range("has_count", (-1, 0))
    (2, 1)
    """
    most = 1.0 if slot in _FRACTIONS else float("inf")
    return sum(not 0 <= number <= most for value in values if (number := _number(value)) is not None)


def _number(value: object) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None
