"""File locks between processes, released by the operating system when their holder ends or dies."""

import errno
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from filelock import lock_descriptor

from bioloom.errors import BioloomError, WriteLocked
from bioloom.private_files import make_private_folder
from bioloom.settings import Settings

_POLL = 0.05  # seconds
_LONGEST_NOTE = 1000  # bytes


class LockHeld(Exception):
    """Another process held the lock until the time was up; its text names the holder."""


def acquire(
    path: Path, *, purpose: str = "", timeout: float = 0.0, on_wait: Callable[[int], None] = lambda _: None
) -> int:
    """Lock a file and give its descriptor: the lock is held until that and all its copies are closed.

    A child process that inherits the descriptor goes on holding the lock. `on_wait` is called once, with
    the holder's process (0 if unknown), when another has the lock; LockHeld if it keeps it for `timeout`
    seconds, OSError if the file cannot be made.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with ExitStack() as unlocked:
        unlocked.callback(os.close, descriptor)
        deadline = time.monotonic() + timeout
        waiting = False
        while not lock_descriptor(descriptor, blocking=False):
            if time.monotonic() >= deadline:
                raise LockHeld(_note(descriptor) or "another process")
            if not waiting:
                on_wait(_process(_note(descriptor)))
                waiting = True
            time.sleep(_POLL)
        os.truncate(descriptor, 0)
        note = f"process {os.getpid()} ({purpose})" if purpose else f"process {os.getpid()}"
        os.pwrite(descriptor, note.encode("utf-8", "replace")[:_LONGEST_NOTE], 0)
        unlocked.pop_all()
    return descriptor


def holder(path: Path) -> int | None:
    """Find the process that holds a lock; None if none does, 0 if it is not known."""
    note = _note_of_holder(path)
    return None if note is None else _process(note)


def held_for(path: Path) -> str:
    """Say for what another process holds a lock, such as "loading s.tsv"; empty where none says."""
    try:
        note = _note_of_holder(path) or ""
    except OSError:
        return ""
    return "" if _process(note) == os.getpid() else note.partition("(")[2].removesuffix(")")


def _note_of_holder(path: Path) -> str | None:
    """Read the note of whoever holds a lock; None if nobody does."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        return None if lock_descriptor(descriptor, blocking=False) else _note(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def write_lock(settings: Settings, purpose: str) -> Iterator[None]:
    """Hold the write lock of a home: one load at a time. WriteLocked names the holder if there is one."""
    path = settings.home / "write.lock"
    try:
        make_private_folder(settings.home)
        descriptor = acquire(path, purpose=purpose)
    except LockHeld as error:
        raise WriteLocked(f"{error} is writing to the graph; run this again when it is done") from error
    except OSError as error:
        raise BioloomError(
            f"cannot write to {settings.home}: {error.strerror}; "
            + cure_of(error, "set BIOLOOM_HOME to a folder of your own")
        ) from error
    try:
        yield
    finally:
        with suppress(OSError):
            os.truncate(descriptor, 0)
        os.close(descriptor)


def cure_of(error: OSError, otherwise: str) -> str:
    """Say what to do after a failed write: a full disk needs space, not another folder.

    >>> cure_of(OSError(errno.ENOSPC, "No space left on device"), "correct that")
    'free some space'
    """
    return "free some space" if error.errno == errno.ENOSPC else otherwise


def _note(descriptor: int) -> str:
    return os.pread(descriptor, _LONGEST_NOTE, 0).decode("utf-8", "replace").strip()


def _process(note: str) -> int:
    found = re.match(r"process (\d{1,10})\b", note)
    return int(found[1]) if found else 0
