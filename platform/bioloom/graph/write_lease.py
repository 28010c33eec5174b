"""Write lease: one node of the graph names the only writer, fenced by an epoch that every transaction checks.

The file lock of a home keeps its own processes apart; the lease keeps homes and hosts apart that share a
database. It is held from the first write of a command to the last, whatever stage it is in: a thread renews
it by the database's clock. Each taking begins a new epoch. A transaction commits only with the lease node
locked and its epoch current: a holder that was taken for dead and comes back can write nothing.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event, Thread
from typing import Concatenate, ParamSpec, TypeVar

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from bioloom.errors import WriteLocked
from bioloom.graph.connection import Graph
from bioloom.graph.file_locks import write_lock
from bioloom.graph.schema import apply_schema
from bioloom.graph.statements import statement
from bioloom.settings import Settings

SECONDS = 60.0
"""How long a lease lasts that is not renewed."""

_BEATS = 6  # renewals in that time
_PATIENCE = 5.0  # seconds to wait for the last of them

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

        try:
            with self.session() as session:
                return session.execute_write(self.mark(fenced))
        except Neo4jError as error:
            self.check(error)
            raise

    def mark(self, work: Callable[Concatenate[neo4j.ManagedTransaction, P], T]) -> Callable[..., T]:
        """Mark the transactions of a function with the epoch, by which the next holder can end them."""
        return neo4j.unit_of_work(metadata={"bioloom_epoch": self.epoch})(work)

    def fence(self, tx: neo4j.ManagedTransaction) -> None:
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
def hold_lease(graph: Graph, settings: Settings, purpose: str) -> Iterator[LeasedGraph]:
    """Hold the file lock of the home and the write lease of the graph, its schema up to date.

    WriteLocked names the holder if there is one. A holder that has not renewed its lease in time is taken
    for dead, a former process of this home at once: its file lock is ours.
    """
    with write_lock(settings, purpose):
        apply_schema(graph)
        leased = _take(graph, settings, purpose)
        ended = Event()
        renewal = Thread(target=_renew, args=(leased, ended), name="write lease", daemon=True)
        try:
            renewal.start()
            yield leased
        finally:
            ended.set()
            renewal.join(_PATIENCE)
            with suppress(DriverError, Neo4jError), graph.session() as session:
                session.run(statement("lease/release"), epoch=leased.epoch).consume()


def _take(graph: Graph, settings: Settings, purpose: str) -> LeasedGraph:
    file = (settings.home / "write.lock").stat()
    properties = {
        "holder": f"{socket.gethostname()}:{settings.home}",
        "lock": f"{file.st_dev}:{file.st_ino}",
        "purpose": purpose,
        "process": os.getpid(),
        "seconds": SECONDS,
    }
    with graph.session() as session:
        before, epoch = session.execute_write(_take_locked, properties)
        if epoch is None:
            raise WriteLocked(
                f"{before['holder']} is {before['purpose']} in the same graph: wait for it (if it died, "
                f"{max(1, round(before['left']))} seconds) and run the same command again"
            )
        if before["holder"] is not None:
            session.run(statement("lease/terminate_older"), epoch=epoch).consume()
    leased = LeasedGraph(graph.driver, graph.database, epoch)
    leased.write(lambda tx: tx.run(statement("lease/stop_running_loads")).consume())
    return leased


def _take_locked(
    tx: neo4j.ManagedTransaction, properties: Mapping[str, object]
) -> tuple[neo4j.Record, int | None]:
    """Take the lease if nobody lives who holds it: the lease as it was, and the new epoch."""
    found = tx.run(statement("lease/lock")).single(strict=True)
    same = (found["holder"], found["lock"]) == (properties["holder"], properties["lock"])
    if found["holder"] is not None and found["left"] > 0 and not same:
        return found, None
    return found, tx.run(statement("lease/take"), properties=properties).single(strict=True)["epoch"]


def _renew(leased: LeasedGraph, ended: Event) -> None:
    """Renew the lease until the holder ends; the next try follows one that failed."""
    while not ended.wait(SECONDS / _BEATS):
        with suppress(DriverError, Neo4jError), leased.session() as session:
            session.run(statement("lease/renew"), epoch=leased.epoch).consume()


def _lost() -> WriteLocked:
    return WriteLocked(
        "another program took the graph over while this one did not answer for long; nothing was written "
        "since: run the same command again"
    )
