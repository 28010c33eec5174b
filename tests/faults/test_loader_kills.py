"""Loads killed or stopped anywhere and run again, compared with unbroken ones: none lost, none doubled."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.digest import digest
from bioloom.graph.writing.checkpoint import list_checkpoints
from loader_process import Faults, LoaderProcess, empty, find_damage, write_kgx

pytestmark = [pytest.mark.integration, pytest.mark.timeout(7200)]  # the full form takes long

Rounds = Callable[[int, int], range]
Report = Callable[..., None]

SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
LAST_STEPS = ("Writer.finish", "EdgeTypes.guard", "load.end_load")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of source: what is loaded, how, and rows of a batch that make several batches of it."""

    format: str
    path: str
    rows: int
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unbroken:
    """An unbroken load: its digest, its report, its seconds."""

    digest: object
    report: dict[str, Any]
    seconds: float


KINDS = (
    Kind("kgx", "graph_edges.tsv", 60),
    Kind("brat", "brat/wlp", 30),
    Kind("hetionet", "hetionet", 40),
    Kind("pubmed", "corpora/pubmed.xml", 1),
    Kind("bioc", "documents/collection.xml", 1),
    Kind("obo", "names/reagents.obo", 2),
    Kind("sssom", "names/ma_uberon.sssom.tsv", 4),
    Kind("text", "text", 20, ("--extract", "local")),
)


class Loads:
    """Loads of each kind in processes of their own, compared with the unbroken load."""

    def __init__(self, server: Endpoint, data: Path, folder: Path) -> None:
        self.server, self._data, self._folder = server, data, folder
        self._unbroken: dict[str, Unbroken] = {}
        write_kgx(folder, "graph", range(190), range(500), of=197)

    def start(self, kind: Kind, home: Path, faults: Faults | None = None) -> LoaderProcess:
        """Start a load."""
        source = (self._folder if kind.format == "kgx" else self._data) / kind.path
        command = [str(source), "--format", kind.format, *kind.options]
        return LoaderProcess(self.server, home, command, rows=kind.rows, faults=faults)

    def unbroken(self, graph: Graph, kind: Kind) -> Unbroken:
        """Load a kind into the emptied graph, the first time; leave it emptied."""
        if kind.format not in self._unbroken:
            empty(graph)
            begun = time.monotonic()
            ended = self.start(kind, self._folder / f"unbroken-{kind.format}").end()
            seconds = time.monotonic() - begun
            assert ended.code == 0, ended.messages
            assert not find_damage(graph)
            self._unbroken[kind.format] = Unbroken(digest(graph), ended.report, seconds)
        empty(graph)
        return self._unbroken[kind.format]

    def finish(self, graph: Graph, kind: Kind, home: Path, said: str) -> int:
        """Run a broken load again, once, and compare; give the record from which it went on."""
        expected = self._unbroken[kind.format]
        before = list_checkpoints(graph)
        ended = self.start(kind, home).end()
        assert ended.code == 0, f"{said}: {ended.messages}"
        report = ended.report
        assert not find_damage(graph), said
        assert digest(graph) == expected.digest, said
        (stored,) = list_checkpoints(graph)
        assert (stored.status, stored.counts.balanced) == ("complete", True), said
        assert report["read"] == expected.report["read"], said
        assert report["rejected"] == expected.report["rejected"], said
        if before and before[0].status == "complete":  # all was there already
            assert report["status"] == "already loaded", said
            return stored.position
        written = stored.counts
        assert written.nodes == expected.report["written"]["nodes"], said
        assert written.edges == expected.report["written"]["edges"], said
        assert written.documents == expected.report["written"]["documents"], said
        assert report["resumed_from"] == (before[0].position if before else 0), said
        return int(report["resumed_from"])


@pytest.fixture(scope="module")
def loads(server: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Loads:
    return Loads(server, Path(__file__).parents[1] / "data", tmp_path_factory.mktemp("loads"))


def test_a_load_killed_or_stopped_at_any_time_is_finished_by_the_next(
    graph: Graph, loads: Loads, rounds: Rounds, report: Report, tmp_path: Path
) -> None:
    resumed = 0
    seeds = rounds(2, 100)
    for seed in seeds:
        chosen = random.Random(seed)
        kind = KINDS[seed % len(KINDS)]
        unbroken = loads.unbroken(graph, kind)
        home = tmp_path / str(seed)
        said, killed = f"seed {seed}, {kind.format}", False
        for _ in range(chosen.choice((1, 1, 2))):
            number = chosen.choice(SIGNALS)
            process = loads.start(kind, home)
            process.ends_within(chosen.uniform(0, unbroken.seconds))
            process.signal(number)
            ended = process.end()
            said += f", {number.name} ({ended.code})"
            assert "Traceback" not in ended.messages, f"{said}: {ended.messages}"
            assert "unexpectedly" not in ended.messages, f"{said}: {ended.messages}"
            if number != signal.SIGKILL:
                begun = ended.code in (0, 130, 143)
                assert begun or not ended.messages, f"{said}: {ended.messages}"
                told = killed or all(one.status != "running" for one in list_checkpoints(graph))
                assert told, said  # a load that was killed before stays as it was until the next
            killed = killed or number == signal.SIGKILL
        resumed += loads.finish(graph, kind, home, said) > 0
    report(
        "a load killed or stopped at any time ends as an unbroken one",
        len(seeds),
        len(seeds),
        resumed=resumed,
    )


@pytest.mark.parametrize("place", LAST_STEPS)
def test_a_kill_after_the_last_batch_leaves_no_type_without_its_constraint(
    graph: Graph, loads: Loads, rounds: Rounds, report: Report, tmp_path: Path, place: str
) -> None:
    kinds = [KINDS[number] for number in rounds(1, len(KINDS))]
    for kind in kinds:
        loads.unbroken(graph, kind)
        home = tmp_path / kind.format
        ended = loads.start(kind, home, Faults(dies_at=place)).end()
        if place == "EdgeTypes.guard" and ended.code == 0:
            continue  # a kind without edges between entities
        assert ended.code == -signal.SIGKILL, ended.messages
        loads.finish(graph, kind, home, f"{kind.format}, killed at {place}")
    report(
        "a load killed between its last batch and its end is finished by the next",
        len(kinds),
        len(kinds),
        at=place,
    )
