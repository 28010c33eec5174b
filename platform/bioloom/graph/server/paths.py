"""Paths of the managed server's home; errors of writing to it name the variable that moves it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bioloom.errors import ServerError
from bioloom.graph.file_locks import LockHeld, acquire, cure_of
from bioloom.private_files import make_private_folder, replace_private_file
from bioloom.settings import Settings


@dataclass(frozen=True, slots=True)
class Home:
    """Folder of one server's data, logs, configuration, password and state."""

    root: Path

    @classmethod
    def of(cls, settings: Settings) -> Home:
        """Find the folder for these settings; always absolute, so that it names the server's process."""
        return cls(Path(os.path.realpath(settings.home.expanduser())) / "neo4j")

    @property
    def conf(self) -> Path:
        """The folder of neo4j.conf."""
        return self.root / "conf"

    @property
    def data(self) -> Path:
        """The databases."""
        return self.root / "data"

    @property
    def log(self) -> Path:
        """The log that Neo4j writes for people."""
        return self.root / "logs" / "neo4j.log"

    @property
    def console(self) -> Path:
        """Console output of Java before Neo4j's own log is open."""
        return self.root / "logs" / "console.log"

    @property
    def debug_log(self) -> Path:
        """The log that Neo4j writes for its makers: pauses, recovery, full disks."""
        return self.root / "logs" / "debug.log"

    @property
    def exits(self) -> Path:
        """When and why servers of this home ended, one JSON line each; written by the supervisor."""
        return self.root / "logs" / "exits.jsonl"

    @property
    def password(self) -> Path:
        """The generated password, readable by its owner only."""
        return self.root / "password"

    @property
    def state(self) -> Path:
        """The process and the ports of the last start."""
        return self.root / "state.json"

    @property
    def lock(self) -> Path:
        """Held while the server is being started or stopped."""
        return self.root / "lock"

    @property
    def staged(self) -> Path:
        """Where a bulk load builds a database."""
        return self.root / "import"

    @property
    def staged_whole(self) -> Path:
        """Present once that database is whole and is to take the place of the one in use."""
        return self.staged / "complete"

    @property
    def initialised(self) -> bool:
        """Say whether a server has ever been started on this data."""
        return (self.data / "databases" / "system").exists()

    def create(self) -> None:
        """Make the folders, open to their owner only; ServerError if that cannot be done."""
        with writing(self.root):
            for folder in (self.conf, self.data, self.log.parent):
                make_private_folder(folder)

    def adopt_staged(self) -> None:
        """Take a whole staged database into use, the server being down; repeated after a crash it goes on."""
        if self.staged_whole.exists():
            with writing(self.data):
                for part in ("databases", "transactions"):
                    old, new = self.data / part / "neo4j", self.staged / "data" / part / "neo4j"
                    if new.exists():
                        shutil.rmtree(old, ignore_errors=True)
                        make_private_folder(old.parent)
                        new.rename(old)
                shutil.rmtree(self.staged)


@contextmanager
def hold(
    path: Path, *, timeout: float, on_wait: Callable[[int], None], variable: str = "BIOLOOM_HOME"
) -> Iterator[int]:
    """Hold a lock file and give its descriptor; ServerError names the process that has held it too long.

    A child that inherits the descriptor goes on holding the lock. `on_wait` is called once, with the
    holder's process (0 if unknown), when another has it.
    """
    try:
        with writing(path, variable):
            descriptor = acquire(path, timeout=timeout, on_wait=on_wait)
    except LockHeld as error:
        raise ServerError(
            f"another bioloom ({error}) has held {path} for {timeout:.0f} s; "
            "wait for it, or end it and try again"
        ) from error
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def writing(path: Path, variable: str = "BIOLOOM_HOME") -> Iterator[None]:
    """Turn a failure to write `path` into one line that names the variable which moves it elsewhere."""
    try:
        yield
    except OSError as error:
        raise ServerError(
            f"cannot write {error.filename or path}: {error.strerror or error}; "
            f"{cure_of(error, 'correct that')}, or set {variable} to a folder that can be written"
        ) from error


def write_atomically(path: Path, text: str) -> None:
    """Replace a small file of the home whole, also if a crash interrupts it."""
    with writing(path):
        replace_private_file(path, [text.encode()])
