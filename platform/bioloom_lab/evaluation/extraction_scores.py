"""Extraction scores: match counts, precision, recall and F1, bootstrap intervals over documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bioloom_lab.evaluation.statistics import RESAMPLES, SEED, Estimate

Key = TypeVar("Key", bound=Hashable)
Numbers = NDArray[np.float64]


class MatchCounts(NamedTuple):
    """Match counts: right, predicted and gold.

    >>> MatchCounts(right=1, predicted=2, gold=4).f1 == 2 * 0.5 * 0.25 / (0.5 + 0.25)
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

    def plus(self, other: MatchCounts) -> MatchCounts:
        """Add up two counts."""
        return MatchCounts(self.right + other.right, self.predicted + other.predicted, self.gold + other.gold)


Tally = Mapping[str, MatchCounts]
"""The counts of one document by type of mention or relation."""


def tally(gold: Counter[Key], predicted: Counter[Key], label: Callable[[Key], str]) -> Tally:
    """Count keys that occur in both, each as often as in the one that has fewer of it, by label.

    >>> tally(Counter("aab"), Counter("abb"), str)
    {'a': MatchCounts(right=1, predicted=1, gold=2), 'b': MatchCounts(right=1, predicted=2, gold=1)}
    """
    found: dict[str, list[int]] = {}
    for place, keys in enumerate((gold & predicted, predicted, gold)):
        for key, count in keys.items():
            found.setdefault(label(key), [0, 0, 0])[place] += count
    return {name: MatchCounts(*numbers) for name, numbers in sorted(found.items())}


def total(tallies: Iterable[Tally]) -> dict[str, MatchCounts]:
    """Add up the tallies of several documents, type by type."""
    found: dict[str, MatchCounts] = {}
    for each in tallies:
        for name, counts in each.items():
            found[name] = found.get(name, MatchCounts()).plus(counts)
    return found


def micro(tally: Tally) -> MatchCounts:
    """Add up all types of a tally."""
    summed = MatchCounts()
    for counts in tally.values():
        summed = summed.plus(counts)
    return summed


@dataclass(frozen=True, slots=True)
class TypeF1:
    """Match counts of one type, with the interval of its F1."""

    counts: MatchCounts
    f1: Estimate


@dataclass(frozen=True, slots=True)
class F1Score:
    """Micro precision, recall and F1 over all documents, the mean F1 of the types, and each type's own.

    The mean is over the types that occur in the gold; a type that is only predicted spoils the micro
    precision alone.
    """

    counts: MatchCounts
    precision: Estimate
    recall: Estimate
    f1: Estimate
    macro_f1: Estimate
    types: Mapping[str, TypeF1]


@dataclass(frozen=True, slots=True)
class F1Difference:
    """Difference in F1 of two systems, on the same resamples of documents.

    `not_above` is the share of resamples in which it is not above: a one-sided p-value.
    """

    f1: Estimate
    not_above: float


def score(tallies: Sequence[Tally], families: Sequence[int]) -> F1Score:
    """Score the tallies of documents, one each; documents of the same family are drawn together."""
    whole = total(tallies)
    names = sorted(whole)
    drawn = _drawn(tallies, names, families)
    summed = drawn.sum(axis=1)
    f1 = _f1(drawn)
    in_gold = [at for at, name in enumerate(names) if whole[name].gold]
    counts = micro(whole)
    mean = sum(whole[names[at]].f1 for at in in_gold) / len(in_gold) if in_gold else 0.0
    return F1Score(
        counts=counts,
        precision=_estimate(counts.precision, _ratio(summed[:, 0], summed[:, 1])),
        recall=_estimate(counts.recall, _ratio(summed[:, 0], summed[:, 2])),
        f1=_estimate(counts.f1, _f1(summed)),
        macro_f1=_estimate(mean, _mean_of_known(f1[:, in_gold])),
        types={
            name: TypeF1(whole[name], _estimate(whole[name].f1, f1[:, at])) for at, name in enumerate(names)
        },
    )


def compare(one: Sequence[Tally], other: Sequence[Tally], families: Sequence[int]) -> F1Difference:
    """Give the F1 of `one` less that of `other`, tallies of the same documents in the same order."""
    values: list[float] = []
    drawn: list[Numbers] = []
    for tallies in (one, other):
        whole = total(tallies)
        values.append(micro(whole).f1)
        drawn.append(_ratio_or_zero(_f1(_drawn(tallies, sorted(whole), families).sum(axis=1))))
    differences = drawn[0] - drawn[1]
    return F1Difference(_estimate(values[0] - values[1], differences), float(np.mean(differences <= 0)))


def _drawn(tallies: Sequence[Tally], names: Sequence[str], families: Sequence[int]) -> Numbers:
    """Give right, predicted and gold of every resample: resamples x types x 3."""
    rows = sorted(set(families))
    at = {name: column for column, name in enumerate(names)}
    table = np.zeros((len(rows), len(names), 3))
    for family, each in zip(families, tallies, strict=True):
        for name, counts in each.items():
            table[rows.index(family), at[name]] += counts
    if not rows:
        return np.zeros((RESAMPLES, len(names), 3))
    dice = np.random.default_rng(SEED)
    times = dice.multinomial(len(rows), [1 / len(rows)] * len(rows), size=RESAMPLES).astype(np.float64)
    return np.tensordot(times, table, axes=1)


def _f1(drawn: Numbers) -> Numbers:
    return _ratio(2 * drawn[..., 0], drawn[..., 1] + drawn[..., 2])


def _ratio(part: Numbers, whole: Numbers) -> Numbers:
    """Divide; where there is nothing to divide by, the value is unknown (NaN)."""
    return np.divide(part, whole, out=np.full_like(whole, np.nan), where=whole > 0)


def _ratio_or_zero(values: Numbers) -> Numbers:
    return np.nan_to_num(values, nan=0.0)


def _mean_of_known(values: Numbers) -> Numbers:
    known = np.isfinite(values)
    return _ratio(np.where(known, values, 0.0).sum(axis=1), known.sum(axis=1).astype(np.float64))


def _estimate(value: float, resampled: Numbers) -> Estimate:
    """Take the 95% percentile interval of the resamples that have a value at all."""
    known = np.sort(resampled[np.isfinite(resampled)])
    if not len(known):
        return Estimate(value, value, value)
    low, high = known[int(0.025 * len(known))], known[max(0, int(0.975 * len(known)) - 1)]
    return Estimate(value, float(low), float(high))
