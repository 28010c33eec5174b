"""Denial of verbs: which actions of a protocol are not to be done (`ontology/protocol/denials.tsv`)."""

from bioloom.pattern_table import PatternTable

_PATTERNS = PatternTable.read("protocol/denials.tsv")
_OWN = _PATTERNS.compile("own")
_BEFORE = tuple(_PATTERNS.compile(name) for name in ("directly", "through", "with"))
_LOOK_BACK = 100


def is_denied(verb: str, before: str) -> bool:
    """Say whether a verb is denied by its own words or by what stands before it in its sentence.

    >>> is_denied("Do not vortex", ""), is_denied("dry out", "Do not let the membrane ")
    (True, True)
    >>> is_denied("mix", "If it is not clear, "), is_denied("add", "Do not shake and ")
    (False, False)
    >>> is_denied("spin", "Not only ")
    False
    """
    if _OWN.match(verb):
        return True
    window = before[-_LOOK_BACK:]
    return any(pattern.search(window) for pattern in _BEFORE)
