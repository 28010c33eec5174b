"""Callers' own statements: one at a time, few that wait, a rest after a long one."""

import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bioloom.errors import Busy
from bioloom.serving.graph_access.statement_turns import MOST_WAITING, StatementTurns

HOLDING = """
import sys, time
from pathlib import Path
from bioloom.serving.graph_access.statement_turns import StatementTurns
with StatementTurns(Path(sys.argv[1])).take(5):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_short_statements_follow_each_other_at_once(tmp_path: Path) -> None:
    turns = StatementTurns(tmp_path)
    begun = time.monotonic()
    for _ in range(20):
        with turns.take(5):
            pass
    assert time.monotonic() - begun < 0.5


def test_a_long_statement_is_followed_by_a_rest_as_long(tmp_path: Path) -> None:
    turns = StatementTurns(tmp_path)
    with turns.take(5):
        time.sleep(0.6)
    ended = time.monotonic()
    with pytest.raises(Busy, match="has just run for long"), turns.take(0.2):
        pass
    with turns.take(5):
        assert 0.5 < time.monotonic() - ended < 2


def test_a_statement_that_was_stopped_is_followed_by_a_longer_rest(tmp_path: Path) -> None:
    turns = StatementTurns(tmp_path)
    with suppress(ZeroDivisionError), turns.take(5):
        time.sleep(0.6)
        _ = 1 / 0
    with pytest.raises(Busy, match="has just run for long"), turns.take(2.0):
        pass
    with suppress(ZeroDivisionError), StatementTurns(tmp_path / "other").take(5):
        _ = 1 / 0
    with StatementTurns(tmp_path / "other").take(0.5):
        pass


def test_more_than_a_few_do_not_wait(tmp_path: Path) -> None:
    turns = StatementTurns(tmp_path)
    waiting = [threading.Thread(target=lambda: turns.take(1).__enter__()) for _ in range(MOST_WAITING)]
    with turns.take(5):
        for each in waiting:
            each.daemon = True
            each.start()
        time.sleep(0.2)
        with pytest.raises(Busy, match="statements wait"), turns.take(5):
            pass
    for each in waiting:
        each.join(5)


def test_other_programs_of_the_home_wait_too(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    turns = StatementTurns(tmp_path)
    with pytest.raises(Busy, match="another statement is running"), turns.take(0.2):
        pass
    holder.kill()
    holder.wait()
    with turns.take(5):
        pass
    holder.stdout.close()
    assert holder.stdin is not None
    holder.stdin.close()


def test_a_home_that_cannot_be_written_to_has_turns_of_its_own() -> None:
    with StatementTurns(Path("/proc/none")).take(1):
        pass
