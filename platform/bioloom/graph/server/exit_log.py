"""Exit log of the managed server: when and why it ended, as its supervisor wrote it down."""

import json
import time
from dataclasses import dataclass
from datetime import datetime

from bioloom.graph.server.memory_sizing import physical_memory
from bioloom.graph.server.paths import Home

_MIB = 2**20
_REASONS = {
    "disk": "the disk of its home was full; free some space, or set BIOLOOM_HOME to another disk",
    "start": "it could not start; see the log that `bioloom status` names",
    "asked": "stopped by `bioloom down`",
    "stopped": "somebody stopped its process",
}


@dataclass(frozen=True, slots=True)
class ServerExit:
    """End of a server: its process, time, reason and exit code (negative: the signal), and what followed."""

    pid: int
    at: float
    reason: str
    code: int | None
    heap: int
    restarted: bool
    given_up: bool

    @property
    def expected(self) -> bool:
        """Say whether somebody asked the server to end."""
        return self.reason in ("asked", "stopped")

    def sentence(self) -> str:
        """Say when and why the server ended, and what keeps the next one alive."""
        when = datetime.fromtimestamp(self.at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        return f"Neo4j (process {self.pid}) ended at {when}: {self._why()}"

    def _why(self) -> str:
        if self.reason == "heap":
            larger = f"BIOLOOM_HEAP={larger_heap(self.heap, physical_memory())}m"
            full = f"its heap of {self.heap} MiB was full; a larger one is set by: "
            return f"{full}bioloom down; {larger} bioloom up"
        if self.reason == "killed":
            return f"killed by signal {-(self.code or 0)} (the system does that when its memory is full)"
        code = "" if self.code is None else f" with exit code {self.code}"
        unknown = f"it ended by itself{code}; see the log that `bioloom status` names"
        return _REASONS.get(self.reason, unknown)


def larger_heap(heap: int, physical: int) -> int:
    """Give a heap size to try next, in MiB: the double, at most half of the memory but more than now.

    >>> larger_heap(1024, 16 * 2**30), larger_heap(1024, 3 * 2**29)
    (2048, 1280)
    """
    return max(min(2 * heap, physical // _MIB // 2), heap + heap // 4)


def read_exits(home: Home) -> tuple[ServerExit, ...]:
    """Read the ends of servers of this home, oldest first; damaged lines are left out."""
    try:
        lines = home.exits.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    return tuple(found for line in lines if (found := parse_exit(line)))


def parse_exit(line: str) -> ServerExit | None:
    """Read one line of the exit log; None if it is damaged."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match value:
        case {
            "pid": int(pid),
            "at": float(at),
            "reason": str(reason),
            "code": int() | None as code,
            "heap": int(heap),
            "restarted": bool(restarted),
            "given_up": bool(given_up),
        }:
            return ServerExit(pid, at, reason, code, heap, restarted, given_up)
        case _:
            return None


def unasked_exit(home: Home, *, running: bool) -> ServerExit | None:
    """Find the last end if nobody asked for it; that of a start that failed is over once a server runs."""
    last = last_exit(home)
    return None if last is None or last.expected or (running and last.reason == "start") else last


def last_exit(home: Home, pid: int | None = None, patience: float = 0.0) -> ServerExit | None:
    """Find the last end, or that of one process; waits up to `patience` seconds until that is written."""
    until = time.monotonic() + patience
    while True:
        found = [each for each in read_exits(home) if pid is None or each.pid == pid]
        if found or time.monotonic() >= until:
            return found[-1] if found else None
        time.sleep(0.05)
