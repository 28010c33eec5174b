"""Claim faults: the ways in which a sentence names both ends of a claim and does not state it.

A sentence that hedges ("may"), asks or measures states nothing; "TNF-induced IL-6" and "TNF inhibitor" are
not TNF; whoever prevents a fall does not lower. A network of pairs sees the words and not their scope, so
patterns say it (`ontology/claims/unstated.tsv`).
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from bioloom.extraction.claim_marks import turn_marks
from bioloom.pattern_table import PatternTable

TABLE = "claims/unstated.tsv"

RAISES = frozenset({"Positive_Correlation", "chemprot:ACTIVATOR", "chemprot:AGONIST"})
"""The relations by which the object rises or is activated."""

LOWERS = frozenset({"Negative_Correlation", "chemprot:DOWNREGULATOR", "chemprot:ANTAGONIST"})
"""The relations by which the object falls or is inhibited."""

_ROLES = frozenset(
    {"chemprot:AGONIST", "chemprot:ANTAGONIST", "chemprot:DOWNREGULATOR", "chemprot:ACTIVATOR"}
)
_ALWAYS = ("hedged", "asked", "inducer", "marker", "variant")


def claim_fault(marked: str, predicate: str, *, directed: bool) -> str | None:
    """Name what keeps a marked sentence (claim_marks) from stating a claim; None if nothing is known to.

    `directed`: the words between the ends tell a direction, so that the sentence is more than a measurement.

    >>> claim_fault("① may lower ② in mice.", "Negative_Correlation", directed=True)
    'hedged'
    >>> claim_fault("① prevented the decrease in ②.", "chemprot:DOWNREGULATOR", directed=True)
    'outer_fall'
    >>> claim_fault("① lowers ② in mice.", "Negative_Correlation", directed=True) is None
    True
    """
    either = (marked, turn_marks(marked))
    for name in (*_ALWAYS, *_of_predicate(predicate, directed)):
        pattern = _patterns()[name]
        if any(pattern.search(each) for each in (either[:1] if name in _ONE_WAY else either)):
            return name
    return None


_ONE_WAY = frozenset({"hedged", "asked", "sought", "measured", "role_of_another", "role_down", "role_up"})
"""What is the same for both ends, or tells of the subject alone."""


def _of_predicate(predicate: str, directed: bool) -> Sequence[str]:
    """Give the faults that a claim of this relation can have: a role noun is the very statement of an
    inhibitor, and cells of a tumour can be what a drug kills."""
    chemprot = predicate.startswith("chemprot:")
    names = [] if directed else ["measured"]
    if not chemprot:
        names.append("sought")
    if predicate == "Association":
        names.append("cells")
    if predicate in RAISES | LOWERS:
        names += ["ratio", *([] if chemprot else ["other_thing"])]
        names.append("outer_rise" if predicate in RAISES else "outer_fall")
    if predicate in _ROLES:
        names += ["role_of_another", "role_down" if predicate in RAISES else "role_up"]
    return names


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    table = PatternTable.read(TABLE)
    return {name: table.compile(name) for name in table.patterns if not name.startswith("_")}
