"""Server process: found, launched and terminated."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass

import psutil

from bioloom.graph.server.java_runtime import BOLT, HOME, HTTP, environment
from bioloom.graph.server.paths import Home, writing
from bioloom.graph.server.ports import Ports

_POLL = 0.05
_started: list[subprocess.Popen[bytes]] = []


@dataclass(frozen=True, slots=True)
class Running:
    """Running server process of one home."""

    pid: int
    ports: Ports


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
    return Running(pid, Ports(bolt, http)) if bolt and http else None


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


def launch(home: Home, command: Sequence[str]) -> int:
    """Start the server in a session of its own, so that it outlives the terminal; gives its process."""
    with writing(home.console):
        console = home.console.open("wb")
    with console:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            cwd=home.root,
            env=environment(home),
            start_new_session=True,
        )
    _started.append(process)  # kept: a forgotten child would be reported as leaked
    return process.pid


def terminate(home: Home, pid: int, grace: float) -> bool:
    """End the server and wait until it is gone; True if it had to be killed after `grace` seconds."""
    if _end(home, pid, signal.SIGTERM, grace):
        return False
    _end(home, pid, signal.SIGKILL, 30)
    return True


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


def _number(words: Sequence[str], prefix: str) -> int:
    found = [word.removeprefix(prefix) for word in words if word.startswith(prefix)]
    return int(found[0]) if found and found[0].isdecimal() else 0
