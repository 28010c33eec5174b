"""Loads that begin together, from one home or several: one writes, the others say so, nothing is doubled."""

from __future__ import annotations

import os
import random
import re
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.digest import digest
from loader_process import Faults, LoaderProcess, empty, find_damage, write_kgx

pytestmark = [pytest.mark.integration, pytest.mark.timeout(7200)]  # the full form takes long

Rounds = Callable[[int, int], range]
Report = Callable[..., None]

LOCKED = re.compile(r"error: .* is (loading|writing to the graph)")
FENCED = "another program took the graph over"
DAY = 86_400.0


def overlapping(folder: Path) -> list[Path]:
    """Write three graphs that share nodes and a third of their edges."""
    spans = (range(400), range(270, 670), range(130, 530))
    return [write_kgx(folder, f"part{number}", range(150), span, of=150) for number, span in enumerate(spans)]


def load_in_turn(server: Endpoint, home: Path, sources: Sequence[Path]) -> None:
    """Load sources one after the other."""
    for source in sources:
        ended = LoaderProcess(server, home, [str(source)]).end()
        assert ended.code == 0, ended.messages


def race(
    server: Endpoint, places: Sequence[tuple[Path, Path]], faults: Sequence[Faults], said: str
) -> list[int]:
    """Start loads together, again those that found the graph taken; give the exit codes of the first time."""
    first: list[int] = []
    left = list(zip(places, faults, strict=True))
    while left:
        running = [LoaderProcess(server, home, [str(source)], faults=fault) for (home, source), fault in left]
        ended = [process.end() for process in running]
        for one in ended:
            refused = one.code == 1 and LOCKED.search(one.messages)
            assert one.code == 0 or refused, f"{said}: {one.code}, {one.messages}"
        assert any(one.code == 0 for one in ended), f"{said}: {[one.messages for one in ended]}"
        first = first or [one.code for one in ended]
        left = [started for started, one in zip(left, ended, strict=True) if one.code]
    return first


def test_loads_that_begin_together_end_as_one_after_the_other(
    server: Endpoint, graph: Graph, rounds: Rounds, report: Report, tmp_path: Path
) -> None:
    sources = overlapping(tmp_path)
    expected: dict[tuple[Path, ...], object] = {}
    refused = 0
    seeds = rounds(1, 50)
    for seed in seeds:
        chosen = random.Random(seed)
        runners = 2 + seed % 2
        loaded = [sources[0]] * runners if chosen.random() < 0.3 else sources[:runners]
        homes = ["one"] * runners if chosen.random() < 0.25 else [str(number) for number in range(runners)]
        known = tuple(sorted(set(loaded)))
        if known not in expected:
            empty(graph)
            load_in_turn(server, tmp_path / "in turn", known)
            expected[known] = digest(graph)
        empty(graph)
        clocks = [Faults(clock=chosen.choice((0.0, DAY, -DAY))) for _ in range(runners)]
        said = f"seed {seed}, homes {homes}, {[path.name for path in loaded]}, {clocks}"
        folders = [tmp_path / f"{seed}-{name}" for name in homes]
        refused += sum(map(bool, race(server, list(zip(folders, loaded, strict=True)), clocks, said)))
        assert not find_damage(graph), said
        assert digest(graph) == expected[known], said
    report("loads begun together end as one after the other", len(seeds), len(seeds), refused=refused)


def test_a_holder_that_was_paused_past_its_lease_is_fenced(
    server: Endpoint, graph: Graph, rounds: Rounds, report: Report, tmp_path: Path
) -> None:
    source = write_kgx(tmp_path, "graph", range(150), range(600), of=150)
    empty(graph)
    load_in_turn(server, tmp_path / "in turn", [source])
    expected = digest(graph)
    soon = Faults(lease=1.0)
    fenced = 0
    seeds = rounds(1, 20)
    for seed in seeds:
        chosen = random.Random(seed)
        empty(graph)
        paused = LoaderProcess(server, tmp_path / f"a{seed}", [str(source)], rows=20, faults=soon)
        _await_edges(graph, chosen.randrange(500), paused)
        paused.signal(signal.SIGSTOP)
        codes: list[int] = []
        while codes[-1:] != [0]:
            other = LoaderProcess(server, tmp_path / f"b{seed}", [str(source)], faults=soon).end()
            assert other.code == 0 or LOCKED.search(other.messages), f"seed {seed}: {other.messages}"
            codes.append(other.code)
        paused.signal(signal.SIGCONT)
        ended = paused.end()
        if ended.code:
            fenced += 1
            assert (ended.code, FENCED in ended.messages) == (1, True), f"seed {seed}: {ended.messages}"
            assert "Traceback" not in ended.messages
        again = LoaderProcess(server, tmp_path / f"a{seed}", [str(source)]).end()
        assert (again.code, again.report["status"]) == (0, "already loaded"), f"seed {seed}: {again.messages}"
        assert not find_damage(graph), f"seed {seed}"
        assert digest(graph) == expected, f"seed {seed}"
    assert fenced >= len(seeds) // 2
    report("a holder paused past its lease writes nothing more", len(seeds), len(seeds), fenced=fenced)


def _await_edges(graph: Graph, most: int, loading: LoaderProcess) -> None:
    """Wait until a load has written more edges than that, or has ended."""
    with graph.session(read=True) as session:
        while (
            session.run("MATCH ()-[e]->() RETURN count(e) > $most", most=most).single(strict=True)[0] is False
        ):
            if loading.ends_within(0):
                return


@pytest.mark.skipif(os.environ.get("BIOLOOM_FAULTS") != "full", reason="a million edges: only by make faults")
def test_a_million_edges_from_two_homes(
    server: Endpoint, graph: Graph, report: Report, tmp_path: Path
) -> None:
    """One of the two is killed on its way; both are run until they are done."""
    nodes, edges = range(100_000), 1_000_000
    spans = (range(600_000), range(400_000, edges))
    sources = [
        write_kgx(tmp_path, f"half{number}", nodes, span, of=len(nodes)) for number, span in enumerate(spans)
    ]
    empty(graph)
    begun = time.monotonic()
    places = [(tmp_path / f"home{number}", source) for number, source in enumerate(sources)]
    together = [LoaderProcess(server, home, [str(source)], rows=10_000) for home, source in places]
    together[0].ends_within(30)
    together[0].signal(signal.SIGKILL)
    ended = [process.end() for process in together]
    while any(one.code for one in ended):
        for one in ended:
            assert one.code in (0, -signal.SIGKILL) or LOCKED.search(one.messages), one.messages
        waiting = [LoaderProcess(server, home, [str(source)], rows=10_000) for home, source in places]
        ended = [process.end() for process in waiting]
    assert not find_damage(graph)
    with graph.session(read=True) as session:
        counted = session.run("MATCH ()-[e]->() RETURN count(e) AS n, count(DISTINCT e.id) AS ids").single()
    assert counted is not None
    assert (counted["n"], counted["ids"]) == (edges, edges)
    report(
        "a million edges from two homes: none lost, none twice",
        counted["ids"],
        edges,
        seconds=round(time.monotonic() - begun),
    )
