"""Unfit ends: names that a claim does not speak of where they stand, "CD4" in "CD4(+) cells".

They stay mentions: annotators mark them as well. Only relations with them are left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from bioloom.pattern_table import compile_cell
from bioloom.resources import read_table

TABLE = "mentions/unfit_ends.tsv"
_SEEN = 40
"""Characters before and behind a name that are looked at."""


@dataclass(frozen=True, slots=True)
class _UnfitEnd:
    type: str
    name: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str]


def is_unfit_end(text: str, start: int, end: int, type_: str) -> bool:
    """Say whether a sentence speaks of something else than the name that stands there.

    >>> is_unfit_end("in diabetic rats", 3, 11, "Disease"), is_unfit_end("in diabetes", 3, 11, "Disease")
    (True, False)
    """
    name, before, after = text[start:end], text[max(0, start - _SEEN) : start], text[end : end + _SEEN]
    folded = type_.casefold()
    return any(
        row.type in folded
        and row.name.fullmatch(name)
        and row.before.search(before)
        and row.after.match(after)
        for row in _rows()
    )


@cache
def _rows() -> Sequence[_UnfitEnd]:
    return tuple(
        _UnfitEnd(
            row["type"],
            compile_cell(row["name"], TABLE),
            compile_cell(f"(?:{row['before']})$" if row["before"] else "", TABLE),
            compile_cell(row["after"], TABLE),
        )
        for row in read_table(TABLE)
    )
