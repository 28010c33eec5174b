"""Bench of distributed extraction: its parts, without workers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom_lab.benchmarks.worker_speed import WorkerSpeed, measure_workers


def test_a_run_without_workers_divides_nothing_and_keeps_what_it_found(
    put: Callable[[str, str | bytes], Path],
) -> None:
    source = put(
        "lab/lysis.txt", "Lysis\n" + "Add 5 ml of lysis buffer to the tube and vortex it for 10 s.\n" * 40
    )
    (speed,) = measure_workers(source.parent, [0])
    assert (speed.workers, speed.documents, speed.sentences) == (0, 1, 41)
    assert speed.undivided == 1.0
    assert 0 < speed.taking_cpu < speed.own_cpu  # models are not run again
    assert speed.reading_cpu < speed.own_cpu


def test_the_share_that_is_not_divided_is_that_of_the_process_that_loads() -> None:
    speed = WorkerSpeed(4, 60, 605, 8.5, own_cpu=1.0, workers_cpu=9.0, reading_cpu=0.1, taking_cpu=0.5)
    assert speed.as_json()["undivided_share"] == pytest.approx(0.1)
