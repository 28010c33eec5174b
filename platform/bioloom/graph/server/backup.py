"""Backup of the managed server: a dump of its database by Neo4j's own tool, and the way back."""

import hashlib
import json
import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from filelock import lock_descriptor

from bioloom.errors import ServerError, UsageError
from bioloom.graph.file_locks import write_lock
from bioloom.graph.server.distribution import Distribution, install
from bioloom.graph.server.java_runtime import admin_command, environment
from bioloom.graph.server.lifecycle import running_server, start, stop, waiting
from bioloom.graph.server.paths import Home, hold, write_atomically, writing
from bioloom.graph.server.pinned_files import VERSION
from bioloom.graph.server.progress import OnServerProgress, ServerProgress, ignore_progress, note
from bioloom.graph.server.store_import import staging, swap_in
from bioloom.private_files import create_private_file
from bioloom.settings import Settings

_PATIENCE = 600.0
_ROOM_TO_STOP = 32 * 10**6
"""Bytes that a database may write while it stops; without them it waits to be killed."""

_PARTIAL = re.compile(r"\..+\.[0-9a-f]{8}\.part")
_DATABASE = "neo4j"


@dataclass(frozen=True, slots=True)
class Backup:
    """Dump of a database: its file, the Neo4j that wrote it, its size, SHA-256 and time."""

    file: str
    neo4j: str
    size: int
    sha256: str
    made: str


def back_up(settings: Settings, file: Path, on_progress: OnServerProgress = ignore_progress) -> Backup:
    """Write the database to a new file and its description beside it (`FILE.json`).

    The server is down meanwhile, and runs afterwards if it ran before, whatever failed. Where a disk has too
    little room it is not stopped. WriteLocked while something writes.
    """
    home, distribution = _managed(settings)
    for written in (file, _description(file)):
        if written.exists():
            raise UsageError(f"{written} exists already; name another file, or move it away")
    if not home.initialised:
        raise ServerError(f"{home.root} has no database yet; make one with: bioloom up")
    with write_lock(settings, f"backing up to {file}"), _new_file(file) as partial:
        install(distribution, settings, on_progress)
        _check_room(home, file)
        ran = running_server(home) is not None
        try:
            stop(settings, on_progress)
            _dump(home, distribution, file, partial, on_progress)
        finally:
            if ran:
                start(settings, on_progress)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        with partial.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        backup = Backup(file.name, VERSION, partial.stat().st_size, digest, made)
        write_atomically(_description(file), json.dumps(asdict(backup), indent=1) + "\n")
        partial.replace(file)
    return backup


def restore(
    settings: Settings, file: Path, *, force: bool = False, on_progress: OnServerProgress = ignore_progress
) -> None:
    """Replace the database by that of a backup and start the server; a database that is there needs `force`.

    Password and ports of the home are kept. The file is compared with its description first. It is unpacked
    beside the database, which takes its place only when it is whole. WriteLocked while something writes.
    """
    home, distribution = _managed(settings)
    _verify(file)
    if home.initialised and not force:
        raise UsageError(f"{home.root} has a database already; to replace it add --force")
    with write_lock(settings, f"restoring {file}"):
        install(distribution, settings, on_progress)
        home.create()
        with staging(settings) as (staged, lock):
            on_progress(ServerProgress("start", f"Reading {file}"))
            words = ("database", "load", _DATABASE, "--from-stdin", "--overwrite-destination=true")
            with file.open("rb") as stream:
                _run(Home(staged), admin_command(distribution, *words), lock, input_=stream)
            swap_in(settings, on_progress)
        if newer := _newer_rejects(settings, file):
            note(
                on_progress,
                f"reject files of {settings.rejects} that are newer than this backup: {newer:,}; they may "
                "lack records that its loads rejected, until these are run again",
            )


def _newer_rejects(settings: Settings, file: Path) -> int:
    """Count the reject files that were written after a backup was made."""
    made = datetime.fromisoformat(json.loads(_description(file).read_text(encoding="utf-8"))["made"])
    return sum(found.stat().st_mtime > made.timestamp() for found in settings.rejects.glob("*.jsonl"))


@contextmanager
def _new_file(file: Path) -> Iterator[Path]:
    """Make the partial file of a backup before the server is stopped for it; what is left of it goes.

    Only its owner can read it, as only its owner can read the database.
    """
    partial = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    try:
        held = create_private_file(partial)
    except OSError as error:
        raise UsageError(
            f"cannot write {file}: {error.strerror}; name a file in a folder that can be written"
        ) from error
    with held:
        try:
            lock_descriptor(held.fileno(), blocking=False)
            _remove_abandoned(file.parent)
            yield partial
        finally:
            partial.unlink(missing_ok=True)


def _remove_abandoned(folder: Path) -> None:
    """Remove the partial files of backups that were killed: nobody holds them."""
    for found in folder.glob(".*.part"):
        if not _PARTIAL.fullmatch(found.name):
            continue
        with suppress(OSError), found.open("r+b") as opened:  # what cannot be opened is another's
            if lock_descriptor(opened.fileno(), blocking=False):
                found.unlink()


def _check_room(home: Home, file: Path) -> None:
    """Refuse a backup for which a disk has too little room, while the server still runs."""
    store = home.data / "databases" / _DATABASE
    size = sum(found.stat().st_size for found in store.rglob("*") if found.is_file())
    folder = file.resolve().parent
    for place, needed, cure in (
        (folder, size, "make room, or name a FILE on another disk"),
        (home.root, _ROOM_TO_STOP, "make room there, which the database needs to stop"),
    ):
        if (free := shutil.disk_usage(place).free) < needed:
            raise ServerError(
                f"the backup needs up to {needed / 10**6:,.0f} MB on the disk of {place}, and "
                f"{free / 10**6:,.0f} MB are free: {cure}; nothing was stopped"
            )


def _dump(
    home: Home, distribution: Distribution, file: Path, partial: Path, on_progress: OnServerProgress
) -> None:
    with hold(home.lock, timeout=_PATIENCE, on_wait=waiting(on_progress)) as lock:
        home.adopt_staged()
        on_progress(ServerProgress("start", f"Writing {file}"))
        with writing(partial, "another FILE"), partial.open("wb") as stream:
            command = admin_command(distribution, "database", "dump", _DATABASE, "--to-stdout")
            _run(home, command, lock, output=stream)
            os.fsync(stream.fileno())


def _managed(settings: Settings) -> tuple[Home, Distribution]:
    if settings.neo4j_uri:
        raise UsageError(
            f"NEO4J_URI is set: back up {settings.neo4j_uri} with its own tools, or unset that variable"
        )
    return Home.of(settings), Distribution.of(settings)


def _verify(file: Path) -> None:
    described = _description(file)
    if not file.is_file():
        raise UsageError(f"{file} is no file; name the dump that bioloom backup wrote")
    if not described.is_file():
        raise UsageError(
            f"{described} is missing: bioloom backup writes {file.name} and {described.name}; "
            "restore needs both, in one folder"
        )
    try:
        expected = json.loads(described.read_text(encoding="utf-8"))["sha256"]
        with file.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise ServerError(
            f"cannot read {error.filename}: {error.strerror}; make it readable, or use another backup"
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise ServerError(f"{described} is damaged; name another file of bioloom backup") from error
    if found != expected:
        raise ServerError(
            f"{file} has another SHA-256 than {described} says: it is damaged; use another backup"
        )


def _run(
    home: Home,
    command: list[str],
    lock: int,
    *,
    input_: BinaryIO | None = None,
    output: BinaryIO | None = None,
) -> None:
    """Run a tool of Neo4j that inherits the lock, so that no server starts beside it should we be killed."""
    outcome = subprocess.run(
        command,
        env=environment(home),
        stdin=input_ or subprocess.DEVNULL,
        stdout=output or subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        pass_fds=(lock,),
        check=False,
    )
    if outcome.returncode != 0:
        said = outcome.stderr.decode("utf-8", "replace").strip().splitlines()
        raise ServerError(f"Neo4j's tool ended with {outcome.returncode}: {' '.join(said[-3:])[:600]}")


def _description(file: Path) -> Path:
    return file.with_name(f"{file.name}.json")
