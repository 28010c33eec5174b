"""Gene ranker: a linear model over the features, with calibrated confidence of the first candidate."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bioloom.mechanism.features import NAMES
from bioloom.resources import read_table

TABLE = "mechanism/weights.tsv"
SLOPE, OFFSET = "(slope)", "(offset)"


@dataclass(frozen=True, slots=True)
class RankerWeights:
    """A weight for each feature, and the line that calibrates a share of belief."""

    of: Mapping[str, float]
    slope: float = 1.0
    offset: float = 0.0

    def shares(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """Give each candidate its share of belief, 0 to 1, together 1."""
        if not rows:
            return []
        scores = [
            sum(self.of.get(name, 0.0) * value for name, value in zip(NAMES, row, strict=True))
            for row in rows
        ]
        return softmax(scores)

    def confidence(self, share: float) -> float:
        """Say how often a first candidate with this share of belief is right, 0 to 1.

        >>> RankerWeights({}).confidence(0.5)
        0.5
        """
        share = min(max(share, 1e-6), 1 - 1e-6)
        return 1 / (1 + math.exp(-(self.slope * math.log(share / (1 - share)) + self.offset)))


def softmax(scores: Sequence[float]) -> list[float]:
    """Turn scores, at least one, into shares of belief.

    >>> softmax([0.0, 0.0])
    [0.5, 0.5]
    """
    top = max(scores)
    raised = [math.exp(score - top) for score in scores]
    return [each / sum(raised) for each in raised]


@cache
def shipped_weights() -> RankerWeights:
    """Read the weights that come along (ontology/mechanism/weights.tsv)."""
    return weights_from(read_table(TABLE))


def weights_from(table: Iterable[Mapping[str, str]]) -> RankerWeights:
    """Read weights from rows of feature and weight; what a table does not name weighs nothing."""
    read = {row["feature"]: float(row["weight"]) for row in table}
    return RankerWeights(
        {name: value for name, value in read.items() if name not in (SLOPE, OFFSET)},
        read.get(SLOPE, 1.0),
        read.get(OFFSET, 0.0),
    )
