"""Fault suite: a short form in every test run, the whole of it by `make faults`."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

FULL = os.environ.get("BIOLOOM_FAULTS") == "full"
RESULTS = os.environ.get("BIOLOOM_FAULT_RESULTS")

Rounds = Callable[[int, int], range]
Report = Callable[..., None]


@pytest.fixture
def rounds() -> Rounds:
    """Give the seeds of a test: `short` of them in every run, `full` by `make faults`."""
    return lambda short, full: range(full if FULL else short)


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Report:
    """Add a line to the results: the test, the promise that it breaks at, how many of how many held.

    Results go to the JSON Lines file that BIOLOOM_FAULT_RESULTS names; without it nowhere.
    """

    def add(promise: str, held: int, of: int, **facts: object) -> None:
        if RESULTS is not None:
            line = {"promise": promise, "test": request.node.nodeid, "held": held, "of": of, **facts}
            with Path(RESULTS).open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(line, sort_keys=True) + "\n")

    return add
