"""Decisions kept on disk, so that a phrase is mapped once for all loads with the same models."""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bioloom.records.predicate_mapping import Candidate, Claim, Standardized

_LOG = logging.getLogger(__name__)
_AT_ONCE = 500
_PATIENCE = 10.0  # seconds that one process waits for another's write
_TABLE = "CREATE TABLE IF NOT EXISTS decision (key BLOB PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"


class PhraseCache:
    """One SQLite file of decisions; several processes may share it.

    A file that cannot be read, as after a full disk or a torn write, is removed and begun again with a
    notice. A folder that cannot be written to is done without, also with a notice: the cache saves time
    and never decides.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._off = False

    def find(self, claims: Sequence[Claim]) -> dict[int, Standardized]:
        """Give the decisions that are kept, by the places of their claims."""
        places: dict[bytes, list[int]] = {}
        for place, claim in enumerate(claims):
            places.setdefault(_key(claim), []).append(place)
        found: dict[int, Standardized] = {}
        with self._lock:
            for key, value in self._select(list(places)):
                found.update(dict.fromkeys(places[key], value))
        return found

    def keep(self, decisions: Iterable[tuple[Claim, Standardized]]) -> None:
        """Keep decisions; those that are kept already stay."""
        rows = [(_key(claim), _dumps(decision)) for claim, decision in decisions]
        if not rows:
            return
        with self._lock:
            self._run(lambda connection: self._insert(connection, rows))

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._drop()

    def _select(self, keys: list[bytes]) -> list[tuple[bytes, Standardized]]:
        def look(connection: sqlite3.Connection) -> list[tuple[bytes, Standardized]]:
            found = []
            for start in range(0, len(keys), _AT_ONCE):
                part = keys[start : start + _AT_ONCE]
                marks = ",".join("?" * len(part))
                rows = connection.execute(f"SELECT key, value FROM decision WHERE key IN ({marks})", part)
                found += [(key, _loads(value)) for key, value in rows]
            return found

        return self._run(look) or []

    def _insert(self, connection: sqlite3.Connection, rows: list[tuple[bytes, str]]) -> None:
        with connection:
            connection.executemany("INSERT OR IGNORE INTO decision VALUES (?, ?)", rows)

    def _run(self, work: Any) -> Any:
        """Work on the file; None when it cannot be used now."""
        if self._off:
            return None
        try:
            return work(self._open())
        except sqlite3.OperationalError as error:
            self._drop()
            if not _is_busy(error):
                self._give_up(error)
        except (sqlite3.DatabaseError, ValueError, TypeError, KeyError) as error:
            self._begin_again(error)
        except OSError as error:
            self._give_up(error)
        return None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(self._file, timeout=_PATIENCE, check_same_thread=False)
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.execute(_TABLE)
        return self._connection

    def _begin_again(self, error: Exception) -> None:
        _LOG.warning("the phrase cache %s is damaged (%s) and is begun again", self._file, error)
        self._drop()
        try:
            self._file.unlink(missing_ok=True)
        except OSError as fault:
            self._give_up(fault)

    def _give_up(self, error: Exception) -> None:
        _LOG.warning("the phrase cache %s cannot be used: %s", self._file, error)
        self._off = True
        self._drop()

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def cache_file(folder: Path, parts: Mapping[str, object]) -> Path:
    """Name the file for one way of deciding: another release, model, threshold or code has another file."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return folder / "relate" / f"{hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}.sqlite"


def _is_busy(error: sqlite3.OperationalError) -> bool:
    return any(word in str(error) for word in ("locked", "busy"))


def _key(claim: Claim) -> bytes:
    ends = claim.subject, claim.subject_categories, claim.object, claim.object_categories
    said = claim.relationship, *ends, claim.text
    return hashlib.blake2b(repr(said).encode("utf-8", "replace"), digest_size=16).digest()


def _dumps(decision: Standardized) -> str:
    return json.dumps(
        [
            decision.predicate,
            decision.score,
            decision.selector,
            dict(decision.qualifiers),
            decision.negated,
            decision.swapped,
            decision.reason,
            [[c.key, c.predicate, c.score, dict(c.qualifiers), c.descriptor] for c in decision.candidates],
        ],
        separators=(",", ":"),
    )


def _loads(text: str) -> Standardized:
    predicate, score, selector, qualifiers, negated, swapped, reason, candidates = json.loads(text)
    return Standardized(
        predicate,
        score,
        selector,
        qualifiers=qualifiers,
        negated=negated,
        swapped=swapped,
        candidates=tuple(Candidate(*row) for row in candidates),
        reason=reason,
    )
