"""Loads with too little memory, in the database or in the loader: one plain line, and the next finishes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.digest import Digest, digest
from bioloom.graph.server import start, stop
from bioloom.graph.writing.checkpoint import list_checkpoints
from bioloom.settings import Settings
from loader_process import Ended, Faults, LoaderProcess, empty, find_damage, write_kgx

pytestmark = [pytest.mark.integration, pytest.mark.timeout(3600)]  # the full form takes long

Rounds = Callable[[int, int], range]
Report = Callable[..., None]

MIB = 2**20


def check_ended(ended: Ended, said: str) -> None:
    """Check that a load ended well, or with one line that says what to do."""
    assert "Traceback" not in ended.messages, f"{said}: {ended.messages}"
    assert "unexpectedly" not in ended.messages, f"{said}: {ended.messages}"
    if ended.code != 0:
        errors = [line for line in ended.messages.splitlines() if line.startswith("error:")]
        assert len(errors) == 1, f"{said}: {ended.code}, {ended.messages}"
        assert re.search(r"memory|BIOLOOM_HEAP|same command", errors[0]), f"{said}: {ended.messages}"


def finish(server: Endpoint, graph: Graph, home: Path, command: list[str], said: str) -> Digest:
    """Load without a limit, and check the graph."""
    ended = LoaderProcess(server, home, command).end()
    assert ended.code == 0, f"{said}: {ended.messages}"
    assert find_damage(graph) == [], said
    (stored,) = list_checkpoints(graph)
    assert (stored.status, stored.counts.balanced) == ("complete", True), said
    return digest(graph)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A home of a server of its own."""
    place = tmp_path / "home"
    yield place
    stop(Settings(home=place, neo4j_uri=None))


def test_a_load_into_a_small_heap_is_finished_with_a_larger_one(
    server: Endpoint, graph: Graph, home: Path, tmp_path: Path, rounds: Rounds, report: Report
) -> None:
    heaps = [(96, 128, 112, 160)[number] for number in rounds(0, 4)]
    if not heaps:
        pytest.skip("takes minutes: run by `make faults`")
    command = [str(write_kgx(tmp_path, "graph", range(2000), range(6000), of=2000)), "--format", "kgx"]
    empty(graph)
    expected = finish(server, graph, tmp_path / "unbroken", command, "unbroken")
    failed = 0
    for heap in heaps:
        said = f"heap of {heap} MiB"
        small = start(Settings(home=home, neo4j_uri=None, heap=f"{heap}m", pagecache="8m"))
        ended = LoaderProcess(small, tmp_path / "loader", command, rows=20_000).end()
        check_ended(ended, said)
        failed += ended.code != 0
        stop(Settings(home=home, neo4j_uri=None))
        larger = start(Settings(home=home, neo4j_uri=None, heap="512m", pagecache="64m"))
        with connect(larger) as own:
            assert finish(larger, own, tmp_path / "loader", command, said) == expected, said
            empty(own)
        stop(Settings(home=home, neo4j_uri=None))
    report("a load into a small heap is finished with a larger one", len(heaps), len(heaps), failed=failed)


def test_a_loader_that_gets_no_more_memory_says_so_and_the_next_finishes(
    server: Endpoint, graph: Graph, tmp_path: Path, rounds: Rounds, report: Report
) -> None:
    command = [str(write_kgx(tmp_path, "graph", range(1000), range(2000), of=1000)), "--format", "kgx"]
    empty(graph)
    expected = finish(server, graph, tmp_path / "unbroken", command, "unbroken")
    seeds = rounds(1, 20)
    failed = 0
    for seed in seeds:
        allowed = random.Random(seed).randint(0, 8 * (seed + 1) * MIB)
        said = f"seed {seed}, {allowed // MIB} MiB"
        empty(graph)
        limits = Faults(memory=allowed)
        ended = LoaderProcess(server, tmp_path / str(seed), command, rows=20_000, faults=limits).end()
        check_ended(ended, said)
        failed += ended.code != 0
        assert finish(server, graph, tmp_path / str(seed), command, said) == expected, said
    report("a loader that gets no more memory says so in one line", len(seeds), len(seeds), failed=failed)
