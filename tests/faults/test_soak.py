"""Soak: load, ask, export and withdraw in turn on one server; memory, handles and threads stay flat."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import psutil
import pytest

from bioloom import ask, load
from bioloom.exchange.kgx import export_kgx
from bioloom.graph.connection import connect
from bioloom.graph.digest import digest
from bioloom.graph.server import start, stop
from bioloom.graph.server.paths import Home
from bioloom.graph.server.processes import find
from bioloom.pipeline.withdrawals.withdrawal import plan_withdrawal, withdraw
from bioloom.records import LoadOptions
from bioloom.settings import Settings

pytestmark = pytest.mark.integration

SECONDS = float(os.environ.get("BIOLOOM_SOAK_SECONDS", "1800"))
_CORPUS = "infores:wlp"
_STATED = LoadOptions(None, "infores:chebi", "knowledge_assertion", "manual_agent")
_QUESTION = "At what temperature is the lysate incubated?"


def use(process: psutil.Process) -> tuple[int, int, int]:
    """Measure a process: resident bytes, open files, threads."""
    return process.memory_info().rss, process.num_fds(), process.num_threads()


def test_hours_of_use_leave_nothing_behind(
    request: pytest.FixtureRequest,
    data: Path,
    tmp_path: Path,
    rounds: Callable[[int, int], range],
    report: Callable[..., None],
) -> None:
    turns, ends = len(rounds(1, 1_000_000)), time.monotonic() + SECONDS
    shared = turns < 1000 and "BIOLOOM_TEST_NEO4J" not in os.environ  # one turn needs no server of its own
    if shared:
        request.getfixturevalue("graph")
    home: Path = request.getfixturevalue("server_home") if shared else tmp_path / "home"
    settings = Settings(home=home, neo4j_uri=None)
    where = start(settings)
    try:
        with connect(where) as graph:
            running = find(Home.of(settings), None)
            assert running is not None
            watched = {"client": psutil.Process(), "server": psutil.Process(running.pid)}
            seen: dict[str, list[tuple[int, int, int]]] = {name: [] for name in watched}
            load(graph, data / "kgx", options=_STATED, settings=settings)
            before = digest(graph)
            while len(seen["client"]) < turns and (turns < 1000 or time.monotonic() < ends):
                done = load(graph, data / "brat" / "wlp", settings=settings)
                ask(graph, _QUESTION, settings=settings)
                export_kgx(graph, tmp_path / "out.jsonl.gz", mentions=True, force=True)
                withdraw(graph, settings, plan_withdrawal(graph, _CORPUS))
                assert done.counts.documents > 0
                for name, process in watched.items():
                    seen[name].append(use(process))
            assert digest(graph) == before
    finally:
        if not shared:
            stop(settings)
    facts: dict[str, object] = {"rounds": len(seen["client"])}
    for name, uses in seen.items():
        third = max(1, len(uses) // 3)
        early, late = uses[third : 2 * third] or uses, uses[-third:]
        for place, what in enumerate(("memory", "handles", "threads")):
            one, two = median(each[place] for each in early), median(each[place] for each in late)
            facts[f"{name} {what}"] = [one, two]
            if turns > 10:
                assert two <= one * 1.1 + 2, (name, what, one, two)
    report("memory, handles and threads stay flat", len(seen["client"]), len(seen["client"]), **facts)
