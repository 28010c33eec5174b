"""Parsers of outside input on mutated files: they give records, rejects or one line of an error, and end."""

from __future__ import annotations

import os
import random
import resource
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from fuzz_samples import mutate, samples
from fuzzing import bounded_work, read_file, targets

FULL = os.environ.get("BIOLOOM_FAULTS") == "full"
SECONDS = float(os.environ.get("BIOLOOM_FUZZ_SECONDS", "3600" if FULL else "0"))
MEMORY = 1 << 30

SAMPLES = list(samples())
TARGETS = targets()
LOADERS = sorted({name for name, _ in SAMPLES})
PARSERS = [*LOADERS, *TARGETS]


def _check(parser: str, chance: random.Random) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        if parser in TARGETS:
            contents, target = TARGETS[parser]
            content = mutate(chance, chance.choice(contents), contents)
            with bounded_work():
                target(folder, content)
            return
        sample = chance.choice([sample for name, sample in SAMPLES if name == parser])
        mutated = mutate(chance, sample.content, [other.content for _, other in SAMPLES])
        with bounded_work():
            read_file(parser, folder, replace(sample, content=mutated))


def _fuzz(parser: str, number: int, examples: int) -> None:
    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    @given(st.integers(0, 2**64 - 1))
    def one(drawn: int) -> None:
        _check(parser, random.Random(drawn))

    one()


@pytest.mark.parametrize("parser", PARSERS)
def test_a_mutated_file_never_breaks_its_reader(
    parser: str, report: Callable[..., None], rounds: Callable[[int, int], range]
) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    end = time.monotonic() + SECONDS / len(PARSERS)
    examples = 0
    number = 0
    while number < 1 or time.monotonic() < end:
        number += 1
        portion = 200 if SECONDS else len(rounds(6, 200))
        try:
            _fuzz(parser, number, portion)
        except BaseException:
            report("a reader ends with records, rejects or one line", 0, 1, parser=parser, seed=number)
            raise
        examples += portion
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert grown < MEMORY, f"{parser} took {grown} bytes more"
    report("a reader ends with records, rejects or one line", examples, examples, parser=parser)
