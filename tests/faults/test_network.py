"""Loads whose connection is cut or slowed anywhere and run again without that: none lost, none doubled."""

from __future__ import annotations

import random
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import sleep
from urllib.parse import urlsplit

import pytest

from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.digest import digest
from bioloom.graph.writing.checkpoint import list_checkpoints
from loader_process import Ended, LoaderProcess, empty, find_damage, write_kgx

pytestmark = [pytest.mark.integration, pytest.mark.timeout(7200)]  # the full form takes long

Rounds = Callable[[int, int], range]
Report = Callable[..., None]

COMMIT = b"\x00\x02\xb0\x12\x00\x00"
"""The message of Bolt that commits a transaction, as one chunk."""

KINDS = ("answer lost", "half open", "cut", "refused", "slow", "away")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the network: its kind, after how many bytes it begins, connections refused afterwards."""

    kind: str
    at: float
    refused: int = 0


@dataclass(slots=True, eq=False)
class Line:
    """Two connections that a proxy joins; a deaf one passes nothing more to the client."""

    client: socket.socket
    server: socket.socket
    deaf: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)


class Proxy:
    """TCP proxy before a database, which one fault befalls after a number of bytes."""

    def __init__(self, server: Endpoint, fault: Fault | None = None) -> None:
        address = urlsplit(server.uri)
        self._target = (address.hostname or "", address.port or 0)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.endpoint = replace(server, uri=f"bolt://127.0.0.1:{self._listener.getsockname()[1]}")
        self._fault = fault
        self._refusals = 0
        self._lines: list[Line] = []
        self._lock = threading.Lock()
        self.passed = 0
        self.struck = False
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """End all connections."""
        self._listener.close()
        for line in list(self._lines):
            _end(line.client)
            _end(line.server)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                refused, self._refusals = self._refusals > 0, max(0, self._refusals - 1)
            if refused:
                client.close()
                continue
            line = Line(client, socket.create_connection(self._target))
            self._lines.append(line)
            threading.Thread(target=self._pass, args=(line, True), daemon=True).start()
            threading.Thread(target=self._pass, args=(line, False), daemon=True).start()

    def _pass(self, line: Line, asked: bool) -> None:
        """Pass on what the client asks, or what the server answers, until one of them has closed."""
        source, sink = (line.client, line.server) if asked else (line.server, line.client)
        with suppress(OSError):
            while data := source.recv(512 if self._slow() else 65_536):
                if self._strikes(data, line, asked):
                    return
                if asked or not line.deaf:
                    sink.sendall(data)
                if self._slow():
                    sleep(0.005)
        if asked and line.deaf:
            return  # the server learns of it later
        _end(line.client)
        _end(line.server)

    def _slow(self) -> bool:
        return self.struck and self._fault is not None and self._fault.kind == "slow"

    def _strikes(self, data: bytes, line: Line, asked: bool) -> bool:
        """Let the fault happen if it is due; say whether the data has been dealt with."""
        fault = self._fault
        with self._lock:
            self.passed += len(data)
            if fault is None or self.struck or self.passed < fault.at:
                return False
            if fault.kind == "answer lost" and not (asked and COMMIT in data):
                return False
            self.struck, self._refusals = True, fault.refused
        if fault.kind == "slow":
            return False
        if fault.kind in ("answer lost", "half open"):
            line.deaf = True
            if fault.kind == "answer lost":
                line.server.sendall(data)
            _end(line.client)
            threading.Timer(2.0, _end, [line.server]).start()
            return asked
        for each in list(self._lines):
            _end(each.client)
            _end(each.server)
        return True


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()


@contextmanager
def proxied(server: Endpoint, fault: Fault | None = None) -> Iterator[Proxy]:
    """Run a proxy before a database."""
    proxy = Proxy(server, fault)
    try:
        yield proxy
    finally:
        proxy.close()


def choose_fault(seed: int, passed: int) -> Fault:
    """Choose a fault and where in the bytes of an unbroken load it begins."""
    chosen = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    refused = {"refused": chosen.randint(1, 4), "away": 1_000_000}.get(kind, 0)
    return Fault(kind, chosen.uniform(0, passed), refused)


def check_ended(ended: Ended, said: str) -> None:
    """Check that a load ended well, or with one plain line."""
    assert "Traceback" not in ended.messages, f"{said}: {ended.messages}"
    assert "unexpectedly" not in ended.messages, f"{said}: {ended.messages}"
    if ended.code != 0:
        errors = [line for line in ended.messages.splitlines() if line.startswith("error:")]
        assert len(errors) == 1, f"{said}: {ended.messages}"
        assert re.search(r"again|same command|bioloom up", errors[0]), f"{said}: {ended.messages}"


def test_a_load_whose_connection_breaks_anywhere_is_finished_by_the_next(
    server: Endpoint, graph: Graph, rounds: Rounds, report: Report, tmp_path: Path
) -> None:
    command = [str(write_kgx(tmp_path, "graph", range(190), range(500), of=197)), "--format", "kgx"]
    empty(graph)
    with proxied(server) as proxy:
        unbroken = LoaderProcess(proxy.endpoint, tmp_path / "unbroken", command).end()
        passed = proxy.passed
    assert unbroken.code == 0, unbroken.messages
    expected = digest(graph)
    struck = failed = 0
    seeds = rounds(1, 20)
    for seed in seeds:
        fault = choose_fault(seed, passed)
        said = f"seed {seed}, {fault}"
        home = tmp_path / str(seed)
        empty(graph)
        with proxied(server, fault) as proxy:
            broken = LoaderProcess(proxy.endpoint, home, command).end()
        check_ended(broken, said)
        struck += proxy.struck
        failed += broken.code != 0
        ended = LoaderProcess(server, home, command).end()
        assert ended.code == 0, f"{said}: {ended.messages}"
        assert digest(graph) == expected, said
        assert find_damage(graph) == [], said
        (stored,) = list_checkpoints(graph)
        assert (stored.status, stored.counts.balanced) == ("complete", True), said
        assert stored.counts.nodes == unbroken.report["written"]["nodes"], said
        assert stored.counts.edges == unbroken.report["written"]["edges"], said
        assert ended.report["read"] == unbroken.report["read"], said
    assert struck > 0
    report(
        "a load whose connection breaks or slows anywhere ends as an unbroken one",
        len(seeds),
        len(seeds),
        struck=struck,
        failed_at_first=failed,
    )
