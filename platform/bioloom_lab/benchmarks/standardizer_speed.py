"""Benchmark of standardization throughput, beside that of the encoder alone."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.embedding import Encoder
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.claim_preparation import PreparedClaim, read_claim
from bioloom.standardization.relate.standardizer import Standardizer
from bioloom_lab.benchmarks.encoder_speed import bench_phrases

_TURNS = ("", "strongly ", "significantly ", "also ", "partially ", "directly ")
_AT_ONCE = 512
_SINGLES = 50
_WARM = 100
_LEAST = 1000  # phrases for the singles and for warming up, beside those that are counted


@dataclass(frozen=True, slots=True)
class StandardizerSpeed:
    """Phrases a second: distinct ones, as many if only encoding took time, repeated ones; seconds for one.

    Rules settle some phrases before the encoder and make others the same, so `ceiling` counts the time that
    the encoder needs for what is left, and all phrases.
    """

    standardizer: str
    distinct_phrases: int
    distinct: float
    ceiling: float
    repeated_claims: int
    repeated: float
    single: float

    @property
    def share(self) -> float:
        """Give which share of the encoder's speed is left when the phrases are also standardized."""
        return self.distinct / self.ceiling


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
    alone = mapped = 0.0
    for start in range(0, len(counted), _AT_ONCE):
        part = counted[start : start + _AT_ONCE]
        claims = _claims(part)
        texts = _asked(claims)
        began = time.perf_counter()
        encoder.encode(texts)
        between = time.perf_counter()
        standardizer.standardize(claims)
        alone += between - began
        mapped += time.perf_counter() - between
    many = [
        Claim(f"chemical {n % 997}", counted[n % len(counted)], f"gene {n % 1009}") for n in range(repeated)
    ]
    standardizer.standardize(many[: len(counted)])
    began = time.perf_counter()
    standardizer.standardize(many)
    again = time.perf_counter() - began
    waits = []
    for claim in _claims(others[:_SINGLES]):
        began = time.perf_counter()
        standardizer.standardize([claim])
        waits.append(time.perf_counter() - began)
    return StandardizerSpeed(
        standardizer.name,
        len(counted),
        len(counted) / mapped,
        len(counted) / alone,
        repeated,
        repeated / again,
        statistics.median(waits),
    )


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
