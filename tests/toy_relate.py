"""The parts of RELATE with everything stated by the test: keys, hits, probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bioloom.errors import ModelUnavailable
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.descriptor_retrieval import DescriptorHit
from bioloom.standardization.relate.standardizer import Standardizer
from bioloom.standardization.relate.vocabulary import Descriptor, Target, Vocabulary

INHIBITS = "decreases activity of"
QUALIFIED = {
    "qualified_predicate": "biolink:causes",
    "object_aspect_qualifier": "activity",
    "object_direction_qualifier": "decreased",
}


@dataclass(frozen=True)
class ToyRanking:
    """Keys with probabilities."""

    choices: tuple[tuple[str, float], ...]
    none: float


def toy_vocabulary() -> Vocabulary:
    """Give eight keys, one of them qualified, two named in the passive."""
    targets = (
        Target(INHIBITS, "biolink:affects", QUALIFIED),
        Target("biolink:affects", "biolink:affects"),
        Target("biolink:affected_by", "biolink:affects", swapped=True),
        Target("biolink:treats", "biolink:treats"),
        Target("biolink:treated_by", "biolink:treated_by"),  # not canonical: turned round by the decider
        Target("biolink:correlated_with", "biolink:correlated_with"),
        Target("biolink:gene_associated_with_condition", "biolink:gene_associated_with_condition"),
        Target("biolink:interacts_with", "biolink:interacts_with"),
    )
    described = tuple(Descriptor(each.key, f"about {each.key}", False, "toy") for each in targets)
    return Vocabulary("biolink", "toy", {each.key: each for each in targets}, described)


@dataclass
class Toy:
    """Says for every phrase what the test stated, and remembers what it was asked."""

    says: Mapping[str, Mapping[str, float]]
    negative: float = 0.0
    down: bool = False
    phrases: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)

    def find(self, phrases: Sequence[str]) -> list[tuple[DescriptorHit, ...]]:
        if self.down:
            raise ModelUnavailable("the encoder is down")
        self.phrases += phrases
        return [
            tuple(
                DescriptorHit(key, chance, (chance,), self.negative, f"about {key}")
                for key, chance in self.says.get(phrase, {}).items()
            )
            for phrase in phrases
        ]

    def rank(self, claims: Sequence[Claim], hits: Sequence[Sequence[object]]) -> list[ToyRanking]:
        self.claims += claims
        found = []
        for claim in claims:
            chances = self.says.get(claim.relationship, {})
            choices = tuple(sorted(chances.items(), key=lambda each: -each[1]))
            found.append(ToyRanking(choices, 1 - sum(chances.values())))
        return found


def toy_standardizer(toy: Toy, **options: object) -> Standardizer:
    """Build a standardizer that knows nothing but what the toy says."""
    return Standardizer(toy_vocabulary(), toy.find, toy, name="toy", **options)  # type: ignore[arg-type]
