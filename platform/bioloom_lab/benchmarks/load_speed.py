"""Load bench: bioloom beside reference writers on one generated graph, each in empty databases, in turns."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

import psutil

from bioloom.errors import BioloomError, UsageError
from bioloom.graph import open_graph
from bioloom.graph.connection import Endpoint
from bioloom.graph.server import start, stop
from bioloom.graph.server.paths import Home
from bioloom.graph.server.processes import Running, find
from bioloom.graph.statements import statement
from bioloom.settings import Settings
from bioloom_lab.benchmarks.bare_import import write_tables
from bioloom_lab.benchmarks.generated_kgx import GeneratedGraph, write_graph
from bioloom_lab.benchmarks.measurement import machine_facts, processor_time, spread

_BIOLOOM = ("-m", "bioloom.cli.app", "load", "--json")
_WRITERS = ("-m", "bioloom_lab.benchmarks.reference_writers")
_IMPORT = ("-m", "bioloom_lab.benchmarks.bare_import")

FIRST, AGAIN = "first load", "again"
STEPS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "bioloom": {FIRST: _BIOLOOM, AGAIN: (*_BIOLOOM, "--fresh"), "unchanged": _BIOLOOM},
    "bioloom --bulk": {FIRST: (*_BIOLOOM, "--bulk"), "unchanged": _BIOLOOM},
    "neo4j-admin import": {FIRST: _IMPORT},
    "MERGE script": {FIRST: (*_WRITERS, "merge"), AGAIN: (*_WRITERS, "merge")},
    "idempotent recipe": {FIRST: (*_WRITERS, "recipe"), AGAIN: (*_WRITERS, "recipe")},
}
"""Steps of each writer: what Python runs, one after the other, in a database that was empty before."""


@dataclass(frozen=True, slots=True)
class StepCost:
    """Cost of one process that loads: its wall time, and processor seconds of it and of the server.

    Neo4j's importer counts as the client's; a server that was started meanwhile counts from its start.
    """

    wall: float
    client: float
    server: float

    @property
    def processor(self) -> float:
        """Give the processor seconds of both."""
        return self.client + self.server


@dataclass(frozen=True, slots=True)
class LoadSpeed:
    """Costs by writer and step, one for each round; facts on the machine."""

    graph: GeneratedGraph
    machine: str
    costs: Mapping[tuple[str, str], Sequence[StepCost]]

    def as_json(self) -> dict[str, Any]:
        """Give medians with the least and the greatest, as a result that tables are made of."""
        records = self.graph.records
        rounds = max(map(len, self.costs.values()))
        return {
            "suite": "load",
            "n": records,
            "conditions": [
                f"{self.graph.nodes:,} nodes, {self.graph.edges:,} edges",
                f"medians of {rounds} rounds, with the least and the greatest",
                self.machine,
            ],
            "metrics": {
                f"{writer}, {step}": {
                    "records/s": spread([records / cost.wall for cost in costs]),
                    "wall s": spread([cost.wall for cost in costs]),
                    "client CPU s": spread([cost.client for cost in costs]),
                    "server CPU s": spread([cost.server for cost in costs]),
                    "CPU µs a record": spread([1e6 * cost.processor / records for cost in costs]),
                }
                for (writer, step), costs in self.costs.items()
            },
            "ratios": {
                name: {
                    "of rates": spread(self._ratios(one, other, lambda cost: 1 / cost.wall)),
                    "of CPU s": spread(self._ratios(one, other, lambda cost: cost.processor)),
                }
                for name, one, other in _compared()
                if {one, other} <= self.costs.keys()
            },
        }

    def _ratios(
        self, one: tuple[str, str], other: tuple[str, str], measure: Callable[[StepCost], float]
    ) -> list[float]:
        """Compare round by round: what else the machine did meets both."""
        pairs = zip(self.costs[one], self.costs[other], strict=True)
        return [measure(mine) / measure(its) for mine, its in pairs]


def measure_loads(
    nodes: int,
    edges: int,
    rounds: int,
    on_step: Callable[[str], None],
    writers: Collection[str] = tuple(STEPS),
) -> LoadSpeed:
    """Let writers load one graph into an empty managed database of its own, `rounds` times in turns.

    The homes are temporary. Heap and page cache are those of the settings. BioloomError if a writer fails or
    writes another number of nodes or edges, UsageError for a writer that there is not.
    """
    if unknown := sorted({*writers} - STEPS.keys()):
        raise UsageError(f"there is no writer {', '.join(unknown)}; there are: {', '.join(STEPS)}")
    costs: dict[tuple[str, str], list[StepCost]] = defaultdict(list)
    with TemporaryDirectory(prefix="bioloom-bench-") as folder:
        source = Path(folder) / "graph"
        source.mkdir()
        graph = write_graph(source, nodes, edges)
        machine = machine_facts()
        for number in range(rounds):
            for writer in writers:
                with _EmptyDatabase(Path(folder) / "home") as database:
                    if _IMPORT in STEPS[writer].values():
                        database.prepare(graph)
                    for step, words in STEPS[writer].items():
                        on_step(f"round {number + 1} of {rounds}: {writer}, {step}")
                        costs[writer, step].append(database.run(words, graph))
    return LoadSpeed(graph, f"{machine}, heap of {database.running.heap:,} MiB", costs)


class _EmptyDatabase(AbstractContextManager["_EmptyDatabase"]):
    """Managed database in a home that goes with it."""

    running: Running
    _endpoint: Endpoint

    def __init__(self, home: Path) -> None:
        self._settings = Settings(home=home, neo4j_uri=None)

    def __enter__(self) -> _EmptyDatabase:
        self._endpoint = start(self._settings)
        running = find(Home.of(self._settings), None)
        assert running is not None
        self.running = running
        return self

    def __exit__(self, *_: object) -> None:
        stop(self._settings)
        rmtree(self._settings.home)

    def prepare(self, graph: GeneratedGraph) -> None:
        """Write the graph as tables for the importer."""
        write_tables(graph.folder, self._settings)

    def run(self, words: Sequence[str], graph: GeneratedGraph) -> StepCost:
        """Run a writer, and look at what it wrote."""
        server = self._server()
        command = [sys.executable, *words, str(graph.folder)]
        if words[: len(_WRITERS)] == _WRITERS:
            command += [self._endpoint.uri, self._endpoint.user]
        environment = {name: text for name, text in os.environ.items() if not name.startswith("NEO4J_")}
        environment |= {"BIOLOOM_HOME": str(self._settings.home), "NEO4J_PASSWORD": self._endpoint.password}
        before, begun = processor_time(server), time.perf_counter()
        with TemporaryFile() as said:
            process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=said)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            now = self._server()
            wall, after = time.perf_counter() - begun, processor_time(now)
            said.seek(0)
            if process.returncode:
                raise BioloomError(f"{' '.join(words)} failed: {said.read().decode(errors='replace')[-500:]}")
        if words != _IMPORT:  # it checks its counts itself, and leaves the database in use alone
            self._check(graph)
        return StepCost(
            wall, usage.ru_utime + usage.ru_stime, after - before if now.pid == server.pid else after
        )

    def _server(self) -> psutil.Process:
        running = find(Home.of(self._settings), None)
        assert running is not None
        return psutil.Process(running.pid)

    def _check(self, graph: GeneratedGraph) -> None:
        with open_graph(self._settings, self._endpoint) as opened, opened.session(read=True) as session:
            found = session.run(statement("benchmarks/count_graph")).single(strict=True)
        if (found["nodes"], found["edges"]) != (graph.nodes, graph.edges):
            raise BioloomError(
                f"{found['nodes']} nodes and {found['edges']} edges were written, "
                f"{graph.nodes} and {graph.edges} are in the source"
            )


def _compared() -> list[tuple[str, tuple[str, str], tuple[str, str]]]:
    """Give what is compared: a name, and writer and step of both."""
    others = [writer for writer in STEPS if "bioloom" not in writer and "import" not in writer]
    against = [
        (f"bioloom against the {other}, {step}", ("bioloom", step), (other, step))
        for step in (FIRST, AGAIN)
        for other in others
    ]
    return [
        *against,
        ("bioloom, again against first load", ("bioloom", AGAIN), ("bioloom", FIRST)),
        ("bioloom --bulk against bioloom, first load", ("bioloom --bulk", FIRST), ("bioloom", FIRST)),
        (
            "bioloom --bulk against neo4j-admin import",
            ("bioloom --bulk", FIRST),
            ("neo4j-admin import", FIRST),
        ),
    ]
