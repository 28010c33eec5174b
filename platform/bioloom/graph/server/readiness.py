"""Readiness probe: waits until a started server answers; errors carry its log."""

from __future__ import annotations

import time
from dataclasses import dataclass

from neo4j.exceptions import AuthError, Neo4jError

from bioloom.errors import BioloomError, DatabaseUnavailable, ServerError
from bioloom.graph.connection import Endpoint, connect
from bioloom.graph.server.log_reader import Journal
from bioloom.graph.server.password import USER, read_password
from bioloom.graph.server.paths import Home
from bioloom.graph.server.ports import HOST
from bioloom.graph.server.processes import Running, describe, listens
from bioloom.graph.statements import statement

PATIENCE = 180.0
_POLL = 0.05


class ServerEnded(ServerError):
    """Server process ended during its start."""


def endpoint_of(home: Home, running: Running) -> Endpoint:
    """Give the address and the credentials of a managed server."""
    return Endpoint(
        uri=f"bolt://{HOST}:{running.ports.bolt}",
        user=USER,
        password=read_password(home),
        browser=f"http://{HOST}:{running.ports.http}/browser/",
    )


def await_ready(home: Home, running: Running, journal: Journal, patience: float = PATIENCE) -> Endpoint:
    """Wait until the process itself listens on its ports, then until its database answers a query.

    Ports are polled because the driver's own retries wait far longer than a start takes.
    """
    wait = _Wait(home, running, journal, time.monotonic() + patience)
    while not listens(running.pid, running.ports):
        wait.go_on()
    where = endpoint_of(home, running)
    while not _database_answers(home, where):
        wait.go_on()
    return where


@dataclass(frozen=True, slots=True)
class _Wait:
    home: Home
    running: Running
    journal: Journal
    deadline: float

    def go_on(self) -> None:
        """Sleep between two probes; raise if the server cannot become ready any more."""
        if describe(self.home, self.running.pid) is None:
            raise ServerEnded(_account("Neo4j ended while it was starting", self.journal))
        if time.monotonic() > self.deadline:
            raise ServerError(
                _account(
                    f"Neo4j (process {self.running.pid}) runs but does not answer yet; if it is recovering "
                    "a big database, wait with `bioloom up`, else end it with `bioloom down`",
                    self.journal,
                )
            )
        time.sleep(_POLL)


def _database_answers(home: Home, where: Endpoint) -> bool:
    try:
        with connect(where) as graph, graph.session(read=True) as session:
            session.run(statement("server/version")).consume()
    except (DatabaseUnavailable, Neo4jError):
        return False
    except BioloomError as error:
        if isinstance(error.__cause__, AuthError):
            raise ServerError(
                f"the server at {where.uri} refuses the password in {home.password}: if you changed it in "
                "Neo4j Browser, write the new one into that file"
            ) from error
        raise
    return True


def _account(what: str, journal: Journal) -> str:
    tail = journal.tail()
    said = f"; the log says:\n{tail}\n" if tail else "; "
    return f"{what}{said}whole log: {journal.home.log}"
