"""Server log reader: errors and causes since a start, without stack frames."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from bioloom.graph.server.paths import Home

_MOST = 200_000
_LINE = 300
_STAMP = r"(?P<when>\d{4}-\d\d-\d\d [\d:.]+[+-]\d{4}) "
_RECOVERY = re.compile(
    _STAMP + r".*(?:(?P<begun>Recovery required from position)"
    r"|(?P<ended>Recovery in '\w+' mode completed)|Recovery\] \[\S+\]\s+(?P<percent>\d+)% completed)"
)

_PANIC = re.compile(
    _STAMP + r".*(?:Database panic|critical error, and needs to be restarted|Failed to start DatabaseId)"
)
_CURES = {
    "Invalid memory configuration": "heap and page cache are larger than the memory of this machine: "
    "lower or unset BIOLOOM_HEAP and BIOLOOM_PAGECACHE",
    "Lock file has been locked by another process": "another process uses its data: end that first",
}
"""What to do about an end that Neo4j's log tells in these words."""

_DISK = re.compile(r"OutOfDiskSpaceException|No space left on device")


@dataclass(frozen=True, slots=True)
class Journal:
    """Log of a server from an offset on, and its console output."""

    home: Home
    offset: int

    @classmethod
    def now(cls, home: Home) -> Journal:
        """Start at the present end of the log."""
        return cls(home, home.log.stat().st_size if home.log.exists() else 0)

    @classmethod
    def latest(cls, home: Home) -> Journal:
        """Start where the present or last server began."""
        text = _bytes(home.log, 0)
        begun = text.rfind(b"Starting...")
        return cls(home, max(0, (home.log.stat().st_size if home.log.exists() else 0) - len(text) + begun))

    def account(self) -> str:
        """Say why the server ended: what to do, or else its first error and the last cause of that."""
        text = _read(self.home.console, 0) + "\n" + _read(self.home.log, self.offset)
        for words, cure in _CURES.items():
            if words in text:
                return cure
        said = [line.strip()[:_LINE] for line in text.splitlines()]
        useful = [line for line in said if line and not line.startswith(("at ", "... "))]
        errors = [n for n, line in enumerate(useful) if " ERROR " in line or line.startswith("Error")]
        if not errors:
            return "; ".join(useful[-1:])
        causes = [line for line in useful[errors[0] + 2 :] if line.startswith("Caused by: ")]
        return "; ".join([*useful[errors[0] :][:2], *causes[-1:]])

    def blames_ports(self) -> bool:
        """Say whether the server ended because another program had taken a port meanwhile."""
        text = _read(self.home.log, self.offset)
        return "Address already in use" in text or "PortBindException" in text


def recovery_percent(home: Home, since: float) -> int | None:
    """Say how far the recovery of a server is that started then; None if it has not needed any.

    A recovery that has ended counts as 100: what follows it (indexes, a checkpoint) is not counted by Neo4j.
    """
    percent = None
    for found in _RECOVERY.finditer(_read(home.debug_log, 0)):
        if datetime.fromisoformat(found["when"]).timestamp() >= since:
            percent = 0 if found["begun"] else 100 if found["ended"] else int(found["percent"])
    return percent


def panic_since(home: Home, since: float) -> Literal["disk", "error"] | None:
    """Say whether a server that started then has stopped its database, or could not start it, and why.

    Such a database refuses everything until the server is started anew, whatever was mended meanwhile.
    """
    text = _read(home.debug_log, 0)
    for found in _PANIC.finditer(text):
        if datetime.fromisoformat(found["when"]).timestamp() >= since:
            return "disk" if _DISK.search(text, found.start()) else "error"
    return None


def _read(path: Path, offset: int) -> str:
    return _bytes(path, offset).decode("utf-8", errors="replace")


def _bytes(path: Path, offset: int) -> bytes:
    """Read a file's end from `offset` on, from its beginning if it has been rotated since."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            start = offset if offset <= size else 0
            file.seek(max(start, size - _MOST))
            return file.read()
    except OSError:
        return b""
