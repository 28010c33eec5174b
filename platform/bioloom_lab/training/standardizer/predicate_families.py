"""Which keys of a vocabulary must not be near each other."""

from __future__ import annotations

from functools import lru_cache

from bioloom.biolink import model
from bioloom.standardization.relate.vocabulary import Vocabulary, vocabulary

_NEG = "_NEG"


def apart(one: str, other: str, words: Vocabulary) -> bool:
    """Say whether two keys (a negated one ends in _NEG) mean things that must be told apart.

    A key and its negation are, as are predicates of which neither is above the other; two aspects of one
    predicate with the same direction ("increases activity of", "increases expression of") are not.
    """
    return one != other and _apart(one, other, words.name)


@lru_cache(maxsize=200_000)
def _apart(one: str, other: str, name: str) -> bool:
    if one.endswith(_NEG) != other.endswith(_NEG):
        return True
    if name != "biolink":
        return True
    words = vocabulary(name)
    first, second = words.target(one.removesuffix(_NEG)), words.target(other.removesuffix(_NEG))
    if first.swapped != second.swapped:
        return True
    direction = "object_direction_qualifier"
    ways = {target.qualifiers.get(direction) for target in (first, second)}
    if first.predicate == second.predicate:
        return len(ways) == 2 and None not in ways
    biolink = model()
    return first.predicate not in biolink.ancestors(
        second.predicate
    ) and second.predicate not in biolink.ancestors(first.predicate)
