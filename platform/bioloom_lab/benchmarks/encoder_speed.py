"""Benchmark of encoder throughput: the upper bound of everything that encodes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.embedding import Encoder
from bioloom.standardization.relate.vocabulary import vocabulary

_SINGLES = 100
_LONGEST = 8  # words of a relation phrase


@dataclass(frozen=True, slots=True)
class BatchSpeed:
    """Throughput in phrases a second at one batch size: the best of some rounds."""

    phrases: int
    per_second: float


@dataclass(frozen=True, slots=True)
class EncoderSpeed:
    """Throughput of an encoder over distinct phrases, and the latency of a single one (median, seconds)."""

    encoder: str
    distinct: int
    batches: tuple[BatchSpeed, ...]
    single: float

    @property
    def ceiling(self) -> float:
        """Give the most phrases a second that were reached."""
        return max(batch.per_second for batch in self.batches)


def bench_phrases() -> tuple[str, ...]:
    """Give some 2,000 distinct relation phrases of up to eight words: the short descriptors of Biolink."""
    texts = dict.fromkeys(each.text for each in vocabulary().descriptors)
    return tuple(text for text in texts if len(text.split()) <= _LONGEST)


def measure_encoder(
    encoder: Encoder, phrases: Sequence[str], *, sizes: Sequence[int] = (16, 128, 4096), rounds: int = 3
) -> EncoderSpeed:
    """Encode all phrases in calls of each size, and some one by one; the encoder is warm when it counts."""
    encoder.encode(phrases[:_SINGLES])
    batches = tuple(
        BatchSpeed(size, max(_per_second(encoder, phrases, size) for _ in range(rounds)))
        for size in dict.fromkeys(min(size, len(phrases)) for size in sizes)
    )
    waits = []
    for phrase in phrases[:_SINGLES]:
        start = time.perf_counter()
        encoder.encode([phrase])
        waits.append(time.perf_counter() - start)
    return EncoderSpeed(encoder.name, len(phrases), batches, statistics.median(waits))


def _per_second(encoder: Encoder, phrases: Sequence[str], size: int) -> float:
    start = time.perf_counter()
    for at in range(0, len(phrases), size):
        encoder.encode(phrases[at : at + size])
    return len(phrases) / (time.perf_counter() - start)
