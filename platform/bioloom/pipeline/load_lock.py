"""One load at a time from one home: a lock that the system frees when its process dies."""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from bioloom.errors import BioloomError, WriteLocked
from bioloom.settings import Settings


def owner(settings: Settings) -> str:
    """Name this home on this machine, so that a load of another one is told apart."""
    return f"{socket.gethostname()}:{settings.home}"


@contextmanager
def only_writer(settings: Settings, purpose: str) -> Iterator[None]:
    """Hold the write lock of this home; WriteLocked says who holds it if another process does."""
    path = settings.home / "write.lock"
    try:
        settings.home.mkdir(parents=True, exist_ok=True)
        opened = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise BioloomError(
            f"cannot write to {settings.home}: {error.strerror}; set BIOLOOM_HOME to a folder of your own"
        ) from error
    with opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            opened.seek(0)
            holder = opened.read().strip() or "another process"
            raise WriteLocked(f"{holder} is writing to the graph; run this again when it is done") from error
        opened.seek(0)
        opened.truncate()
        opened.write(f"process {os.getpid()} ({purpose})")
        opened.flush()
        try:
            yield
        finally:
            opened.seek(0)
            opened.truncate()
