"""Store import: tables or a dump to a database, by Neo4j's tools in a folder beside the one in use; the swap.

A folder without the file `complete` is the rest of an import that was broken off, and nobody's database. With
that file, which is written while the server is down, the next start puts the database in the place of the old
one, however often it is broken off.
"""

import re
import shutil
import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bioloom.errors import ServerError
from bioloom.graph.server.distribution import Distribution
from bioloom.graph.server.java_runtime import environment, import_command
from bioloom.graph.server.lifecycle import start, stop
from bioloom.graph.server.memory_sizing import physical_memory, size_memory
from bioloom.graph.server.paths import Home, hold, write_atomically, writing
from bioloom.graph.server.progress import OnServerProgress, ignore_progress
from bioloom.graph.writing.importer_tables import SEPARATOR, CsvTable
from bioloom.settings import Settings

_PHASES = 4
_PHASE, _PERCENT = re.compile(r"^\((\d)/4\)"), re.compile(r"(\d+)% ")
_COUNT = re.compile(r"^\s+(\d+) (nodes|relationships|properties)$")
_PATIENCE = 60.0  # seconds for the importer of a load that was killed


@contextmanager
def staging(settings: Settings) -> Iterator[tuple[Path, int]]:
    """Give an empty folder for an import, and the descriptor of its lock; the folder goes at the end."""
    home = Home.of(settings)
    lock_file = home.root / "import.lock"
    with hold(lock_file, timeout=_PATIENCE, on_wait=lambda _: None) as lock, writing(home.staged):
        shutil.rmtree(home.staged, ignore_errors=True)
        home.staged.mkdir(mode=0o700)
        try:
            yield home.staged, lock
        finally:
            if not home.staged_whole.exists():
                shutil.rmtree(home.staged, ignore_errors=True)


def import_tables(
    settings: Settings, tables: Sequence[CsvTable], lock: int, on_share: Callable[[float], None]
) -> None:
    """Import tables into the staging folder; ServerError unless the importer counts what they hold.

    The importer inherits the lock: no other import begins beside it should we be killed. `on_share` is told
    the share that is done.
    """
    staged, physical = Home(Home.of(settings).staged), physical_memory()
    used = [table for table in tables if table.rows]
    nodes = [table for table in used if table.is_of_nodes]
    edges = [table for table in used if not table.is_of_nodes]
    words = [
        *("database", "import", "full", "neo4j", "--bad-tolerance=0", "--strict=true"),
        f"--array-delimiter=U+{ord(SEPARATOR):04X}",
        f"--max-off-heap-memory={max(physical // 4 >> 20, 512)}m",
        *(f"--nodes={table.header.name},{table.path.name}" for table in nodes),
        *(f"--relationships={table.header.name},{table.path.name}" for table in edges),
    ]
    if long := [table.path.name for table in used if table.multiline]:
        words += ["--multiline-fields-format=v2", f"--multiline-fields={','.join(long)}"]
    expected = {
        "nodes": sum(table.rows for table in nodes),
        "relationships": sum(table.rows for table in edges),
        "properties": sum(table.properties for table in used),
    }
    said: deque[str] = deque(maxlen=40)
    found: dict[str, int] = {}
    phase = 0
    command = import_command(Distribution.of(settings), size_memory(settings, physical), *words)
    with (
        subprocess.Popen(
            command,
            env=environment(staged),
            cwd=staged.root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(lock,),
            text=True,
            errors="replace",
        ) as process,
        ExitStack() as ended,
    ):
        ended.callback(process.kill)  # where it has not ended by itself
        for line in process.stdout or ():
            said.append(line.strip())
            if counted := _COUNT.match(line):
                found[counted[2]] = int(counted[1])
            elif begun := _PHASE.match(line):
                phase = int(begun[1]) - 1
            elif done := _PERCENT.search(line):
                on_share((phase + int(done[1]) / 100) / _PHASES)
        process.wait()
    if process.returncode or found != expected:
        reasons = [line for line in said if line and not line.startswith("at ")]
        raise ServerError(
            f"Neo4j's importer ended with {process.returncode} and {found} of {expected}; nothing was "
            f"written: run the same command without --bulk ({' '.join(reasons)[:600]})"
        )


def swap_in(settings: Settings, on_progress: OnServerProgress = ignore_progress) -> None:
    """Put the staged database in the place of that of the managed server, which is stopped and started."""
    home = Home.of(settings)
    stop(settings, on_progress, lambda: write_atomically(home.staged_whole, ""))
    start(settings, on_progress)
