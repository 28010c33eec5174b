"""NONE classifier: phrases that are likelier to state no relation than a predicate (SPEC R20)."""

import math
from dataclasses import dataclass
from functools import cache

from bioloom.errors import OntologyError
from bioloom.resources import read_table
from bioloom.standardization.relate.descriptor_retrieval import DescriptorHit

PHRASES, WEIGHTS = "relate/unrelated.tsv", "relate/rejection.tsv"

_FEATURES = ("constant", "unrelated", "related", "floor")


@dataclass(frozen=True, slots=True)
class Rejection:
    """Weighs a phrase's nearness to phrases that state no relation against its nearness to the predicates.

    The probability that it states none is 1 / (1 + exp(-z)), z = constant + unrelated * (best cosine with
    such a phrase) + related * (best cosine with a descriptor). Below the cosine `floor` with everything
    that is described, and nearer to no such phrase either, it is 1.
    """

    constant: float
    unrelated: float
    related: float
    floor: float

    def probability(self, best: DescriptorHit) -> float:
        """Give the probability that a phrase states no relation, by its best hit.

        >>> weighing = Rejection(0.0, 5.0, -5.0, 0.3)
        >>> hit = DescriptorHit("biolink:treats", 0.8, (0.8,), -1.0, "treats", unrelated=0.2)
        >>> round(weighing.probability(hit), 3)
        0.047
        """
        return self.weigh(best.unrelated, max(best.similarities))

    def weigh(self, unrelated: float, related: float) -> float:
        """Give the probability from the two cosines."""
        if max(related, unrelated) < self.floor:
            return 1.0
        z = self.constant + self.unrelated * unrelated + self.related * related
        return 1 / (1 + math.exp(-z))


@cache
def unrelated_phrases() -> tuple[str, ...]:
    """Give the phrases of ontology/relate/unrelated.tsv."""
    return tuple(row["text"] for row in read_table(PHRASES))


@cache
def read_rejection() -> Rejection:
    """Read the weights of ontology/relate/rejection.tsv; OntologyError if one is missing or no number."""
    try:
        found = {row["feature"]: float(row["weight"]) for row in read_table(WEIGHTS)}
        return Rejection(*(found[name] for name in _FEATURES))
    except (KeyError, ValueError) as fault:
        raise OntologyError(f"ontology/{WEIGHTS}: {fault!r}") from fault
