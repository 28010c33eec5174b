"""Turns of callers' own statements: one at a time for all programs of a home; a rest after a long one."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bioloom.errors import Busy
from bioloom.graph.file_locks import LockHeld, acquire

MOST_WAITING = 2
"""Statements that wait for the one that runs; more are refused, so that they take no place of a question."""

_SHORT = 0.5  # seconds of a statement after which nobody needs a rest
_NO_FILE = -1


class StatementTurns:
    """Turns of statements within this process and, by a lock in the home, among all of them.

    After a statement that took long the next one waits as long again, so that statements take half of one
    core at most, whoever sends how many.
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
            begun = time.monotonic()
            try:
                yield
            finally:
                self._end(held, time.monotonic() - begun)
        finally:
            self._places.release()

    def _begin(self, until: float) -> int:
        late = Busy("another statement is running, or has just run for long; try again later")
        if not self._turn.acquire(timeout=max(0.0, until - time.monotonic())):
            raise late
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            return acquire(self._file, purpose="statement", timeout=until - time.monotonic())
        except LockHeld:
            self._turn.release()
            raise late from None
        except OSError:  # a home that cannot be written to is nobody else's either
            return _NO_FILE

    def _end(self, held: int, took: float) -> None:
        if took < _SHORT:
            self._release(held)
            return
        resting = threading.Timer(took, self._release, [held])
        resting.daemon = True
        resting.start()

    def _release(self, held: int) -> None:
        if held != _NO_FILE:
            os.close(held)
        self._turn.release()
