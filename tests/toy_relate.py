"""The parts of RELATE with everything stated by the test: keys, hits, probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bioloom.errors import ModelUnavailable
from bioloom.records.mapping import Claim
from bioloom.standardization.relate.standardizer import Standardizer

INHIBITS = "decreases activity of"
QUALIFIED = {
    "qualified_predicate": "biolink:causes",
    "object_aspect_qualifier": "activity",
    "object_direction_qualifier": "decreased",
}


@dataclass(frozen=True)
class ToyTarget:
    """What a key stands for."""

    predicate: str
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    swapped: bool = False


@dataclass(frozen=True)
class ToyHit:
    """A key found for a phrase."""

    key: str
    score: float
    similarities: tuple[float, ...]
    negative: float = 0.0
    descriptor: str = ""


@dataclass(frozen=True)
class ToyRanking:
    """Keys with probabilities."""

    choices: tuple[tuple[str, float], ...]
    none: float


class ToyVocabulary:
    """Six keys, one of them qualified and one named in the passive."""

    name = "biolink"
    targets: Mapping[str, ToyTarget] = {
        INHIBITS: ToyTarget("biolink:affects", QUALIFIED),
        "biolink:affects": ToyTarget("biolink:affects"),
        "biolink:affected_by": ToyTarget("biolink:affects", swapped=True),
        "biolink:treats": ToyTarget("biolink:treats"),
        "biolink:treated_by": ToyTarget("biolink:treated_by"),
        "biolink:correlated_with": ToyTarget("biolink:correlated_with"),
        "biolink:gene_associated_with_condition": ToyTarget("biolink:gene_associated_with_condition"),
        "biolink:interacts_with": ToyTarget("biolink:interacts_with"),
    }
    keys = tuple(targets)

    def target(self, key: str) -> ToyTarget:
        return self.targets[key]


@dataclass
class Toy:
    """Says for every phrase what the test stated, and remembers what it was asked."""

    says: Mapping[str, Mapping[str, float]]
    negative: float = 0.0
    down: bool = False
    phrases: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)

    def find(self, phrases: Sequence[str]) -> list[tuple[ToyHit, ...]]:
        if self.down:
            raise ModelUnavailable("the encoder is down")
        self.phrases += phrases
        return [
            tuple(
                ToyHit(key, chance, (chance,), self.negative, f"about {key}")
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
    return Standardizer(ToyVocabulary(), toy.find, toy, name="toy", **options)  # type: ignore[arg-type]
