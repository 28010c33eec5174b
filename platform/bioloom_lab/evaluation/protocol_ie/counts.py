"""Right, predicted and gold: what precision, recall and F1 are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Counts(NamedTuple):
    """How many were found rightly, how many were found, how many there are.

    >>> Counts(right=1, predicted=2, gold=4).f1 == 2 * 0.5 * 0.25 / (0.5 + 0.25)
    True
    """

    right: int = 0
    predicted: int = 0
    gold: int = 0

    @property
    def precision(self) -> float:
        """The share of what was found that is right; 0 if nothing was."""
        return self.right / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """The share of what there is that was found; 0 if there is nothing."""
        return self.right / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall (SPEC B15)."""
        both = self.predicted + self.gold
        return 2 * self.right / both if both else 0.0

    def plus(self, other: Counts) -> Counts:
        """Add up two counts."""
        return Counts(self.right + other.right, self.predicted + other.predicted, self.gold + other.gold)


Tally = Mapping[str, Counts]
"""The counts of one document by type of mention or relation."""


def tally(gold: Counter[Key], predicted: Counter[Key], label: Callable[[Key], str]) -> Tally:
    """Count keys that occur in both, each as often as in the one that has fewer of it, by label.

    >>> tally(Counter("aab"), Counter("abb"), str)
    {'a': Counts(right=1, predicted=1, gold=2), 'b': Counts(right=1, predicted=2, gold=1)}
    """
    found: dict[str, list[int]] = {}
    for place, keys in enumerate((gold & predicted, predicted, gold)):
        for key, count in keys.items():
            found.setdefault(label(key), [0, 0, 0])[place] += count
    return {name: Counts(*numbers) for name, numbers in sorted(found.items())}


def total(tallies: Iterable[Tally]) -> dict[str, Counts]:
    """Add up the tallies of several documents, type by type."""
    found: dict[str, Counts] = {}
    for each in tallies:
        for name, counts in each.items():
            found[name] = found.get(name, Counts()).plus(counts)
    return found


def micro(tally: Tally) -> Counts:
    """Add up all types of a tally."""
    summed = Counts()
    for counts in tally.values():
        summed = summed.plus(counts)
    return summed
