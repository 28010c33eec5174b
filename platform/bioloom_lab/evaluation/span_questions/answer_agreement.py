"""Answer agreement: exact match and token F1 as SQuAD counts them."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_SIGNS = str.maketrans("", "", string.punctuation)


def plain(text: str) -> str:
    """Write an answer in lower case without ASCII punctuation, articles and doubled spaces.

    >>> plain("The  S-protein (of SARS).")
    'sprotein of sars'
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_SIGNS)).split())


def exact(said: str, accepted: Sequence[str]) -> float:
    """Give 1.0 if an answer is one of the accepted ones, written plainly, else 0.0."""
    return float(plain(said) in {plain(each) for each in accepted})


def overlap(said: str, accepted: Sequence[str]) -> float:
    """Give the best harmonic mean of precision and recall over the words of an accepted answer, 0 to 1.

    >>> round(overlap("a mean of 5 days", ["5 days", "a week"]), 3)
    0.667
    """
    return max((_f1(plain(said).split(), plain(each).split()) for each in accepted), default=0.0)


def _f1(ours: Sequence[str], theirs: Sequence[str]) -> float:
    if not ours or not theirs:
        return float(ours == theirs)
    shared = (Counter(ours) & Counter(theirs)).total()
    return 2 * shared / (len(ours) + len(theirs)) if shared else 0.0
