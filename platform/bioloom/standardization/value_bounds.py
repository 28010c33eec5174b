"""Bounds of values: `at least`, `up to`, `~`, before or after them (`ontology/units/bounds.tsv`)."""

from collections.abc import Sequence
from functools import cache

from bioloom.resources import read_table
from bioloom.standardization.quantity_tokens import tokenise


@cache
def _bounds(side: str) -> tuple[dict[tuple[str, ...], str], int]:
    bounds = {
        tuple(token.lower for token in tokenise(row["phrase"])): row["bound"]
        for row in read_table("units/bounds.tsv")
        if row["side"] == side
    }
    return bounds, max(map(len, bounds))


def bound_at_start(words: Sequence[str], side: str) -> tuple[str | None, int]:
    """Read the longest bound that words begin with, and how many words it has.

    >>> bound_at_start(("at", "least", "5"), "before"), bound_at_start(("over", "the", "day"), "before")
    (('min', 2), (None, 2))
    """
    bounds, longest = _bounds(side)
    for end in range(min(longest, len(words)), 0, -1):
        if tuple(words[:end]) in bounds:
            return bounds[tuple(words[:end])] or None, end
    return None, 0


def bound_before(words: Sequence[str]) -> str | None:
    """Find the last bound anywhere before a value: `a total volume of up to`."""
    bounds, longest = _bounds("before")
    for end in range(len(words), 0, -1):
        for start in range(max(0, end - longest), end):
            found = bounds.get(tuple(words[start:end]))
            if found is not None:
                return found or None
    return None
