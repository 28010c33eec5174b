"""Passive voice of relation phrases: `is inhibited by` says of its object what `inhibited` says."""

from bioloom.pattern_table import PatternTable

_PATTERNS = PatternTable.read("relate/passive.tsv")
_PASSIVE = _PATTERNS.compile("passive")
_LEADING = _PATTERNS.compile("leading")
_ORDERS = frozenset({"followed", "accompanied", "preceded"})  # they tell an order, not who acts
_MOST_WORDS = 3
_PREPOSITION = _PATTERNS.compile("preposition", 0)
_NO_VERBS = frozenset({"is", "was", "has", "does", "as", "its", "this", "thus", "need", "seed", "red"})


def active(phrase: str) -> str | None:
    """Give a passive phrase in the active voice (the past tense has the same words), None for any other.

    >>> active("is inhibited by"), active("was shown to be strongly induced by"), active("inhibits")
    ('inhibited', 'strongly induced', None)
    >>> active("expression is decreased by"), active("increases growth by")
    ('decreased expression of', None)
    """
    found = _PASSIVE.match(phrase)
    if found is None or found["verb"].lower() in _ORDERS:
        return None
    words = [word for word in found["before"].split() if not _LEADING.fullmatch(word)]
    manner = [word for word in words if word.lower().endswith("ly")]
    things = [word for word in words if word not in manner]
    if len(things) > _MOST_WORDS:
        return None
    return " ".join((*manner, found["verb"], *things, *(["of"] if things else [])))


def acts(phrase: str) -> bool:
    """Say whether the subject of an active phrase certainly acts on the object: a verb, then no preposition
    but `of`.

    >>> acts("inhibits"), acts("upregulates the expression of"), acts("suffers from"), acts("is a part of")
    (True, True, False, False)
    """
    first, _, others = phrase.lower().partition(" ")
    is_verb = len(first) > 2 and first.endswith(("s", "ed")) and first not in _NO_VERBS
    return is_verb and not _PREPOSITION.search(others)


def is_passive_name(key: str) -> bool:
    """Say whether a predicate is named in the passive: ``biolink:affected_by``."""
    return key.endswith(("_by", " by"))
