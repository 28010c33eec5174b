"""Locks between processes, released however their holder ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bioloom.errors import ServerError
from bioloom.graph.file_locks import held_for, holder, write_lock
from bioloom.graph.server.paths import hold
from bioloom.settings import Settings

_HOLDER = """
import sys, time
from pathlib import Path
from bioloom.graph.server.paths import hold
with hold(Path(sys.argv[1]), timeout=5, on_wait=print):
    print("held", flush=True)
    time.sleep(60)
"""


def _unexpected(other: int | None) -> None:
    raise AssertionError(f"waited for {other}")


def _other(path: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_nobody_holds_it_at_first_and_afterwards(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    assert holder(lock) is None
    with hold(lock, timeout=1, on_wait=_unexpected):
        assert holder(lock) == os.getpid()
    assert holder(lock) is None


def test_another_process_is_waited_for_then_named(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    told: list[int | None] = []
    with _other(lock) as other:
        assert holder(lock) == other.pid
        with (
            pytest.raises(ServerError, match=f"process {other.pid}"),
            hold(lock, timeout=0.2, on_wait=told.append),
        ):
            pass
        other.kill()
    assert told == [other.pid]


def test_kill_9_releases_it(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with _other(lock) as other:
        other.send_signal(signal.SIGKILL)
    with hold(lock, timeout=5, on_wait=lambda _: None):
        assert holder(lock) == os.getpid()


def test_a_child_that_inherits_it_goes_on_holding_it(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with hold(lock, timeout=1, on_wait=_unexpected) as descriptor:
        child = subprocess.Popen(["sleep", "60"], pass_fds=(descriptor,))
    with child:
        assert holder(lock) is not None
        child.kill()
    assert holder(lock) is None


def test_a_lock_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match="BIOLOOM_HOME"), hold(tmp_path, timeout=1, on_wait=_unexpected):
        pass


def test_what_another_process_holds_a_lock_for_is_told(tmp_path: Path) -> None:
    path = tmp_path / "write.lock"
    assert held_for(path) == ""
    with write_lock(Settings(home=tmp_path), "loading s.tsv"):
        assert held_for(path) == "", "this process"
        with path.open("r+") as held:
            held.truncate(0)
            held.write("process 1 (loading s.tsv)")
        assert held_for(path) == "loading s.tsv"
    assert held_for(path) == ""
