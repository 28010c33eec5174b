"""Readiness probe: waits until a started server answers; errors carry its log."""

import shutil
import time
from dataclasses import dataclass, field

from neo4j.exceptions import Neo4jError

from bioloom.errors import BioloomError, DatabaseUnavailable, ServerError
from bioloom.graph.connection import Endpoint, connect
from bioloom.graph.server.exit_log import larger_heap, last_exit
from bioloom.graph.server.log_reader import Journal, panic_since, recovery_percent
from bioloom.graph.server.memory_sizing import physical_memory
from bioloom.graph.server.password import USER, read_password
from bioloom.graph.server.paths import Home
from bioloom.graph.server.ports import HOST
from bioloom.graph.server.processes import (
    Running,
    describe,
    find,
    find_supervisor,
    holders,
    listens,
    started_at,
)
from bioloom.graph.server.progress import OnServerProgress, ServerProgress, ignore_progress
from bioloom.graph.statements import statement

PATIENCE = 180.0
_POLL = 0.05
FULL = 64  # MiB: what Neo4j reserves at once
_LOOK = 5.0
"""Seconds between two looks at the progress of a recovery: a short one is not worth a word."""


class ServerEnded(ServerError):
    """Server process ended during its start."""


@dataclass(slots=True)
class ProcessIdentity:
    """Identity of the server behind an address: the process that listens there.

    A port that the server has lost (it died, or still recovers) may be another program's by now.
    """

    home: Home
    running: Running
    seen: bool = False

    def verify(self) -> None:
        """Check that the server of this home listens on its ports, else DatabaseUnavailable.

        A server that was seen once and still runs has kept its ports: that is cheap to tell.
        """
        if self.seen and describe(self.home, self.running.pid):
            return
        running = find(self.home, self.running.pid)
        if running is None or running.ports != self.running.ports:
            raise DatabaseUnavailable(account_of_absence(self.home, self.running))
        if not listens(running.pid, running.ports):
            raise DatabaseUnavailable(_account_of_silence(self.home, running))
        self.running, self.seen = running, True

    def explain(self) -> str:
        """Say what became of the server after a connection failed: it ended and why, or it is silent."""
        used = self.running
        until = time.monotonic() + 1.0  # a connection breaks a moment before its process is gone
        while (running := describe(self.home, used.pid)) and time.monotonic() < until:
            time.sleep(0.05)
        return (
            account_of_absence(self.home, used)
            if running is None
            else _account_of_silence(self.home, running)
        )

    def explain_password(self) -> str:
        """Say that the password file lacks the server's password."""
        return f"if you changed its password in Neo4j Browser, write the new one into {self.home.password}"

    def explain_refusal(self) -> str | None:
        """Say whether the database stopped after a critical error, or its disk is full; None if neither."""
        running = find(self.home, self.running.pid)
        return account_of_panic(self.home, running) if running else None


def endpoint_of(home: Home, running: Running) -> Endpoint:
    """Give the address and the credentials of a managed server, shown to that server only."""
    return Endpoint(
        uri=f"bolt://{HOST}:{running.ports.bolt}",
        user=USER,
        password=read_password(home),
        browser=f"http://{HOST}:{running.ports.http}/browser/",
        server=ProcessIdentity(home, running),
    )


def panicked(home: Home, running: Running) -> bool:
    """Say whether the database of a running server has stopped and has to be started anew."""
    return panic_since(home, started_at(running.pid)) is not None


def account_of_panic(home: Home, running: Running) -> str | None:
    """Say that a running server has stopped its database, or has no disk to write to; None if all is well."""
    panic = panic_since(home, started_at(running.pid))
    if full := full_disk(home):
        return full
    if panic == "disk":
        return f"the disk of {home.root} was full; start the server anew with: bioloom up"
    if panic == "error":
        return f"it met a critical error, see {home.debug_log}; start the server anew with: bioloom up"
    return None


def full_disk(home: Home) -> str | None:
    """Say that the disk of the home is full and what to do; None if it is not."""
    free = shutil.disk_usage(home.root).free // 2**20
    if free >= FULL:
        return None
    return (
        f"the disk of {home.root} is full ({free} MiB free): free some space, or move {home.root.parent} to "
        "another disk and set BIOLOOM_HOME to that, then: bioloom up"
    )


def account_of_absence(home: Home, lost: Running | None = None) -> str:
    """Say why no server runs, or why the one that was in use is gone, and what to do next."""
    last = last_exit(home, lost.pid, patience=1.0) if lost else last_exit(home)
    supervised = find_supervisor(home, None) is not None
    remedy = (
        "it is started again: run the same command once more" if supervised else "start it with: bioloom up"
    )
    if last is None or (last.expected and lost is None):
        return f"no Neo4j runs for {home.root.parent}; {remedy}"
    given_up = "; it ended too often to be started again" if last.given_up else ""
    return f"{last.sentence()}{given_up}; {remedy}"


def _account_of_silence(home: Home, running: Running) -> str:
    if listens(running.pid, running.ports):
        return (
            f"Neo4j (process {running.pid}) accepts connections but does not answer: overloaded, or its "
            f"heap of {running.heap} MiB is full; wait for it, or give it more: bioloom down; "
            f"BIOLOOM_HEAP={larger_heap(running.heap, physical_memory())}m bioloom up"
        )
    ports = running.ports.bolt, running.ports.http
    stranger = [str(port) for port in ports if any(not describe(home, pid) for pid in holders(port))]
    held = f" (another program holds {' and '.join(stranger)})" if stranger else ""
    return (
        f"Neo4j (process {running.pid}) does not listen on its ports yet{held}: it starts or recovers its "
        "data; wait for it with: bioloom up"
    )


def await_ready(
    home: Home,
    running: Running,
    journal: Journal,
    patience: float = PATIENCE,
    on_progress: OnServerProgress = ignore_progress,
) -> Endpoint:
    """Wait until the process itself listens on its ports, then until its database answers a query.

    Ports are polled because the driver's own retries wait far longer than a start takes. A server that
    recovers its data is waited for as long as it runs.
    """
    wait = _Wait(home, running, journal, time.monotonic() + patience, on_progress)
    while not listens(running.pid, running.ports):
        wait.go_on()
    where = endpoint_of(home, running)
    while not database_answers(where):
        wait.go_on()
    return where


@dataclass(slots=True)
class _Wait:
    home: Home
    running: Running
    journal: Journal
    deadline: float
    on_progress: OnServerProgress
    since: float = field(default_factory=time.monotonic)
    looked: float = field(default_factory=time.monotonic)
    told: int = -1

    def go_on(self) -> None:
        """Sleep between two probes; raise if the server cannot become ready any more."""
        if describe(self.home, self.running.pid) is None:
            raise ServerEnded(_account("Neo4j ended while it was starting", self.journal))
        now = time.monotonic()
        if now - self.looked > _LOOK:
            self.looked = now
            self._follow_recovery(now)
        if now > self.deadline:
            raise ServerError(
                _account(
                    f"Neo4j (process {self.running.pid}) runs but does not answer after "
                    f"{now - self.since:.0f} s; wait on with `bioloom up`, or end it with `bioloom down`",
                    self.journal,
                )
            )
        time.sleep(_POLL)

    def _follow_recovery(self, now: float) -> None:
        if full := full_disk(self.home):
            raise ServerError(f"Neo4j (process {self.running.pid}) cannot start: {full}")
        if panicked(self.home, self.running):
            raise ServerError(
                f"Neo4j (process {self.running.pid}) cannot start its database, see {self.home.debug_log}; "
                "try again with: bioloom up, or go back to a backup: bioloom restore FILE --force"
            )
        percent = recovery_percent(self.home, started_at(self.running.pid))
        if percent is None:
            return
        if percent < 100 or percent != self.told:
            self.deadline = now + PATIENCE
        if percent != self.told:
            self.told = percent
            text = f"Neo4j recovers its data after the last end ({percent} %)"
            self.on_progress(ServerProgress("start", text))


def database_answers(where: Endpoint) -> bool:
    """Say whether the database answers a query; BioloomError if it refuses the password."""
    try:
        with connect(where) as graph, graph.session(read=True) as session:
            session.run(statement("server/version")).consume()
    except DatabaseUnavailable:
        return False
    except BioloomError as error:
        cause = error.__cause__
        if isinstance(cause, Neo4jError) and cause.is_retryable():  # it listens before its database is up
            return False
        raise
    return True


def _account(what: str, journal: Journal) -> str:
    if full := full_disk(journal.home):
        return f"{what}; {full}"
    said = journal.account()
    return f"{what}{f': {said}' if said else ''}; whole log: {journal.home.log}"
