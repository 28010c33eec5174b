"""Callbacks: answers posted to addresses that callers name, to hosts that the operator allows only."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass

import httpx

from bioloom.errors import UsageError

_LONGEST = 2_000
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class CallbackPolicy:
    """Hosts that may be called, and the seconds that one attempt may take in all.

    A host stands for the usual port of the scheme; another port is named with it (``host:8080``). Names are
    compared as they are written: no address that is not named is called, wherever it leads.
    """

    hosts: frozenset[str] = frozenset()
    seconds: float = 20.0
    pause: float = 1.0

    @classmethod
    def of(cls, hosts: Iterable[str]) -> CallbackPolicy:
        """Allow some hosts."""
        return cls(frozenset(host.lower() for host in hosts))

    def check(self, address: object) -> httpx.URL:
        """Read an address; UsageError says why it is not called.

        >>> CallbackPolicy.of(["ara.example"]).check("http://10.0.0.1/latest")
        Traceback (most recent call last):
        ...
        bioloom.errors.UsageError: callback: 10.0.0.1 may not be called; name it in BIOLOOM_CALLBACK_HOSTS
        """
        if not isinstance(address, str) or not 0 < len(address) <= _LONGEST:
            raise UsageError(f"callback is an http or https address of up to {_LONGEST} characters")
        try:
            url = httpx.URL(address)
        except (httpx.InvalidURL, ValueError) as error:
            raise UsageError(f"callback is no address: {error}") from None
        if url.scheme not in _PORTS or not url.host:
            raise UsageError("callback is an http or https address")
        if url.userinfo:
            raise UsageError("callback: an address with a user or a password is not called")
        shown = f"[{url.host}]" if ":" in url.host else url.host
        place = shown if url.port in (None, _PORTS[url.scheme]) else f"{shown}:{url.port}"
        if place.lower() not in self.hosts:
            raise UsageError(f"callback: {place} may not be called; name it in BIOLOOM_CALLBACK_HOSTS")
        return url

    def deliver(self, url: httpx.URL, content: bytes) -> str | None:
        """Post an answer, twice if need be; gives None, or why it was not taken."""
        refused = asyncio.run(self._attempt(url, content))
        if refused is None:
            return None
        time.sleep(self.pause)
        return asyncio.run(self._attempt(url, content))

    async def _attempt(self, url: httpx.URL, content: bytes) -> str | None:
        """Post once: no redirect is followed, no proxy asked, nothing of the reply's body read."""
        headers = {"Content-Type": "application/json"}
        try:
            async with (
                asyncio.timeout(self.seconds),
                httpx.AsyncClient(follow_redirects=False, trust_env=False, timeout=self.seconds) as client,
                client.stream("POST", url, content=content, headers=headers) as reply,
            ):
                return None if reply.is_success else f"the callback answers with status {reply.status_code}"
        except (TimeoutError, httpx.TimeoutException):
            return f"the callback takes longer than {self.seconds:g} s"
        except httpx.HTTPError as error:
            return f"the callback cannot be reached ({type(error).__name__})"
