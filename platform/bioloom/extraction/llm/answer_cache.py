"""Answers kept on disk, so that a run that broke off goes on without asking, or paying, twice."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_AT_ONCE = 500
_PATIENCE = 10.0  # seconds that one process waits for another's write
_TABLE = "CREATE TABLE IF NOT EXISTS answer (key BLOB PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID"


class AnswerCache:
    """One SQLite file of answers by the hash of who was asked what; several processes may share it.

    A damaged file is begun again and a folder that cannot be written to is done without, both with a notice.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "extraction" / "answers.sqlite"
        self._off = False

    def find(self, keys: Sequence[bytes]) -> dict[bytes, str]:
        """Give the answers that are kept for some keys."""

        def look(connection: sqlite3.Connection) -> dict[bytes, str]:
            found: dict[bytes, str] = {}
            for start in range(0, len(keys), _AT_ONCE):
                part = keys[start : start + _AT_ONCE]
                marks = ",".join("?" * len(part))
                rows = connection.execute(f"SELECT key, text FROM answer WHERE key IN ({marks})", part)
                found.update((key, text) for key, text in rows if isinstance(text, str))
            return found

        return self._run(look) or {}

    def keep(self, answers: Iterable[tuple[bytes, str]]) -> None:
        """Keep answers."""
        rows = [(key, text.encode("utf-8", "replace").decode()) for key, text in answers]

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany("INSERT OR REPLACE INTO answer VALUES (?, ?)", rows)

        if rows:
            self._run(write)

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """Work on the file; None when it cannot be used now."""
        if self._off:
            return None
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._file, timeout=_PATIENCE)) as connection:
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
        _LOG.warning("the cache of answers %s is damaged (%s) and is begun again", self._file, error)
        try:
            self._file.unlink(missing_ok=True)
        except OSError as fault:
            self._give_up(fault)

    def _give_up(self, error: Exception) -> None:
        _LOG.warning("the cache of answers %s cannot be used: %s", self._file, error)
        self._off = True


def answer_key(url: str, model: str, turn: tuple[str, ...]) -> bytes:
    """Name a question to a model by its content: 16 bytes."""
    digest = hashlib.blake2b(digest_size=16)
    for part in (url, model, *turn):
        digest.update(part.encode("utf-8", "replace") + b"\x1e")
    return digest.digest()
