"""Cross-validation folds by label: items with the same label (a drug, an article) share a fold."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

FOLDS = 10


def folds_of(labels: Sequence[str], count: int = FOLDS) -> list[int]:
    """Give each item a fold, 0 to count - 1; items with one label share it, and folds hold like many labels.

    >>> found = folds_of(["a", "b", "a", "c"], 3)
    >>> found[0] == found[2], sorted(set(found))
    (True, [0, 1, 2])
    """
    distinct = sorted(set(labels), key=lambda label: sha256(label.encode()).hexdigest())
    fold = {label: number % count for number, label in enumerate(distinct)}
    return [fold[label] for label in labels]
