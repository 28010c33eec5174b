"""Bootstrap intervals and paired tests: means over questions, whole clusters, any measure."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeVar

Item = TypeVar("Item")
Group = tuple[float, int]

RESAMPLES = 2_000
FLIPS = 10_000
SEED = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with the ends of its 95% bootstrap interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PairedDifference(Estimate):
    """A mean paired difference with its interval, and the two-sided p of its being 0."""

    p: float


def difference(ours: Sequence[float], theirs: Sequence[float]) -> PairedDifference:
    """Compare two systems on the same questions: the mean difference, its bootstrap interval and p.

    >>> difference([1.0] * 8, [0.0] * 8).p
    0.0078125
    """
    found = [one - other for one, other in zip(ours, theirs, strict=True)]
    whole = estimate(found)
    return PairedDifference(whole.value, whole.low, whole.high, paired_p(found))


def paired_p(differences: Sequence[float]) -> float:
    """Give the two-sided p of paired differences: how often random signs give a mean as far from 0.

    Exact where all differences that are not 0 have one size (McNemar's exact test for hits and misses), else
    from 10,000 draws of signs.

    >>> paired_p([1.0, 1.0, 1.0, -1.0, 0.0]), paired_p([0.0, 0.0])
    (0.625, 1.0)
    """
    told = [each for each in differences if each]
    if not told:
        return 1.0
    if len({abs(each) for each in told}) == 1:
        fewer = min(sum(each > 0 for each in told), sum(each < 0 for each in told))
        tail = sum(math.comb(len(told), count) for count in range(fewer + 1))
        return min(1.0, 2 * tail / (1 << len(told)))
    import numpy as np

    sizes, seen = np.abs(np.array(told)), abs(sum(told))
    signs = np.random.default_rng(SEED).choice((-1.0, 1.0), size=(FLIPS, len(told)))
    far = int((np.abs(signs @ sizes) >= seen - 1e-9).sum())
    return (1 + far) / (1 + FLIPS)


def estimate(values: Sequence[float]) -> Estimate:
    """Give the mean of values, one a question, with its 95% percentile bootstrap interval.

    Resamples are the same for every call of the same length, so that differences are paired.

    >>> estimate([1.0, 1.0, 1.0])
    Estimate(value=1.0, low=1.0, high=1.0)
    """
    return resample(values, fmean)


def resample(items: Sequence[Item], measure: Callable[[Sequence[Item]], float]) -> Estimate:
    """Give what a measure finds in some items, one a question, with its 95% percentile bootstrap interval.

    >>> resample(["a", "a"], lambda items: items.count("a") / 2)
    Estimate(value=1.0, low=1.0, high=1.0)
    """
    if not items:
        return Estimate(0.0, 0.0, 0.0)
    dice = random.Random(SEED)
    count = len(items)
    found = sorted(measure(dice.choices(items, k=count)) for _ in range(RESAMPLES))
    return Estimate(measure(items), found[int(0.025 * RESAMPLES)], found[int(0.975 * RESAMPLES) - 1])


def clustered(values: Sequence[float], clusters: Sequence[str]) -> Estimate:
    """Give the mean of values with its 95% bootstrap interval, whole clusters drawn at a time.

    The draws are the same for the same clusters, so that differences are paired.

    >>> clustered([1.0, 0.0, 1.0, 0.0], ["a", "a", "b", "b"])
    Estimate(value=0.5, low=0.5, high=0.5)
    """
    groups: dict[str, Group] = {}
    for value, cluster in zip(values, clusters, strict=True):
        total, count = groups.get(cluster, (0.0, 0))
        groups[cluster] = total + value, count + 1
    return resample([groups[cluster] for cluster in sorted(groups)], _cluster_mean)


def _cluster_mean(groups: Sequence[Group]) -> float:
    return sum(total for total, _ in groups) / sum(count for _, count in groups)


def rank_metrics(ranks: Sequence[int | None], cuts: Sequence[int], depth: int) -> dict[str, list[float]]:
    """Give hit@k for each cut and MRR, a value a question, from the ranks of the first gold item.

    >>> rank_metrics([1, 3, None], (1,), 10)
    {'hit@1': [1.0, 0.0, 0.0], 'mrr@10': [1.0, 0.3333333333333333, 0.0]}
    """
    columns = {f"hit@{cut}": [float(bool(rank and rank <= cut)) for rank in ranks] for cut in cuts}
    columns[f"mrr@{depth}"] = [1 / rank if rank else 0.0 for rank in ranks]
    return columns
