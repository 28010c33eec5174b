"""Means over questions with intervals over documents: questions about one article are alike."""

from __future__ import annotations

from collections.abc import Sequence

from bioloom_lab.evaluation.statistics import Estimate, resample

Group = tuple[float, int]


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
    return resample([groups[cluster] for cluster in sorted(groups)], _mean)


def _mean(groups: Sequence[Group]) -> float:
    return sum(total for total, _ in groups) / sum(count for _, count in groups)
