"""Other spellings of a drug's name: international ones (amfetamine) and national ones (amphetamine)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bioloom.resources import read_table

MOST_CHANGES = 2
"""Places of a name that are spelt otherwise at once."""


def spellings(name: str) -> list[str]:
    """List the spellings of a name by the WHO's rule for international names, in both directions.

    >>> "amphetamine" in spellings("amfetamine"), "sulfasalazine" in spellings("sulphasalazine")
    (True, True)
    """
    found = {name.lower(): None}
    for _ in range(MOST_CHANGES):
        for each in list(found):
            found |= dict.fromkeys(_one_change(each))
    return [each for each in found if each != name.lower()]


def _one_change(name: str) -> Iterator[str]:
    for one, other in _pairs():
        at = name.find(one)
        while at >= 0:
            yield f"{name[:at]}{other}{name[at + len(one) :]}"
            at = name.find(one, at + 1)


@cache
def _pairs() -> tuple[tuple[str, str], ...]:
    rows = [(row["inn"], row["national"]) for row in read_table("mechanism/inn_spellings.tsv")]
    return (*rows, *((national, inn) for inn, national in rows))
