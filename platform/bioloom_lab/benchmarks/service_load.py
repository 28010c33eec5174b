"""Load test of the HTTP service: throughput, latency, refusals and memory under many clients."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

import httpx

from bioloom.errors import BioloomError, UsageError

_RESIDENT = "process_resident_memory_bytes"
_ASK, _RETRIEVE = "/ask", "/retrieve"


_PATIENCE = 10
"""Times that the bench itself comes again when it is told to come later."""


@dataclass(frozen=True, slots=True)
class ServiceLatency:
    """Latency percentiles of answered requests, in seconds."""

    p50: float
    p95: float
    p99: float
    longest: float


@dataclass(frozen=True, slots=True)
class ServiceLoad:
    """Result of a load test: answers, latencies, statuses, failures, memory.

    `statuses` counts answers by status, `failures` those that never came, by kind; `waits` are those of the
    answers with status 200, by path. Memory is the service's own, resident, in bytes, before the clients
    came (after a first round of every question) and after they left; None if the service does not tell.
    """

    clients: int
    seconds: float
    statuses: Mapping[int, int]
    failures: Mapping[str, int]
    waits: Mapping[str, ServiceLatency]
    memory: tuple[int, int] | None

    @property
    def throughput(self) -> float:
        """Give the answers with status 200 a second."""
        return self.statuses.get(200, 0) / self.seconds

    @property
    def errors(self) -> int:
        """Count what was neither answered nor told to come again later (429)."""
        refused = sum(count for status, count in self.statuses.items() if status not in {200, 429})
        return refused + sum(self.failures.values())

    def as_json(self) -> dict[str, Any]:
        """Give all of it as JSON."""
        return {
            "clients": self.clients,
            "seconds": round(self.seconds, 2),
            "throughput": round(self.throughput, 2),
            "statuses": {str(status): count for status, count in sorted(self.statuses.items())},
            "failures": dict(self.failures),
            "errors": self.errors,
            "waits": {
                path: {name: round(getattr(waits, name), 3) for name in ("p50", "p95", "p99", "longest")}
                for path, waits in self.waits.items()
            },
            "memory": list(self.memory) if self.memory is not None else None,
        }


def measure_service(
    address: str, token: str, *, clients: int, seconds: float, questions: Sequence[str] = ()
) -> ServiceLoad:
    """Ask a running service from `clients` connections for `seconds`, each as soon as it has its answer.

    Every other request is `/ask` without a language model, every other `/retrieve`. Without `questions`
    those are asked that the service itself offers for its graph. A client that is told 429 waits as long
    as `Retry-After` says. BioloomError if the service cannot be reached or does not know the token.
    """
    return asyncio.run(_measure(address, token, clients, seconds, tuple(questions)))


async def _measure(
    address: str, token: str, clients: int, seconds: float, questions: tuple[str, ...]
) -> ServiceLoad:
    limits = httpx.Limits(max_connections=clients, max_keepalive_connections=clients)
    key = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=address, headers=key, timeout=180, limits=limits) as client:
        asked = questions or await _offered(client)
        for question in asked:  # so that memory is measured with everything loaded
            for path in (_ASK, _RETRIEVE):
                await _answered(client, path, question)
        before = await _memory(client)
        workers = _Clients(client, asked)
        begun = time.perf_counter()
        await asyncio.gather(*(workers.keep_asking(start, begun + seconds) for start in range(clients)))
        lasted = time.perf_counter() - begun
        after = await _memory(client)
    memory = (before, after) if before is not None and after is not None else None
    return ServiceLoad(clients, lasted, workers.statuses, workers.failures, workers.waits(), memory)


class _Clients:
    """Concurrent clients, with what they received."""

    def __init__(self, client: httpx.AsyncClient, questions: Sequence[str]) -> None:
        self._client = client
        self._questions = questions
        self._took: dict[str, list[float]] = {_ASK: [], _RETRIEVE: []}
        self.statuses: Counter[int] = Counter()
        self.failures: Counter[str] = Counter()

    async def keep_asking(self, start: int, until: float) -> None:
        """Ask one question after another until the time is up; the last answer is waited for."""
        for path, question in _turns(self._questions, start):
            if time.perf_counter() >= until:
                return
            begun = time.perf_counter()
            try:
                answer = await self._client.post(path, json=_body(path, question))
            except httpx.HTTPError as error:
                self.failures[type(error).__name__] += 1
                continue
            self.statuses[answer.status_code] += 1
            if answer.status_code == 200:
                self._took[path].append(time.perf_counter() - begun)
            elif answer.status_code == 429:
                left = max(0.0, until - time.perf_counter())
                await asyncio.sleep(min(left, float(answer.headers.get("retry-after", 1))))

    def waits(self) -> dict[str, ServiceLatency]:
        """Give the waits by path, and of all together."""
        everything = [took for path in self._took.values() for took in path]
        named = {**self._took, "all": everything}
        return {path: _waits(took) for path, took in named.items() if len(took) > 1}


def _turns(questions: Sequence[str], start: int) -> Iterator[tuple[str, str]]:
    """Give paths and questions in turn, each client from another place on."""
    for number in itertools.count(start):
        yield (_ASK, _RETRIEVE)[number % 2], questions[(number // 2) % len(questions)]


def _body(path: str, question: str) -> dict[str, object]:
    return {"question": question, "llm": False} if path == _ASK else {"question": question}


def _waits(took: Sequence[float]) -> ServiceLatency:
    cuts = quantiles(took, n=100, method="inclusive")
    return ServiceLatency(cuts[49], cuts[94], cuts[98], max(took))


async def _offered(client: httpx.AsyncClient) -> tuple[str, ...]:
    overview = await _got(client, "/overview")
    found = tuple(str(each["question"]) for each in overview.json()["examples"])
    if not found:
        raise UsageError("the graph offers no questions; load something, or give --questions FILE")
    return found


async def _answered(client: httpx.AsyncClient, path: str, question: str) -> None:
    try:
        answer = await client.post(path, json=_body(path, question))
    except httpx.HTTPError as error:
        raise _unreached(client, error) from error
    if answer.status_code not in {200, 429}:
        raise BioloomError(f"{path} answers {answer.status_code}: {answer.text[:300]}")


async def _got(client: httpx.AsyncClient, path: str) -> httpx.Response:
    for _ in range(_PATIENCE):
        try:
            answer = await client.get(path)
        except httpx.HTTPError as error:
            raise _unreached(client, error) from error
        if answer.status_code != 429:
            break
        await asyncio.sleep(float(answer.headers.get("Retry-After", "1")))
    if answer.status_code == 401:
        raise UsageError("the service does not know this token; give the one of its home with --token")
    if answer.status_code != 200:
        raise BioloomError(f"{path} answers {answer.status_code}: {answer.text[:300]}")
    return answer


def _unreached(client: httpx.AsyncClient, error: httpx.HTTPError) -> BioloomError:
    return BioloomError(
        f"no service answers at {client.base_url} ({type(error).__name__}); start it: bioloom serve"
    )


async def _memory(client: httpx.AsyncClient) -> int | None:
    """Read the service's resident memory from its own numbers; None where its system does not tell."""
    page = (await _got(client, "/metrics")).text
    found = (line.split()[1] for line in page.splitlines() if line.startswith(f"{_RESIDENT} "))
    value = next(found, None)
    return None if value is None else int(float(value))
