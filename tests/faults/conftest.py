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
    """Give a line of the results: the test, the promise that it breaks at, how many of how many held.

    Results go to the JSON Lines file that BIOLOOM_FAULT_RESULTS names, in place of an earlier run's line
    of the same test and promise; without the variable they go nowhere.
    """

    def add(promise: str, held: int, of: int, **facts: object) -> None:
        if RESULTS is None:
            return
        result = {"promise": promise, "test": request.node.nodeid, "held": held, "of": of, **facts}
        path = Path(RESULTS)
        earlier = map(json.loads, path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()
        same = {
            result["test"],
            result["test"].partition("::")[0],
        }  # a line of a whole file stands for its tests
        kept = [line for line in earlier if line["promise"] != promise or line["test"] not in same]
        lines = (json.dumps(line, sort_keys=True) + "\n" for line in (*kept, result))
        path.write_text("".join(lines), encoding="utf-8")

    return add
