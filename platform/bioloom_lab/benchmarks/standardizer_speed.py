"""Benchmark of standardization throughput, beside that of the encoder alone."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bioloom.embedding import Encoder
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.claim_preparation import PreparedClaim, read_claim
from bioloom.standardization.relate.standardizer import Standardizer
from bioloom_lab.benchmarks.encoder_speed import bench_phrases
from bioloom_lab.benchmarks.measurement import RoundCost, machine_facts, spread, timed

_TURNS = ("", "strongly ", "significantly ", "also ", "partially ", "directly ")
ALONE = "its encoder alone"
_AT_ONCE = 512
_SINGLES = 50
_WARM = 100
_LEAST = 1000  # phrases for the singles and for warming up, beside those that are counted


@dataclass(frozen=True, slots=True)
class StandardizerSpeed:
    """Costs of parts of distinct phrases, mapped and only encoded, and of repeated claims; seconds of one.

    Rules settle some phrases before the encoder and make others the same, so `alone` counts the time that
    the encoder needs for what is left of a part, and all its phrases.
    """

    standardizer: str
    sizes: Sequence[int]
    mapped: Sequence[RoundCost]
    alone: Sequence[RoundCost]
    repeated_claims: int
    repeated: RoundCost
    singles: Sequence[float]
    machine: str

    @property
    def distinct_phrases(self) -> int:
        """How many distinct phrases were mapped."""
        return sum(self.sizes)

    @property
    def share(self) -> float:
        """Give which share of the encoder's speed is left when the phrases are also standardized."""
        return sum(cost.wall for cost in self.alone) / sum(cost.wall for cost in self.mapped)

    def as_json(self) -> dict[str, Any]:
        """Give medians with the least and the greatest of the parts, as a result that tables are made of."""
        pairs = list(zip(self.mapped, self.alone, strict=True))
        works = {self.standardizer: self.mapped, ALONE: self.alone}
        claims = {"phrases/s": spread([self.repeated_claims / self.repeated.wall])}
        return {
            "suite": "standardize",
            "n": self.distinct_phrases,
            "conditions": [
                f"medians of {len(self.sizes)} parts of {_AT_ONCE} phrases at most, least and greatest",
                f"of all parts mapping keeps {self.share:.3f} of the encoder's rate",
                f"{self.repeated_claims:,} repeated claims",
                self.machine,
            ],
            "metrics": {
                **{
                    name: {
                        "phrases/s": spread(self._rates(costs)),
                        "CPU µs a phrase": spread(
                            [
                                1e6 * cost.processor / size
                                for cost, size in zip(costs, self.sizes, strict=True)
                            ]
                        ),
                    }
                    for name, costs in works.items()
                },
                f"{self.standardizer}, repeated": claims,
                f"{self.standardizer}, one by one": {
                    "phrases/s": spread([1 / each for each in self.singles])
                },
            },
            "ratios": {
                f"{self.standardizer} against {ALONE}": {
                    "of rates": spread([alone.wall / cost.wall for cost, alone in pairs]),
                    "of CPU s": spread([cost.processor / alone.processor for cost, alone in pairs]),
                }
            },
        }

    def _rates(self, costs: Sequence[RoundCost]) -> list[float]:
        return [size / cost.wall for cost, size in zip(costs, self.sizes, strict=True)]


def varied_phrases(most: int) -> tuple[str, ...]:
    """Give distinct relation phrases: the short descriptors of Biolink, also with an adverb before them."""
    made = (turn + phrase for turn in _TURNS for phrase in bench_phrases())
    return tuple(itertools.islice(dict.fromkeys(made), most + _LEAST))


def measure_standardizer(
    standardizer: Standardizer, encoder: Encoder, phrases: Sequence[str], *, repeated: int = 1_000_000
) -> StandardizerSpeed:
    """Standardize all phrases once and then many claims that repeat them.

    Encoder and standardizer take turns over parts of the phrases, so that whatever else the machine does
    slows both alike. The last phrases warm both up and are waited for one by one. The standardizer must not
    know the phrases yet: it has no cache on disk.
    """
    counted, others = phrases[:-_LEAST], phrases[-_LEAST:]
    encoder.encode(others[_SINGLES : _SINGLES + _WARM])
    standardizer.standardize(_claims(others[_SINGLES : _SINGLES + _WARM]))
    sizes: list[int] = []
    alone: list[RoundCost] = []
    mapped: list[RoundCost] = []
    machine = machine_facts()
    for start in range(0, len(counted), _AT_ONCE):
        part = counted[start : start + _AT_ONCE]
        claims = _claims(part)
        texts = _asked(claims)
        sizes.append(len(part))
        alone.append(timed(partial(encoder.encode, texts)))
        mapped.append(timed(partial(standardizer.standardize, claims)))
    many = [
        Claim(f"chemical {n % 997}", counted[n % len(counted)], f"gene {n % 1009}") for n in range(repeated)
    ]
    standardizer.standardize(many[: len(counted)])
    again = timed(partial(standardizer.standardize, many))
    waits = [timed(partial(standardizer.standardize, [claim])).wall for claim in _claims(others[:_SINGLES])]
    return StandardizerSpeed(standardizer.name, sizes, mapped, alone, repeated, again, waits, machine)


def _asked(claims: Sequence[Claim]) -> tuple[str, ...]:
    """List what the standardizer has encoded of these claims."""
    readings = (read_claim(claim, terms=True) for claim in claims)
    return tuple(
        dict.fromkeys(
            reading.asked.relationship for reading in readings if isinstance(reading, PreparedClaim)
        )
    )


def _claims(phrases: Sequence[str]) -> list[Claim]:
    return [Claim("a chemical", phrase, "a gene") for phrase in phrases]
