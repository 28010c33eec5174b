"""Whether a short answer is right: the same words as an accepted one, spelling and units' spacing aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bioloom.names import tokens

ENOUGH = 0.6
"""Token F1 from which a single answer counts as right ("chilled TE buffer" for "TE buffer")."""

SEVERAL = 3
"""More answers than this at once are a list and no answer to a question for one thing."""


def token_f1(said: str, accepted: str) -> float:
    """Give the harmonic mean of precision and recall over tokens, 0 to 1.

    >>> token_f1("TE buffer", "chilled TE buffer")
    0.8
    """
    ours, theirs = Counter(tokens(said)), Counter(tokens(accepted))
    shared = (ours & theirs).total()
    return 2 * shared / (ours.total() + theirs.total()) if shared else 0.0


def answer_right(said: Sequence[str], accepted: Sequence[str], *, wanted: str = "any") -> bool:
    """Say whether short answers are right: one of few fits an accepted one; for `all`, most of a list does.

    For a list, precision and recall over its members must be at least one half on harmonic mean.
    """
    if not said or not accepted:
        return False
    if wanted == "all":
        found = sum(max(token_f1(each, one) for one in said) >= ENOUGH for each in accepted)
        fitting = sum(max(token_f1(one, each) for each in accepted) >= ENOUGH for one in said)
        return 2 * found * fitting >= 0.5 * (found * len(said) + fitting * len(accepted)) and found > 0
    if len(said) > SEVERAL:
        return False
    return max(token_f1(one, each) for one in said for each in accepted) >= ENOUGH
