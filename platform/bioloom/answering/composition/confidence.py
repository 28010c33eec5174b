"""Confidence calibration: the logistic model that turns the signals of a reading into a probability."""

import math
from collections.abc import Mapping, Sequence
from functools import cache

from bioloom.resources import read_table

LEAST_BELIEF = 0.5
"""Probability from which what was read is given as the answer: the reading of a step, a sentence of a
publication, a gene of a mechanism, a candidate of another graph. There it is as likely right as wrong
(docs/experiments/answers.md); from there some seven questions in eight that an abstract does not answer are
refused (docs/evaluation.md)."""

KEPT_LOG_ODDS = 0.57
"""Share of the log odds of a belief that holds on texts and questions that nothing was fitted to, for steps
as for sentences of publications (docs/experiments/answers.md)."""

RULES, NETWORK, SENTENCES = "rules", "network", "sentences"
"""Columns of weights: for readings of steps by rules, for those that the network scored too, and for
sentences of publications."""

SCORED = "log probability"
"""A signal that only readings with the network have."""


@cache
def weights_of(column: str) -> Mapping[str, float]:
    """Give the weights of the signals in one column of ontology/retrieval/confidence.tsv."""
    return {
        row["signal"]: float(row[column]) for row in read_table("retrieval/confidence.tsv") if row[column]
    }


def beliefs(readings: Sequence[Mapping[str, float]], column: str | None = None) -> list[float]:
    """Give the calibrated probabilities that readings answer a question; the rest is that none does.

    Without a `column` the readings are of steps, and their signals say by what they were read.

    >>> sum(beliefs([])) == 0.0
    True
    """
    curve = weights_of(column or (NETWORK if readings and SCORED in readings[0] else RULES))
    sums = [sum(curve[name] * number for name, number in each.items()) for each in readings]
    highest = max(sums, default=0.0)
    highest = max(0.0, highest)
    shares = [math.exp(each - highest) for each in sums]
    total = math.exp(-highest) + sum(shares)
    return [each / total for each in shares]


def confidence_of(belief: float) -> float:
    """Give the confidence that an answer is given with: its belief, less sure by what was fitted too well.

    >>> [round(confidence_of(each), 2) for each in (0.0, 0.2, 0.5, 0.9, 0.99, 1.0)]
    [0.0, 0.31, 0.5, 0.78, 0.93, 1.0]
    """
    if not 0 < belief < 1:
        return min(1.0, max(0.0, belief))
    return 1 / (1 + math.pow((1 - belief) / belief, KEPT_LOG_ODDS))
