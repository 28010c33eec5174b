"""Write lease: one node of the graph names the only writer, fenced by an epoch that every transaction checks.

The file lock of a home keeps its own processes apart; the lease keeps homes and hosts apart that share a
database. It is held from the first write of a command to the last, whatever stage it is in: a thread renews
it by the database's clock. Each taking begins a new epoch. A transaction commits only with the lease node
locked and its epoch current: a holder that was taken for dead and comes back can write nothing.
"""

import os
import socket
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Concatenate, ParamSpec, TypeVar

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from bioloom.errors import BioloomError, WriteLocked
from bioloom.graph.connection import Graph
from bioloom.graph.file_locks import write_lock
from bioloom.graph.schema import apply_schema
from bioloom.graph.statements import statement
from bioloom.settings import Settings
from bioloom.thread_memory import check_thread_memory

SECONDS = 60.0
"""How long a lease lasts that is not renewed."""

_BEATS = 6  # renewals in that time
_PATIENCE = 20.0  # seconds that a taking or a release may last
_LAST = 10.0  # seconds that the end waits for a renewal on its way

_WAITED = ("Neo.ClientError.Transaction.", "Neo.TransientError.Transaction.")
"""How the codes begin with which the database ends a transaction that has waited for a lock too long."""

_SHORT_OF_MEMORY = (MemoryError, RuntimeError)
"""What ends a renewal where memory is short: "can't allocate lock" is a RuntimeError."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LeasedGraph(Graph):
    """Graph whose write lease is held: what writes takes this."""

    epoch: int

    def write(
        self, work: Callable[Concatenate[neo4j.ManagedTransaction, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a writing transaction; it commits only while the lease is ours. WriteLocked if it is not."""

        def fenced(tx: neo4j.ManagedTransaction) -> T:
            result = work(tx, *args, **kwargs)
            self.fence(tx)
            return result

        return self._run(fenced)

    def change_schema(self, text: str, **parameters: object) -> None:
        """Change the schema as `Graph` does, in a transaction that the next holder can end.

        The lease is not fenced: one transaction changes either the schema or data.
        """
        self._run(lambda tx: tx.run(text, parameters).consume())

    def _run(self, work: Callable[[neo4j.ManagedTransaction], T]) -> T:
        """Run a transaction that the next holder can end; WriteLocked if that is why it failed."""
        try:
            with self.session() as session:
                return session.execute_write(self.mark(work))
        except Neo4jError as error:
            self.check(error)
            raise

    def mark(self, work: Callable[Concatenate[neo4j.ManagedTransaction, P], T]) -> Callable[..., T]:
        """Mark the transactions of a function with the epoch, by which the next holder can end them."""
        return neo4j.unit_of_work(metadata={"bioloom_epoch": self.epoch})(work)

    def fence(self, tx: neo4j.ManagedTransaction | neo4j.Transaction) -> None:
        """Lock and renew the lease as the last statement of a transaction; WriteLocked if it is lost."""
        if tx.run(statement("lease/renew"), epoch=self.epoch).single() is None:
            raise _lost()

    def check(self, error: Neo4jError) -> None:
        """Raise WriteLocked if the lease is lost: then that is why a statement failed."""
        with suppress(DriverError, Neo4jError), self.session(read=True) as session:
            found = session.run(statement("lease/read")).single()
            if found is None or found["epoch"] != self.epoch:
                raise _lost() from error


@contextmanager
def hold_lease(
    graph: Graph,
    settings: Settings,
    purpose: str,
    *,
    indexes_of_names: bool = True,
    only: Collection[str] | None = None,
) -> Iterator[LeasedGraph]:
    """Hold the file lock of the home and the write lease of the graph, its schema up to date.

    Without `indexes_of_names` a new graph has them to come, and all but `only` these migrations
    (`apply_schema`). WriteLocked names the holder if there is one. A holder that has not renewed its lease in
    time is taken for dead, a former process of this home at once: its file lock is ours.
    """
    with write_lock(settings, purpose):
        apply_schema(graph, indexes_of_names=indexes_of_names, only=only)
        file = (settings.home / "write.lock").stat()
        home = {"holder": f"{socket.gethostname()}:{settings.home}", "lock": f"{file.st_dev}:{file.st_ino}"}
        try:
            leased = _take(graph, {**home, "purpose": purpose, "process": os.getpid(), "seconds": SECONDS})
            with _renewed(leased):
                yield leased
        finally:  # by home, not by epoch: nobody else of this home can hold it, wherever a signal came
            with suppress(BioloomError, DriverError, Neo4jError), graph.session() as session:
                release = neo4j.unit_of_work(timeout=_PATIENCE)(_release)  # it may be paused there too
                session.execute_write(release, home)


def _take(graph: Graph, properties: Mapping[str, object]) -> LeasedGraph:
    """Take the lease if nobody lives who holds it; what a dead holder left open is ended first."""
    with graph.session() as session:
        found = session.run(statement("lease/read")).single()
        if found is not None and found["holder"] is not None and _is_free(found, properties):
            session.run(statement("lease/terminate"), epoch=found["epoch"]).consume()
        taking = neo4j.unit_of_work(timeout=_PATIENCE)(_take_locked)  # it may be paused while it has the lock
        try:
            found, epoch = session.execute_write(taking, properties, found)
        except Neo4jError as error:
            if not (error.code or "").startswith(_WAITED):
                raise
            raise WriteLocked(
                "another program is writing to the graph and does not answer; run the same command again"
            ) from error
    if epoch is None:
        raise WriteLocked(
            f"{found['holder']} is {found['purpose']} in the same graph: wait for it (if it died, "
            f"{max(1, round(found['left']))} seconds) and run the same command again"
        )
    leased = LeasedGraph(graph.driver, graph.database, epoch)
    leased.write(lambda tx: tx.run(statement("lease/stop_running_loads")).consume())
    return leased


def _take_locked(
    tx: neo4j.ManagedTransaction, properties: Mapping[str, object], found: neo4j.Record | None
) -> tuple[neo4j.Record, int | None]:
    """Give the lease as it was, and the new epoch: none if it was held, as `found` before or now."""
    if found is None or _is_free(found, properties):
        tx.run(statement("lease/lock")).consume()
        found = tx.run(statement("lease/read")).single(strict=True)
    if not _is_free(found, properties):
        return found, None
    return found, tx.run(statement("lease/take"), properties=properties).single(strict=True)["epoch"]


def _release(tx: neo4j.ManagedTransaction, home: dict[str, str]) -> None:
    tx.run(statement("lease/release"), home).consume()


def _is_free(found: neo4j.Record, properties: Mapping[str, object]) -> bool:
    """Say whether nobody holds the lease, or one who is gone: for too long, or of this home."""
    same = (found["holder"], found["lock"]) == (properties["holder"], properties["lock"])
    return found["holder"] is None or found["left"] <= 0 or same


@contextmanager
def _renewed(leased: LeasedGraph) -> Iterator[None]:
    """Renew the lease in the background, and leave no renewal behind: the driver may be closed then."""
    check_thread_memory()
    held = Lock()  # an Event would take memory for a lock at each wait
    held.acquire()
    renewal = Thread(target=_renew, args=(leased, held), name="write lease", daemon=True)
    renewal.start()
    try:
        yield
    finally:
        held.release()
        renewal.join(_LAST)


def _renew(leased: LeasedGraph, held: Lock) -> None:
    """Renew the lease while it is held; a try that failed is followed by the next beat, not repeated."""
    marks = {"bioloom_epoch": leased.epoch}
    while not held.acquire(timeout=SECONDS / _BEATS):
        with (
            suppress(BioloomError, DriverError, Neo4jError, *_SHORT_OF_MEMORY),
            leased.session() as session,
            session.begin_transaction(metadata=marks) as tx,
        ):
            leased.fence(tx)
            tx.commit()


def _lost() -> WriteLocked:
    return WriteLocked(
        "another program took the graph over while this one did not answer for long; nothing was written "
        "since: run the same command again"
    )
