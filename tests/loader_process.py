"""Loads in processes of their own, through the command line, that tests can kill, stop and race."""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import psutil

from bioloom.graph.connection import Endpoint, Graph

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(
    ["bioloom.cli.load", "bioloom.pipeline", "bioloom.extraction.opening", "neo4j"]
)
_NUMBERS = count()

LONGEST = 1800.0
"""Seconds after which a load that does not end is a failure."""


@dataclass(frozen=True, slots=True)
class Faults:
    """What is wrong with a process: where it kills itself, how long its leases last, its clock's error.

    `memory` is how many bytes of addresses it may take beyond those of its start.
    """

    dies_at: str | None = None
    lease: float | None = None
    clock: float = 0.0
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: its exit code (negative: the signal), its report and its messages."""

    code: int
    output: str
    messages: str

    @property
    def report(self) -> dict[str, Any]:
        """The report of a load that succeeded."""
        loaded: dict[str, Any] = json.loads(self.output)
        return loaded


class LoaderProcess:
    """One `bioloom load` in a process of its own."""

    def __init__(
        self,
        server: Endpoint,
        home: Path,
        command: Sequence[str],
        *,
        rows: int = 60,
        faults: Faults | None = None,
    ) -> None:
        home.mkdir(parents=True, exist_ok=True)
        number = next(_NUMBERS)
        self._files = home / f"output-{number}", home / f"messages-{number}"
        environment = {
            "BIOLOOM_HOME": str(home),
            "NEO4J_URI": server.uri,
            "NEO4J_USERNAME": server.user,
            "NEO4J_PASSWORD": server.password,
            "COLUMNS": "500",
        }
        argv = ["bioloom", "load", *command, "--json"]
        self._process = _CONTEXT.Process(
            target=run_command, args=(argv, environment, rows, faults or Faults(), self._files)
        )
        self._process.start()

    def signal(self, number: int) -> None:
        """Send a signal, if the process still runs."""
        if self._process.pid is not None and self._process.is_alive():
            os.kill(self._process.pid, number)

    def ends_within(self, seconds: float) -> bool:
        """Wait for the end; say whether it came."""
        self._process.join(seconds)
        return not self._process.is_alive()

    def end(self) -> Ended:
        """Wait for the end and give the outcome."""
        if not self.ends_within(LONGEST):
            self._process.kill()
            raise AssertionError(f"a load did not end within {LONGEST:g} s: {self._texts()}")
        code = self._process.exitcode
        assert code is not None
        return Ended(code, *self._texts())

    def _texts(self) -> tuple[str, str]:
        output, messages = (path.read_text("utf-8") if path.exists() else "" for path in self._files)
        return output, messages


def run_command(
    argv: Sequence[str], environment: Mapping[str, str], rows: int, faults: Faults, files: tuple[Path, Path]
) -> None:
    """Run the command line as a shell does, in batches of a few rows; the process's main function."""
    for number, path in zip((1, 2), files, strict=True):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(opened, number)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
    os.environ.update(environment)
    try:
        from bioloom import pipeline
        from bioloom.cli import app
        from bioloom.graph.writing import write_lease
    except KeyboardInterrupt:  # before the program has begun
        sys.exit(130)
    pipeline.load = partial(pipeline.load, rows=rows)
    if faults.lease is not None:
        write_lease.SECONDS = faults.lease
    if faults.clock:
        true = time.time
        time.time = lambda: true() + faults.clock
    if faults.dies_at is not None:
        _die_at(faults.dies_at)
    if faults.memory is not None:
        limit = psutil.Process().memory_info().vms + faults.memory
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    sys.argv = list(argv)
    app.main()


def _die_at(place: str) -> None:
    """Replace a function, named by class or module and its name, by the end of the process."""
    from bioloom.graph.writing.relationship_types import EdgeTypes
    from bioloom.graph.writing.writer import Writer

    owners = {"Writer": Writer, "EdgeTypes": EdgeTypes, "load": sys.modules["bioloom.pipeline.load"]}
    owner, name = place.split(".")
    setattr(owners[owner], name, lambda *_: os.kill(os.getpid(), signal.SIGKILL))


def empty(graph: Graph) -> None:
    """Empty the graph, its constraints on edge ids too: every type is new again."""
    with graph.session() as session:
        session.run(
            "MATCH (n) WHERE NOT n:Migration CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS"
        ).consume()
        for name in session.run(
            "SHOW CONSTRAINTS YIELD name, entityType WHERE entityType = 'RELATIONSHIP' RETURN name"
        ).value():
            session.run(f"DROP CONSTRAINT `{name}`").consume()


def find_damage(graph: Graph) -> list[object]:
    """List the ids that edges have twice, and the types of assertions without their constraint."""
    with graph.session(read=True) as session:
        twice = session.run(
            "MATCH ()-[e]->() WHERE e.id IS NOT NULL WITH type(e) AS type, e.id AS id, count(*) AS n "
            "WHERE n > 1 RETURN type, id, n LIMIT 5"
        ).values()
        used = session.run("MATCH ()-[e]->() WHERE type(e) CONTAINS ':' RETURN DISTINCT type(e)").value()
        guarded = session.run(
            "SHOW CONSTRAINTS YIELD entityType, labelsOrTypes WHERE entityType = 'RELATIONSHIP' "
            "RETURN labelsOrTypes[0]"
        ).value()
    return [*twice, *sorted(set(used) - set(guarded))]


def write_kgx(folder: Path, name: str, nodes: range, edges: range, *, of: int) -> Path:
    """Write a KGX graph in TSV; what two of one size `of` share they state alike. Some ends are missing."""
    with (folder / f"{name}_nodes.tsv").open("w", encoding="utf-8") as stream:
        stream.write("id\tcategory\tname\n")
        stream.writelines(f"HGNC:{i}\tbiolink:Gene\tgene {i}\n" for i in nodes)
    path = folder / f"{name}_edges.tsv"
    slots = ("subject", "predicate", "object", "primary_knowledge_source", "knowledge_level", "agent_type")
    predicates = ("interacts_with", "affects", "related_to", "interacts_with")
    with path.open("w", encoding="utf-8") as stream:
        stream.write("\t".join([*slots, "publications"]) + "\n")
        for i in edges:
            subject, object_ = i * 7919 % of, (i // of * 31 + i * 104_729 + 1) % of
            stream.write(
                f"HGNC:{subject}\tbiolink:{predicates[i % 4]}\tHGNC:{object_}\tinfores:x{i // of}\t"
                f"not_provided\tnot_provided\tPMID:{i}\n"
            )
    return path
