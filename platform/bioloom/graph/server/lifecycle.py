"""Server lifecycle: start and stop, idempotent and safe after any crash."""

import socket
import time
from collections.abc import Callable

from bioloom import resources
from bioloom.errors import DatabaseUnavailable, ServerError
from bioloom.graph.connection import Endpoint, named_endpoint
from bioloom.graph.file_locks import held_for
from bioloom.graph.server.class_archive import begin_archive
from bioloom.graph.server.distribution import Distribution, install
from bioloom.graph.server.exit_log import last_exit
from bioloom.graph.server.java_runtime import server_command
from bioloom.graph.server.log_reader import Journal
from bioloom.graph.server.memory_sizing import ServerMemory, physical_memory, size_memory
from bioloom.graph.server.password import ensure_password
from bioloom.graph.server.paths import Home, hold, write_atomically, writing
from bioloom.graph.server.ports import HOST, Ports, choose_ports, preferred_ports
from bioloom.graph.server.processes import (
    Running,
    clients,
    command_of,
    dismiss,
    find,
    find_moved,
    find_supervisor,
    kill,
    launch,
    listens,
    terminate,
)
from bioloom.graph.server.progress import OnServerProgress, ServerProgress, ignore_progress, note
from bioloom.graph.server.readiness import (
    ServerEnded,
    account_of_absence,
    account_of_panic,
    await_ready,
    database_answers,
    endpoint_of,
    panicked,
)
from bioloom.graph.server.state_file import State, read_state, write_state
from bioloom.settings import Settings


def render_configuration(ports: Ports, memory: ServerMemory) -> str:
    """Render neo4j.conf of a private server: loopback only, authentication on, no telemetry.

    One transaction may hold half of the heap, all together three fifths; beyond that Neo4j ends a statement.
    There is no time limit for all transactions: constraints are built and graphs exported for minutes.
    The two internal settings let an idle server stop in a third of a second instead of ten.
    """
    return resources.package("bioloom.graph.server", "neo4j.conf").format(
        host=HOST,
        bolt=ports.bolt,
        http=ports.http,
        initial=min(memory.heap, 256),
        heap=memory.heap,
        pagecache=memory.pagecache,
        transaction=memory.heap // 2,
        transactions=memory.heap * 3 // 5,
    )


_LOCK_PATIENCE = 600.0
_GRACE = 120.0
_TRIES = 4


def start(
    settings: Settings,
    on_progress: OnServerProgress | None = None,
    started: Callable[[], None] = lambda: None,
) -> Endpoint:
    """Start the managed server unless it runs; installs and repairs what that needs.

    `started` is called once a server of our own start answers. With NEO4J_URI set that server is used, and
    nothing is started.
    """
    notify = on_progress or ignore_progress
    if named := named_endpoint(settings):
        note(notify, f"NEO4J_URI is set: {named.uri} is used, no server is started")
        return named
    memory = size_memory(settings, physical_memory())
    home = Home.of(settings)
    running = running_server(home)
    well = running and listens(running.pid, running.ports) and not panicked(home, running)
    if running and well and running_supervisor(home):
        where = endpoint_of(home, running)
        if database_answers(where):  # one that was just killed still has its ports
            return where
    home.create()
    distribution = Distribution.of(settings)
    install(distribution, settings, notify)
    with hold(home.lock, timeout=_LOCK_PATIENCE, on_wait=waiting(notify)) as lock:
        running = _restarted(home)
        state = read_state(home.state)
        if running and panicked(home, running):
            note(notify, f"the database has stopped, {account_of_panic(home, running)}")
            _end(home, running)
            running = None
        while running:
            try:
                return _adopt(home, running, state, notify)
            except ServerEnded:  # while it recovered, another program may have taken its ports
                running, state = _restarted(home), read_state(home.state)
                if running is None and not Journal.latest(home).blames_ports():
                    raise
        _refuse_moved(home)
        _explain(home, state, notify)
        home.adopt_staged()
        ensure_password(home, distribution, lock, notify)
        ports = state.ports if state else preferred_ports(settings)
        endpoint = _launch(home, distribution, memory, ports, notify)
    started()
    return endpoint


def stop(
    settings: Settings, on_progress: OnServerProgress | None = None, then: Callable[[], None] = lambda: None
) -> bool:
    """Stop the managed server and wait until it is gone; False if none ran.

    `then` is done before another one can start. A server that NEO4J_URI names is left alone.
    """
    notify = on_progress or ignore_progress
    home = Home.of(settings)
    if settings.neo4j_uri:
        note(notify, f"NEO4J_URI is set: {settings.neo4j_uri} is not ours to stop")
        return False
    with writing(home.root):
        if not home.root.is_dir():
            return False
    with hold(home.lock, timeout=_LOCK_PATIENCE, on_wait=waiting(notify)):
        running = running_server(home)
        if running is None and running_supervisor(home) is None:
            _refuse_moved(home)
            if (last := last_exit(home)) and not last.expected:
                note(notify, last.sentence())
            then()
            return False
        if running and (others := sorted(clients(running.ports))):
            note(notify, f"processes that use the database lose it: {', '.join(map(str, others))}")
        if running and (work := held_for(settings.home / "write.lock")):
            note(notify, f"{work} is broken off; after bioloom up the same command goes on where it was")
        notify(ServerProgress("stop", "Stopping Neo4j"))
        if _end(home, running):
            note(
                notify,
                f"Neo4j did not stop within {_GRACE:.0f} s and was killed; "
                "it recovers its data at the next start",
            )
        state = read_state(home.state)
        ports = running.ports if running else state.ports if state else preferred_ports(settings)
        write_state(home.state, State(ports, None, socket.gethostname()))
        then()
        return True


def _end(home: Home, running: Running | None) -> bool:
    """End supervisor and server; True if the server had to be killed.

    One whose disk was full is killed at once: asked to stop, it would write the rest of what it has behind a
    gap in its log, and Neo4j recovers from no such log.
    """
    if running is not None and panicked(home, running):
        kill(running.pid)
    supervisor = running_supervisor(home)
    killed = dismiss(home, supervisor, _GRACE) if supervisor else False
    return (running is not None and terminate(home, running.pid, _GRACE)) or killed


def running_server(home: Home) -> Running | None:
    """Find the running server of this home, recorded or not."""
    state = read_state(home.state)
    return find(home, state.pid if state else None)


def running_supervisor(home: Home) -> int | None:
    """Find the supervisor of this home's server, recorded or not."""
    state = read_state(home.state)
    return find_supervisor(home, state.supervisor if state else None)


def running_endpoint(settings: Settings) -> Endpoint:
    """Give the address of the managed server that runs; starts nothing.

    DatabaseUnavailable if none runs, or another program holds its port.
    """
    home = Home.of(settings)
    running = running_server(home)
    if running is None:
        raise DatabaseUnavailable(account_of_absence(home))
    return endpoint_of(home, running)


def _restarted(home: Home) -> Running | None:
    """Find the running server, waiting for a supervisor that is about to start one or to give up."""
    while (running := running_server(home)) is None and running_supervisor(home) is not None:
        time.sleep(0.1)
    return running


def _launch(
    home: Home, distribution: Distribution, memory: ServerMemory, wanted: Ports, notify: OnServerProgress
) -> Endpoint:
    """Start the server; on other ports if a program took one between the check and the start."""
    for attempt in range(1, _TRIES + 1):
        ports = choose_ports(wanted)
        if ports != wanted:
            old, new = f"{wanted.bolt} and {wanted.http}", f"{ports.bolt} and {ports.http}"
            note(notify, f"of the ports {old} at least one is taken: {new} are used")
        write_atomically(home.conf / "neo4j.conf", render_configuration(ports, memory))
        notify(ServerProgress("start", "Starting Neo4j"))
        journal = Journal.now(home)
        state = State(ports, None, socket.gethostname())
        write_state(home.state, state)
        running = launch(home, server_command(home, distribution, ports, memory), state, heap=memory.heap)
        try:
            endpoint = await_ready(home, running, journal, on_progress=notify)
            begin_archive(home, distribution)
            return endpoint
        except ServerEnded:
            if supervisor := running_supervisor(home):
                dismiss(home, supervisor, _GRACE)
            other = running_server(home)
            if other:
                return _adopt(home, other, None, notify)
            if attempt == _TRIES or not journal.blames_ports():
                raise
    raise ServerError("Neo4j lost the race for its ports; try again")


def _adopt(home: Home, running: Running, state: State | None, notify: OnServerProgress) -> Endpoint:
    """Adopt a running server: one that another `up` has just started, or an unrecorded one."""
    if state is None or state.pid != running.pid:
        unknown = f"a server of this home runs that was not recorded (process {running.pid}); it is kept"
        note(notify, unknown)
        recorded = State(running.ports, running.pid, socket.gethostname(), running_supervisor(home))
        write_state(home.state, recorded)
    if (last := last_exit(home)) and last.restarted:
        note(notify, f"{last.sentence()}; its supervisor started it again")
    if running_supervisor(home) is None:
        note(notify, f"the server (process {running.pid}) gets a supervisor: it had none")
        state = State(running.ports, running.pid, socket.gethostname())
        launch(home, command_of(running.pid), state, heap=running.heap, adopt=running.pid)
    notify(ServerProgress("start", "Waiting for Neo4j"))
    return await_ready(home, running, Journal.latest(home), on_progress=notify)


def _refuse_moved(home: Home) -> None:
    """Raise ServerError if a server runs on this data that was started before the home was moved."""
    if moved := find_moved(home):
        pid, old = moved
        raise ServerError(f"process {pid} still uses this data (started as {old}); stop it with: kill {pid}")


def _explain(home: Home, state: State | None, notify: OnServerProgress) -> None:
    """Report what an earlier server that no longer runs has left."""
    if state is None:
        if home.state.exists():
            note(notify, f"{home.state} was damaged; it is written anew")
    elif state.pid is not None:
        where = "" if state.host == socket.gethostname() else f" on {state.host}"
        last = last_exit(home, state.pid)
        unexplained = f"the last server (process {state.pid}{where}) ended without `bioloom down`"
        ended = last.sentence() if last else unexplained
        note(notify, f"{ended}; Neo4j recovers what it had not yet written to the store")


def waiting(notify: OnServerProgress) -> Callable[[int], None]:
    """Build what tells that another process starts or stops the server."""

    def on_wait(other: int) -> None:
        note(notify, f"another bioloom (process {other or 'unknown'}) starts or stops the server; waiting")

    return on_wait
