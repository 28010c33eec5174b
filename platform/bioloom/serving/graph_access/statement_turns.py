"""Turns of callers' own statements: one at a time for all programs of a home; a rest after a long one."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bioloom.errors import Busy
from bioloom.graph.file_locks import LockHeld, acquire
from bioloom.private_files import make_private_folder

MOST_WAITING = 2
"""Statements that wait for the one that runs; more are refused, so that they take no place of a question."""

_SHORT = 0.5  # seconds of a statement after which nobody needs a rest
_AFTER_ANSWER, _AFTER_STOP = 1.0, 10.0  # rest for each second that a statement took
_LONGEST_REST = 120.0
_NO_FILE = -1


class StatementTurns:
    """Turns of statements within this process and, by a lock in the home, among all of them.

    After a statement that took long there is a rest as long again, and ten times as long if the statement
    was stopped by a limit: so those that only cost leave the database to the questions.
    """

    def __init__(self, home: Path) -> None:
        self._file = home / "statement.lock"
        self._turn = threading.Lock()
        self._places = threading.BoundedSemaphore(1 + MOST_WAITING)

    @contextmanager
    def take(self, seconds: float) -> Iterator[None]:
        """Wait for a turn, so many seconds at most; Busy if it does not come, or if others wait already."""
        if not self._places.acquire(blocking=False):
            raise Busy(f"{MOST_WAITING} statements wait for the one that runs; try again later")
        try:
            held = self._begin(time.monotonic() + seconds)
            begun, share = time.monotonic(), _AFTER_STOP
            try:
                yield
                share = _AFTER_ANSWER
            finally:
                self._end(held, time.monotonic() - begun, share)
        finally:
            self._places.release()

    def _begin(self, until: float) -> int:
        late = Busy("another statement is running, or has just run for long; try again later")
        if not self._turn.acquire(timeout=max(0.0, until - time.monotonic())):
            raise late
        try:
            make_private_folder(self._file.parent)
            return acquire(self._file, purpose="statement", timeout=until - time.monotonic())
        except LockHeld:
            self._turn.release()
            raise late from None
        except OSError:  # a home that cannot be written to is nobody else's either
            return _NO_FILE

    def _end(self, held: int, took: float, share: float) -> None:
        if took < _SHORT:
            self._release(held)
            return
        resting = threading.Timer(min(share * took, _LONGEST_REST), self._release, [held])
        resting.daemon = True
        resting.start()

    def _release(self, held: int) -> None:
        if held != _NO_FILE:
            os.close(held)
        self._turn.release()
