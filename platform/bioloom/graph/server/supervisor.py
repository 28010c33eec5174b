"""Supervisor process of the managed server: the parent of its Java, which records each end and restarts it.

`bioloom up` runs this file as a script without site packages, so that it takes some ten megabytes; it imports
nothing but the core of the standard library. Its task comes as JSON on standard input, and it answers there
with the number of the Java process.
"""

import json
import os
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

FLAG = "--supervises="
"""With the folder of the server in its command line a supervisor is known."""

_GIVE_UP = 3
_WINDOW = 600.0
_REST = 1.0
_KEPT = 50
_TAIL = 200_000
_STOPPED = (0, 143, -signal.SIGTERM, 130, -signal.SIGINT)
_REFUSED = "Invalid memory configuration"
"""What Neo4j writes before it ends with the exit code of a full heap."""


def explain_exit(code: int | None, *, asked: bool, console: str, log: str) -> str:
    """Name the reason of an end: asked, heap, disk, stopped, start, killed or unknown.

    `code` is the exit code, below zero the signal, None if it is not known; Java ends with 3 when its heap
    is full. Who waits for a start asks a server to end that has just ended by itself: the code tells them
    apart.

    >>> explain_exit(3, asked=False, console="", log="")
    'heap'
    >>> explain_exit(-9, asked=False, console="", log="")
    'killed'
    """
    if asked and (code is None or code < 0 or code in _STOPPED):
        return "asked"
    if _REFUSED in log:
        return "start"
    if code == 3 or "OutOfMemoryError" in console:
        return "heap"
    if "No space left on device" in log or "No space left on device" in console:
        return "disk"
    if code in _STOPPED:
        return "stopped"
    if code == 1:
        return "start"
    return "killed" if code is not None and code < 0 else "unknown"


class Supervisor:
    """Supervision of one server: spawned or adopted, waited for, recorded, restarted."""

    def __init__(self, task: dict[str, object]) -> None:
        self._command = [str(word) for word in _list(task["command"])]
        self._environment = {str(name): str(value) for name, value in _dict(task["environment"]).items()}
        self._console, self._exits, self._state_file = (
            Path(str(task[name])) for name in ("console", "exits", "state_file")
        )
        self._logs = [Path(str(each)) for each in _list(task["logs"])]
        self._state = _dict(task["state"]) | {"supervisor": os.getpid()}
        self._heap = task["heap"]
        self._adopted = task["adopt"] if isinstance(task["adopt"], int) else None
        self._child = 0
        self._asked = False
        self._unexpected: list[float] = []

    def run(self) -> None:
        """Supervise until the server was asked to end, or ended too often."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        again = True
        first = True
        while again and not self._asked:
            offsets = [_size(log) for log in self._logs]
            self._child = self._adopted or self._spawn(truncate=first)
            if self._asked:
                self._signal_child()
            self._state["pid"] = self._child
            _replace(self._state_file, json.dumps(self._state) + "\n")
            if first:
                _answer(self._child)
            code = self._wait()
            again = self._record(code, offsets)
            first, self._adopted = False, None
            if again:
                self._rest()

    def _spawn(self, *, truncate: bool) -> int:
        flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if truncate else os.O_APPEND)
        return os.posix_spawn(
            self._command[0],
            self._command,
            self._environment,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, str(self._console), flags, 0o600),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ],
            setsigdef=[signal.SIGINT, signal.SIGHUP],
        )

    def _stop(self, *_: object) -> None:
        self._asked = True
        self._signal_child()

    def _signal_child(self) -> None:
        if self._child:
            with suppress(ProcessLookupError):
                os.kill(self._child, signal.SIGTERM)

    def _wait(self) -> int | None:
        """Wait for the end; the exit code of an adopted server, which is no child, is not known."""
        pid = self._child
        try:
            _, status = os.waitpid(pid, 0)
            code: int | None = os.waitstatus_to_exitcode(status)
        except ChildProcessError:
            code = None
            _wait_for_stranger(pid)
        self._child = 0
        return code

    def _record(self, code: int | None, offsets: list[int]) -> bool:
        """Write down the end; True if the server is to be started again."""
        now = time.time()
        log = "\n".join(map(_tail, self._logs, offsets))
        reason = explain_exit(code, asked=self._asked, console=_tail(self._console, 0), log=log)
        expected = reason in ("asked", "stopped", "start")
        if not expected:
            self._unexpected = [when for when in self._unexpected if now - when < _WINDOW] + [now]
        again = not expected and len(self._unexpected) < _GIVE_UP
        line = {
            "at": now,
            "pid": self._state["pid"],
            "code": code,
            "reason": reason,
            "heap": self._heap,
            "restarted": again,
            "given_up": not expected and not again,
        }
        earlier = _tail(self._exits, 0).splitlines()[-_KEPT:]
        _replace(self._exits, "\n".join([*earlier, json.dumps(line), ""]))
        self._note(
            f"Java (process {line['pid']}) ended with {code}: {reason}; {'' if again else 'not '}restarted"
        )
        return again

    def _note(self, what: str) -> None:
        """Add a line to the console log, since Java ends without a word when its heap is full."""
        when = time.strftime("%Y-%m-%d %H:%M:%S%z")
        with suppress(OSError), self._console.open("a", encoding="utf-8") as console:
            console.write(f"{when} bioloom: {what}\n")

    def _rest(self) -> None:
        until = time.monotonic() + _REST
        while time.monotonic() < until and not self._asked:
            time.sleep(0.05)


def _wait_for_stranger(pid: int) -> None:
    """Wait for the end of a process that is no child of ours, also where nobody buries it."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    except (AttributeError, OSError):  # no such call on this system
        while _lives(pid):
            time.sleep(0.5)
        return
    select.select([descriptor], [], [])
    os.close(descriptor)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def _answer(pid: int) -> None:
    """Tell `bioloom up` the process of the server; that may have been ended meanwhile."""
    with suppress(OSError):
        os.write(1, f"{pid}\n".encode())
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.close(null)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _tail(path: Path, offset: int) -> str:
    """Read the end of a file from `offset` on, from its beginning if it has been rotated since."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(offset if offset <= size else 0, size - _TAIL))
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""


def _replace(path: Path, text: str) -> None:
    """Replace a small file whole; a full disk must not end the supervisor."""
    partial = path.with_name(f"{path.name}.new")
    with suppress(OSError):
        partial.write_text(text, encoding="utf-8")
        partial.chmod(0o600)
        partial.replace(path)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _dict(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


if __name__ == "__main__":
    Supervisor(json.load(sys.stdin)).run()
