"""The bench of start-up: whole processes, and a service until it says where it answers."""

from __future__ import annotations

from typing import Any

import pytest

from bioloom.errors import BioloomError
from bioloom_lab.benchmarks.measurement import RoundCost
from bioloom_lab.benchmarks.startup_speed import REFERENCE, StartupSpeed, measure_startup, works

SERVING = "import sys, time; print('at http://127.0.0.1:1', file=sys.stderr, flush=True); time.sleep(60)"


def test_processes_take_turns_and_a_service_is_ended() -> None:
    told: list[str] = []
    commands = {REFERENCE: ("-c", "pass"), "a service": ("-c", SERVING, "serve")}
    found = measure_startup(commands, 2, told.append)
    assert [len(costs) for costs in found.costs.values()] == [2, 2]
    assert len(told) == 3
    assert all(0 < cost.wall < 60 for costs in found.costs.values() for cost in costs)
    assert works("What?")[REFERENCE] == ("-c", "pass")


@pytest.mark.parametrize(
    "words", [("-c", "raise SystemExit('no graph')"), ("-c", "raise SystemExit(7)", "serve")]
)
def test_a_command_that_fails_is_told(words: tuple[str, ...]) -> None:
    with pytest.raises(BioloomError, match=r"no graph|does not start"):
        measure_startup({REFERENCE: words}, 1, lambda _: None)


def test_ratios_are_of_the_same_round() -> None:
    costs = {
        REFERENCE: [RoundCost(0.01, 0.01), RoundCost(0.02, 0.01)],
        "help": [RoundCost(0.1, 0.05), RoundCost(0.1, 0.06)],
    }
    told: dict[str, Any] = StartupSpeed("a machine", costs).as_json()
    assert told["ratios"] == {
        "help": {
            "of wall": {"value": 7.5, "low": 5.0, "high": 10.0},
            "of CPU": {"value": 5.5, "low": 5.0, "high": 6.0},
        }
    }
