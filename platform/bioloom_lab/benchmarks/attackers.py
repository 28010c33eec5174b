"""Attackers of the service: each makes one kind of trouble until the time is up, and counts what it got."""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

import httpx

from bioloom.graph.statements import statement
from bioloom_lab.benchmarks.attack_files import FILES
from bioloom_lab.benchmarks.attack_statements import STATEMENTS

ADDRESS = "127.0.0.2"
"""Address that the attackers call from, so that the honest callers' share of requests is their own."""

_NICENESS = "15"  # of attackers' own processes, which in earnest run on other machines
_SILENT = 100  # connections that one wave of silent callers holds open
_HELD = 20.0  # seconds for which it does


@dataclass(slots=True)
class AttackTarget:
    """The service under attack: its address and token, the time of the end, and what each attacker got."""

    host: str
    port: int
    token: str
    ends: float
    environment: Mapping[str, str]
    attacking: asyncio.Event = field(default_factory=asyncio.Event)
    got: dict[str, Counter[str]] = field(default_factory=dict)

    @property
    def key(self) -> dict[str, str]:
        """The header that lets callers in."""
        return {"Authorization": f"Bearer {self.token}"}

    def count(self, attacker: str, what: str) -> None:
        """Count what an attacker got."""
        self.got.setdefault(attacker, Counter())[what] += 1

    async def rest(self, seconds: float) -> bool:
        """Wait between two attempts, and while there is quiet; False once the time is up."""
        left = self.ends - time.monotonic()
        await asyncio.sleep(max(0.0, min(seconds, left)))
        await self.attacking.wait()
        return time.monotonic() < self.ends

    def caller(self) -> httpx.AsyncClient:
        """Open a client at the attackers' address."""
        transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
        return httpx.AsyncClient(
            base_url=f"http://{self.host}:{self.port}", headers=self.key, timeout=180, transport=transport
        )

    async def post(self, attacker: str, client: httpx.AsyncClient, path: str, **body: object) -> None:
        """Send a request and count its status, or the fault that came instead."""
        try:
            answer = await client.post(path, **body)  # type: ignore[arg-type]
            self.count(attacker, str(answer.status_code))
        except httpx.HTTPError as error:
            self.count(attacker, type(error).__name__)


async def by_http(target: AttackTarget) -> None:
    """Send every statement to `POST /cypher` in turn."""
    async with target.caller() as client:
        for each in itertools.cycle(STATEMENTS):
            await target.post(
                "statements by HTTP", client, "/cypher", json={"query": each.cypher, "limit": 1000}
            )
            if not await target.rest(0.5):
                return


async def by_mcp(target: AttackTarget) -> None:
    """Send every statement to the tool `query` of one `bioloom mcp --cypher`."""
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client

    started = StdioServerParameters(
        command="nice",
        args=["-n", _NICENESS, sys.executable, "-m", "bioloom.cli.app", "mcp", "--cypher"],
        env={**os.environ, **target.environment},
    )
    async with Client(stdio_client(started)) as client:
        for each in itertools.cycle(STATEMENTS):
            result = await client.call_tool("query", {"cypher": each.cypher, "limit": 1000})
            size = sum(len(str(block)) for block in result.content)
            told = "refused" if result.is_error else "rows"
            target.count("statements by MCP", told if size < 1024 * 1024 else "more than 1 MiB")
            if not await target.rest(2.0):
                return


async def by_command_line(target: AttackTarget) -> None:
    """Give statements to `bioloom query --cypher`, a process each."""
    for each in itertools.cycle(STATEMENTS):
        process = await asyncio.create_subprocess_exec(
            *("nice", "-n", _NICENESS, sys.executable, "-m", "bioloom.cli.app"),
            *("query", "--cypher", each.cypher),
            env={**os.environ, **target.environment},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(90):
                code = await process.wait()
            target.count("statements by CLI", f"exit {code}")
        except TimeoutError:
            process.kill()
            await process.wait()
            target.count("statements by CLI", "hung")
        if not await target.rest(60.0):
            return


async def in_silence(target: AttackTarget) -> None:
    """Open connections that say nothing, half a head, or a head without its body."""
    head = f"POST /ask HTTP/1.1\r\nHost: {target.host}\r\nAuthorization: Bearer {target.token}\r\n"
    words = (b"", b"GET / HT", f"{head}X-Slow: ".encode(), f"{head}Content-Length: 500\r\n\r\n".encode())
    while True:
        held = await asyncio.gather(*(_hold(target, words[at % len(words)]) for at in range(_SILENT)))
        for what in held:
            target.count("silent connections", what)
        if not await target.rest(1.0):
            return


async def _hold(target: AttackTarget, words: bytes) -> str:
    """Open a connection, say some words, and see how it ends."""
    try:
        reader, writer = await asyncio.open_connection(target.host, target.port, local_addr=(ADDRESS, 0))
    except OSError:
        return "not let in"
    try:
        writer.write(words)
        async with asyncio.timeout(_HELD):
            answer = await reader.read(64)
        return answer.split(b"\r\n")[0].decode("latin-1") or "hung up on"
    except TimeoutError:
        return f"held for {_HELD:g} s"
    except OSError:
        return "hung up on"
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def with_files(target: AttackTarget) -> None:
    """Send bombs and broken files as documents, and count how their loads end."""
    jobs: list[str] = []
    async with target.caller() as client:
        for name, content in itertools.cycle(FILES):
            try:
                answer = await client.post(
                    "/documents", files={"file": (name, content)}, data={"extract": "local"}
                )
                target.count("uploads", f"{name}: {answer.status_code}")
                jobs += [answer.json()["job"]] if answer.status_code == 202 else []
            except httpx.HTTPError as error:
                target.count("uploads", f"{name}: {type(error).__name__}")
            if not await target.rest(10.0):
                break
        for job in jobs:
            with suppress(httpx.HTTPError, KeyError):
                found = (await client.get(f"/jobs/{job}")).json()
                reasons = sorted({each["reason"] for each in found["rejects"]}) or [""]
                target.count("loads", f"{found['label']}: {found['status']} {' '.join(reasons)}".strip())


async def with_giants(target: AttackTarget) -> None:
    """Ask for as much as may be asked for: every sentence, every neighbour, every pair of entities."""
    graph = {"nodes": {"a": {}, "b": {}}, "edges": {"e": {"subject": "a", "object": "b"}}}
    async with target.caller() as client:
        for number in itertools.count():
            word = ("the", "of a the in", "x" * 9_000, "cell " * 1_900)[number % 4]
            match number % 5:
                case 0:
                    await target.post("giant results", client, "/retrieve", json={"question": word, "k": 50})
                case 1:
                    await target.post("giant results", client, "/ask", json={"question": word, "k": 50})
                case 2:
                    message = {"message": {"query_graph": graph}}
                    await target.post("giant results", client, "/query", json=message)
                case 3:
                    every = statement("attacks/every_edge")
                    await target.post(
                        "giant results", client, "/cypher", json={"query": every, "limit": 1000}
                    )
                case _:
                    claim = {"subject": "a", "object": "b", "relationship": word, "abstract": "x" * 5_000}
                    await target.post("giant results", client, "/standardize", json=[claim] * 100)
            if not await target.rest(3.0):
                return


async def with_broken_requests(target: AttackTarget) -> None:
    """Send what is no JSON, too deep, too large, for another host, without a token, or no HTTP at all."""
    deep = "[" * 100_000 + "]" * 100_000
    tries: tuple[tuple[str, dict[str, str], bytes], ...] = (
        ("/ask", {}, b"{"),
        ("/ask", {}, deep.encode()),
        ("/cypher", {}, b'{"query": "RETURN 1", "params": ' + deep[:900_000].encode() + b"}"),
        ("/query", {}, deep.encode()),
        ("/ask", {}, b"x" * 2_000_000),
        ("/ask", {"Host": "evil.example"}, b"{}"),
        ("/ask", {"Authorization": "Bearer no"}, b"{}"),
        ("/ask", {"Content-Type": "text/xml"}, b"<a/>"),
        ("/documents/..%2f..%2fetc%2fpasswd", {}, b"{}"),
        ("/page/..%2f..%2fapp.py", {}, b"{}"),
        ("/standardize", {}, b'[{"subject": "\\ud800"}]'),
        ("/ask", {"Content-Length": "9" * 30}, b"{}"),
    )
    json = {"Content-Type": "application/json"}
    async with target.caller() as client:
        for path, headers, content in itertools.cycle(tries):
            await target.post("broken requests", client, path, content=content, headers={**json, **headers})
            if not await target.rest(0.3):
                return


ATTACKERS: Mapping[str, Callable[[AttackTarget], Awaitable[None]]] = {
    "HTTP": by_http,
    "MCP": by_mcp,
    "CLI": by_command_line,
    "silence": in_silence,
    "uploads": with_files,
    "giants": with_giants,
    "broken": with_broken_requests,
}
"""Every attacker by its name."""
