"""Hyphenation at line ends: which words a hyphen only cuts, and which have one of their own."""

import re
from functools import cache

from bioloom.resources import read_table

CUT_WORD = re.compile(
    r"(?<![^\W\d_])(?P<left>[^\W\d_]{1,40})[-\u00ad\u2010][ \t]*\r?\n[ \t]*(?P<right>[^\W\d_]{1,40})"
)
"""A word with a hyphen and a line end in it."""


def keeps_hyphen(left: str, right: str) -> bool:
    """Say whether the hyphen between two parts of a word stays when the line does not end there.

    >>> keeps_hyphen("cross", "linked"), keeps_hyphen("centri", "fuge"), keeps_hyphen("Tris", "HCl")
    (True, False, True)
    """
    return len(left) == 1 or left.isupper() or right[0].isupper() or left.casefold() in _prefixes()


@cache
def _prefixes() -> frozenset[str]:
    return frozenset(row["word"] for row in read_table("layout/hyphens.tsv"))
