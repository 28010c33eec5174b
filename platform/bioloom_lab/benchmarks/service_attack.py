"""Attack bench of the service: honest callers, in turns alone and among attackers; deaths, waits, memory."""

from __future__ import annotations

import asyncio
import math
import os
import re
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median, quantiles
from typing import Any

import httpx
import psutil

from bioloom.errors import BioloomError, UsageError
from bioloom.graph.server.exit_log import read_exits
from bioloom.graph.server.paths import Home
from bioloom.graph.server.processes import find
from bioloom.serving import read_token
from bioloom.settings import Settings
from bioloom_lab.benchmarks.attackers import ATTACKERS, AttackTarget

_ROUND = 300.0  # seconds, at most, of a quiet time and the attack after it
_QUIET = 0.2  # share of a round without an attack
_ENDING = 0.1  # share of a round in which what runs of the attack before may end
_THINKING = 0.5  # seconds between an answer and the next question of an honest client
_LOOK = 2.0  # seconds between two looks at the memory
_PATIENCE = 30.0  # seconds for the service to begin and to end


@dataclass(frozen=True, slots=True)
class HonestWaits:
    """Answers, other outcomes, and percentiles of the waits of honest clients in seconds."""

    answers: int
    others: Mapping[str, int]
    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class AttackReport:
    """Result: deaths, honest waits quiet and under attack, memory by process over time, what attacks got.

    `deaths` are ends of the database and of the service that nobody asked for. `memory` has the median
    resident MiB of each tenth of the time.
    """

    minutes: float
    deaths: Sequence[str]
    quiet: HonestWaits
    attacked: HonestWaits
    memory: Mapping[str, Sequence[int]]
    got: Mapping[str, Mapping[str, int]]

    def as_json(self) -> dict[str, Any]:
        """Give all of it as JSON."""
        return {
            "minutes": round(self.minutes, 2),
            "deaths": list(self.deaths),
            "honest": {
                name: {
                    "answers": waits.answers,
                    "others": dict(waits.others),
                    "p50": round(waits.p50, 3),
                    "p95": round(waits.p95, 3),
                }
                for name, waits in (("quiet", self.quiet), ("attacked", self.attacked))
            },
            "memory_mib": {name: list(series) for name, series in self.memory.items()},
            "got": {name: dict(sorted(counted.items())) for name, counted in sorted(self.got.items())},
        }


def measure_attack(
    settings: Settings,
    *,
    minutes: float,
    clients: int,
    attackers: Sequence[str] = tuple(ATTACKERS),
    questions: Sequence[str] = (),
) -> AttackReport:
    """Start a service over the managed database of this home, ask it, attack it, and stop it.

    Without `questions` those are asked that the service offers for its graph.

    BioloomError if the database does not run, or the service does not start.
    """
    home = Home.of(settings)
    database = find(home, None)
    if settings.neo4j_uri is not None or database is None:
        raise UsageError("the attack needs the managed database of this home: bioloom up, and load something")
    unknown = set(attackers) - set(ATTACKERS)
    if unknown:
        raise UsageError(
            f"no attacker is called {', '.join(sorted(unknown))}; these are: {', '.join(ATTACKERS)}"
        )
    ends_before = len(read_exits(home))
    run = _Run(settings, minutes * 60, clients, attackers, questions)
    run.watched["database"] = psutil.Process(database.pid)
    report = asyncio.run(run.report())
    deaths = [f"database: {end.sentence()}" for end in read_exits(home)[ends_before:] if not end.expected]
    return AttackReport(
        report.minutes, [*deaths, *report.deaths], report.quiet, report.attacked, report.memory, report.got
    )


@dataclass
class _Waits:
    """Waits of honest clients, and what came instead of answers."""

    seconds: list[float] = field(default_factory=list)
    others: Counter[str] = field(default_factory=Counter)

    def summary(self) -> HonestWaits:
        """Give the percentiles."""
        some = len(self.seconds) > 1
        cuts = quantiles(self.seconds, n=100, method="inclusive") if some else [0.0] * 99
        return HonestWaits(len(self.seconds), dict(self.others), cuts[49], cuts[94])


@dataclass
class _Run:
    """One run: the service, its callers, and what was seen of it."""

    settings: Settings
    seconds: float
    clients: int
    attackers: Sequence[str]
    questions: Sequence[str]
    watched: dict[str, psutil.Process] = field(default_factory=dict)
    _memory: dict[str, list[int]] = field(default_factory=dict)

    async def report(self) -> AttackReport:
        """Ask in quiet and under attack in turn, so that other load of the machine meets both."""
        begun = time.monotonic()
        token, deaths = read_token(self.settings), list[str]()
        environment = {"BIOLOOM_HOME": str(self.settings.home)}
        async with _serving(environment) as (service, port):
            self.watched["service"] = psutil.Process(service.pid)
            questions = self.questions or await _offered(port, token)
            target = AttackTarget("127.0.0.1", port, token, begun + self.seconds, environment)
            looking = asyncio.create_task(self._look())
            quiet, attacked = _Waits(), _Waits()
            rounds = math.ceil(self.seconds / _ROUND)
            each = self.seconds / rounds
            target.ends = time.monotonic() + self.seconds
            attacks = asyncio.gather(*(self._attack(name, target) for name in self.attackers))
            for number in range(rounds):
                await asyncio.sleep(each * _ENDING if number else 0.0)
                await self._ask(quiet, port, token, questions, time.monotonic() + each * _QUIET)
                target.attacking.set()
                until = target.ends - each * (rounds - 1 - number)
                await self._ask(attacked, port, token, questions, until)
                target.attacking.clear()
            target.attacking.set()
            await attacks
            looking.cancel()
            if service.returncode is not None:
                deaths.append(f"service: exit {service.returncode}")
        lasted = (time.monotonic() - begun) / 60
        memory = {name: _tenths(series) for name, series in self._memory.items()}
        return AttackReport(lasted, deaths, quiet.summary(), attacked.summary(), memory, target.got)

    async def _attack(self, name: str, target: AttackTarget) -> None:
        """Run an attacker; one that breaks, or hangs after the end, is counted."""
        await target.attacking.wait()
        attack = asyncio.ensure_future(ATTACKERS[name](target))
        done, _ = await asyncio.wait([attack], timeout=self.seconds + _PATIENCE)
        if not done:
            attack.cancel()
            target.count(name, "hung")
        elif (fault := attack.exception()) is not None:
            target.count(name, f"broke: {fault!r}"[:200])

    async def _ask(
        self, waits: _Waits, port: int, token: str, questions: Sequence[str], until: float
    ) -> None:
        key = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=key, timeout=180) as client:
            asking = (
                self._keep_asking(waits, client, questions, start, until) for start in range(self.clients)
            )
            await asyncio.gather(*asking)

    async def _keep_asking(
        self, waits: _Waits, client: httpx.AsyncClient, questions: Sequence[str], start: int, until: float
    ) -> None:
        number = start
        while time.monotonic() < until:
            begun = time.perf_counter()
            try:
                body = {"question": questions[number % len(questions)], "llm": False}
                answer = await client.post("/ask", json=body)
            except httpx.HTTPError as error:
                waits.others[type(error).__name__] += 1
            else:
                if answer.status_code == 200:
                    waits.seconds.append(time.perf_counter() - begun)
                else:
                    waits.others[str(answer.status_code)] += 1
            number += 1
            await asyncio.sleep(_THINKING)

    async def _look(self) -> None:
        while True:
            for name, process in self.watched.items():
                with suppress(psutil.Error):
                    self._memory.setdefault(name, []).append(process.memory_info().rss >> 20)
            await asyncio.sleep(_LOOK)


@asynccontextmanager
async def _serving(environment: Mapping[str, str]) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """Run `bioloom serve` on a free port, Cypher and uploads allowed; stopped by a signal at the end."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bioloom.cli.app", "serve", "--port", "0", "--cypher", "--grace", "5"),
        env={**os.environ, **environment},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(_PATIENCE):
            line = (await process.stderr.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        if found is None:
            raise BioloomError(f"the service does not start: {line.strip()}")
        draining = asyncio.create_task(_pass_on(process.stderr))
        yield process, int(found[1])
        draining.cancel()
    finally:
        if process.returncode is None:
            process.terminate()
            try:
                async with asyncio.timeout(_PATIENCE):
                    await process.wait()
            except TimeoutError:
                process.kill()


async def _pass_on(said: asyncio.StreamReader) -> None:
    """Write what the service logs to this program's log: the trace of an internal error is there alone."""
    while part := await said.read(1 << 16):
        sys.stderr.write(part.decode(errors="replace"))


async def _offered(port: int, token: str) -> list[str]:
    """Ask the service for the questions that its graph answers, until it has found them all."""
    key = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=key, timeout=60) as client:
        for _ in range(20):
            overview = (await client.get("/overview")).raise_for_status().json()
            if overview["complete"]:
                break
            await asyncio.sleep(_THINKING)  # the service may be asking them itself
    if not overview["examples"]:
        raise UsageError("the graph offers no questions; load something: make demo")
    return [str(each["question"]) for each in overview["examples"]]


def _tenths(series: Sequence[int]) -> list[int]:
    """Give the median of each tenth of a series."""
    edges = [len(series) * at // 10 for at in range(11)]
    return [round(median(series[a:b])) for a, b in pairwise(edges) if a < b]
