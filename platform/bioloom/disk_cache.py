"""Disk cache: values under content hashes in one SQLite file, shared by processes, never needed to be right.

A cache saves time and never decides: a damaged file is removed and begun again, a folder that cannot be
written to is done without, both with a notice in the log.
"""

import hashlib
import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from bioloom.private_files import make_private_folder

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_AT_ONCE = 500  # keys of one statement
_PATIENCE = 10.0  # seconds that one process waits for another's write
_TABLE = "CREATE TABLE IF NOT EXISTS entry (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"


class DiskCache:
    """Key-value store in one SQLite file; several threads and processes may share it.

    A connection lasts for one call, so there is nothing to close. Writes are transactions: a run that is
    killed leaves whole values or none.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._off = False

    def find(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Give the values that are kept for some keys."""

        def select(connection: sqlite3.Connection) -> dict[bytes, bytes]:
            found: dict[bytes, bytes] = {}
            for start in range(0, len(keys), _AT_ONCE):
                part = keys[start : start + _AT_ONCE]
                marks = ",".join("?" * len(part))
                wanted = f"SELECT key, value FROM entry WHERE key IN ({marks})"  # noqa: S608 (only question marks)
                rows = connection.execute(wanted, part)
                found.update((key, value) for key, value in rows if isinstance(value, bytes))
            return found

        return (self._run(select) or {}) if keys else {}

    def keep(self, values: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep values, in place of those that their keys have."""
        rows = list(values)

        def insert(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany("INSERT OR REPLACE INTO entry VALUES (?, ?)", rows)

        if rows:
            self._run(insert)

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """Work on the file; None where it cannot be used now."""
        if self._off:
            return None
        try:
            make_private_folder(self.file.parent)
            self.file.touch(mode=0o600)
            self.file.chmod(0o600)  # one of an earlier version was open to all
            with closing(sqlite3.connect(self.file, timeout=_PATIENCE)) as connection:
                connection.execute("PRAGMA synchronous=NORMAL")
                connection.execute(_TABLE)
                return work(connection)
        except sqlite3.OperationalError as error:
            if not any(word in str(error) for word in ("locked", "busy")):
                self._give_up(error)
        except sqlite3.DatabaseError as error:
            self._begin_again(error)
        except OSError as error:
            self._give_up(error)
        return None

    def _begin_again(self, error: Exception) -> None:
        _LOG.warning("the cache %s is damaged (%s) and is begun again", self.file, error)
        try:
            self.file.unlink(missing_ok=True)
        except OSError as fault:
            self._give_up(fault)

    def _give_up(self, error: Exception) -> None:
        _LOG.warning("the cache %s cannot be used: %s", self.file, error)
        self._off = True


def hex_digest(parts: Iterable[bytes], size: int = 8) -> str:
    """Name what some contents say, one after the other: twice `size` hex digits.

    >>> hex_digest([b"ab", b"c"], 4) == hex_digest([b"abc"], 4)
    True
    """
    digest = hashlib.blake2b(digest_size=size)
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def content_key(*parts: str) -> bytes:
    """Hash texts, in their order, into the key of what follows from them: 16 bytes.

    >>> content_key("ab", "c") == content_key("a", "bc")
    False
    """
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part.encode("utf-8", "replace") + b"\x1e")
    return digest.digest()
