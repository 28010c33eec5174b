"""One at a time: file locks that the operating system releases when their holder dies, however it dies."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bioloom.errors import ServerError
from bioloom.graph.server.paths import writing


@contextmanager
def hold(
    path: Path, *, timeout: float, on_wait: Callable[[int | None], None], variable: str = "BIOLOOM_HOME"
) -> Iterator[int]:
    """Hold the lock file exclusively and give its descriptor; a child that inherits it goes on holding it.

    `on_wait` is called once, with the holder's process if known, when somebody else has the lock.
    """
    with writing(path, variable):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        with writing(path, variable):
            _acquire(descriptor, path, timeout, on_wait)
            os.truncate(descriptor, 0)
            os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield descriptor
    finally:
        os.close(descriptor)


def holder(path: Path) -> int | None:
    """Say which process holds the lock; None if nobody does, 0 if it is not known."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return _recorded(descriptor) or 0
    finally:
        os.close(descriptor)
    return None


def _acquire(descriptor: int, path: Path, timeout: float, on_wait: Callable[[int | None], None]) -> None:
    deadline = time.monotonic() + timeout
    told = False
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            other = _recorded(descriptor)
            if time.monotonic() > deadline:
                raise ServerError(
                    f"another bioloom (process {other or 'unknown'}) has held {path} for {timeout:.0f} s; "
                    "wait for it, or end it and try again"
                ) from None
            if not told:
                on_wait(other)
                told = True
            time.sleep(0.05)
        else:
            return


def _recorded(descriptor: int) -> int | None:
    text = os.pread(descriptor, 20, 0)
    return int(text) if text.isdigit() else None
