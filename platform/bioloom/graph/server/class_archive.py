"""Class-data archive (CDS) of the server: Java maps Neo4j's classes from a file and starts in half the time.

A server that starts without an archive lists the classes that it loads; a process in the background makes
the archive of that list, once for a cache. Java checks that an archive is of its own release and of the same
class path, and goes on without it where it is not.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

from bioloom.errors import BioloomError
from bioloom.graph.server.distribution import Distribution
from bioloom.graph.server.java_runtime import archive_of, class_list_of, class_path, java
from bioloom.graph.server.paths import Home, hold
from bioloom.graph.server.processes import detach

_SETTLED = 20.0
"""Seconds after which a server has loaded the classes of its first statements."""

_PATIENCE = 600.0
_LONGEST_LINE = 4000
"""Characters of a line that Java reads in a list of classes; it refuses the whole list for a longer one."""


def begin_archive(home: Home, distribution: Distribution) -> None:
    """Begin to make the archive, in the background at the lowest priority, unless there is one."""
    if archive_of(distribution).exists():
        return
    detach(__name__, home.root, distribution.folder)


def make_archive(home: Home, distribution: Distribution) -> bool:
    """Make the archive of the classes that the server of a home has listed; True if there is one now.

    The file appears whole or not at all.
    """
    archive = archive_of(distribution)
    partial, chosen = archive.with_suffix(".new"), archive.with_suffix(".classes")
    try:
        with hold(archive.with_suffix(".lock"), timeout=0, on_wait=lambda _: None):
            if archive.exists():
                return True
            listed = class_list_of(home).read_text(encoding="utf-8").splitlines(keepends=True)
            whole = (line for line in listed if line.endswith("\n") and len(line) < _LONGEST_LINE)
            chosen.write_text("".join(whole), encoding="utf-8")
            dumped = subprocess.run(
                [
                    str(java()),
                    "-Xshare:dump",
                    "-XX:+UseSerialGC",
                    f"-XX:SharedClassListFile={chosen}",
                    f"-XX:SharedArchiveFile={partial}",
                    "-cp",
                    class_path(distribution),
                ],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_PATIENCE,
                check=False,
            )
            if dumped.returncode == 0:
                partial.replace(archive)
            chosen.unlink()
            partial.unlink(missing_ok=True)
            class_list_of(home).unlink(missing_ok=True)
            return dumped.returncode == 0
    except (
        BioloomError,
        OSError,
        subprocess.TimeoutExpired,
    ):  # it only saves time: the next start tries again
        return False


if __name__ == "__main__":
    os.nice(19)
    time.sleep(_SETTLED)
    make_archive(Home(Path(sys.argv[1])), Distribution(Path(sys.argv[2]), ()))
