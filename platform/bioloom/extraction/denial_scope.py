"""Denial scope: does a word that denies govern what a sentence says of the two ends of a claim?

Words that deny seldom stand between the two names that a program has related: "X, which did not alter A,
reduced B" denies nothing of X and B. So a denial counts only in few, narrow forms
(`ontology/claims/denials.tsv`), and a claim only as free of it where no such word stands in its clause.
"""

import re
from functools import cache
from typing import Literal

from bioloom.extraction.claim_marks import OBJECT, SUBJECT, turn_marks
from bioloom.pattern_table import PatternTable

TABLE = "claims/denials.tsv"

Reach = Literal["denied", "outside", "unclear"]
"""How a sentence's words that deny lie to a claim: they deny it, stand in another clause, or nobody knows."""

_END = re.compile(f"[{SUBJECT}{OBJECT}]")


def denial_reach(marked: str) -> Reach:
    """Say whether words that deny in a sentence with marked ends (claim_marks) reach what it says of them.

    >>> denial_reach("① did not lower ② in mice.")
    'denied'
    >>> denial_reach("① lowered ② but not ③.")
    'outside'
    >>> denial_reach("①, which did not alter ③, lowered ②.")
    'unclear'
    """
    if any(pattern.search(each) for pattern in _denied() for each in (marked, turn_marks(marked))):
        return "denied"
    return "unclear" if _pattern("cue").search(_clause(marked)) else "outside"


def _clause(marked: str) -> str:
    """Give what stands between the breaks before the first end and after the last one."""
    ends = [found.start() for found in _END.finditer(marked)]
    if not ends:
        return marked
    breaks = list(_pattern("break").finditer(marked))
    start = max((found.end() for found in breaks if found.end() <= ends[0]), default=0)
    stop = min((found.start() for found in breaks if found.start() > ends[-1]), default=len(marked))
    return marked[start:stop]


@cache
def _table() -> PatternTable:
    return PatternTable.read(TABLE)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return _table().compile(name)


@cache
def _denied() -> tuple[re.Pattern[str], ...]:
    return tuple(map(_pattern, ("between", "none", "contrast")))
