"""TRAPI client: several endpoints asked at once, each with its own time limit, retries and faults."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bioloom.errors import UsageError
from bioloom.federation.response_cache import CachedResponse, ResponseCache
from bioloom.settings import Settings
from bioloom.thread_memory import ThreadPool

if TYPE_CHECKING:
    import httpx

_LARGEST = 64 * 1024 * 1024
"""Bytes of a response that are taken in."""

_ATTEMPTS = 3
_WAIT = 0.2


@dataclass(frozen=True, slots=True)
class EndpointReply:
    """Reply of one endpoint: a response with its day, or a fault in a sentence; `cached`: from the cache."""

    url: str
    response: Mapping[str, Any] | None
    retrieved: str = ""
    fault: str | None = None
    cached: bool = False


class _MayPassError(Exception):
    """A fault worth another attempt."""


class _StandsError(Exception):
    """A fault that is final."""


class Federation:
    """A set of endpoints that are asked the same at once.

    `seconds` is the time for one endpoint with all its attempts. `cache` keeps what they say; `offline` takes
    it from there only, `fresh` asks anew. A token of `tokens` goes to the endpoint that it is kept under and
    to no other.
    """

    def __init__(
        self,
        urls: Sequence[str],
        *,
        seconds: float = 60.0,
        cache: ResponseCache | None = None,
        offline: bool = False,
        fresh: bool = False,
        tokens: Mapping[str, str] | None = None,
    ) -> None:
        if not urls:
            raise UsageError("name at least one TRAPI endpoint")
        if offline and cache is None:
            raise UsageError("without a cache nothing can be answered offline")
        self.urls = tuple(dict.fromkeys(_endpoint(url) for url in urls))
        self._seconds, self._cache, self._offline, self._fresh = seconds, cache, offline, fresh
        self._tokens = {_endpoint(url): token for url, token in (tokens or {}).items()}

    def ask(self, query: Mapping[str, Any]) -> tuple[EndpointReply, ...]:
        """Ask every endpoint the same; replies come in the order of the endpoints, faults included."""
        with ThreadPool(max_workers=min(len(self.urls), 16)) as pool:
            return tuple(pool.map(lambda url: self._reply(url, query), self.urls))

    def _reply(self, url: str, query: Mapping[str, Any]) -> EndpointReply:
        kept = None if self._cache is None or self._fresh else self._cache.get(url, query)
        if kept is not None:
            return EndpointReply(url, kept.response, kept.retrieved, cached=True)
        if self._offline:
            return EndpointReply(url, None, fault="it was never asked this, and nothing is asked offline")
        try:
            response = self._post(url, query)
        except (_MayPassError, _StandsError) as error:
            return EndpointReply(url, None, fault=str(error))
        retrieved = datetime.now(UTC).isoformat(timespec="seconds")
        if self._cache is not None:
            self._cache.put(url, query, CachedResponse(response, retrieved))
        return EndpointReply(url, response, retrieved)

    def _post(self, url: str, query: Mapping[str, Any]) -> dict[str, Any]:
        import stamina  # like httpx, for those who ask endpoints only

        ends = time.monotonic() + self._seconds
        for attempt in stamina.retry_context(
            on=_MayPassError, attempts=_ATTEMPTS, timeout=self._seconds, wait_initial=_WAIT, wait_max=5.0
        ):
            with attempt:
                return self._attempt(url, query, ends)
        raise AssertionError("stamina gives up by raising")

    def _attempt(self, url: str, query: Mapping[str, Any], ends: float) -> dict[str, Any]:
        import httpx

        left = ends - time.monotonic()
        if left <= 0:
            raise _StandsError(f"it took longer than {self._seconds:g} s")
        headers = {"Authorization": f"Bearer {self._tokens[url]}"} if url in self._tokens else {}
        try:
            with httpx.stream("POST", url, json=query, headers=headers, timeout=left) as answer:
                if answer.status_code == 429 or answer.status_code >= 500:
                    raise _MayPassError(f"it answers with status {answer.status_code}")
                if answer.status_code != 200:
                    raise _StandsError(f"it refuses the request with status {answer.status_code}")
                body = self._body(answer, ends)
        except httpx.TimeoutException:
            raise _StandsError(f"it took longer than {self._seconds:g} s") from None
        except httpx.HTTPError as error:
            raise _MayPassError(f"it cannot be reached ({type(error).__name__})") from error
        return _response(body)

    def _body(self, answer: httpx.Response, ends: float) -> bytes:
        body = bytearray()
        for piece in answer.iter_bytes():
            body += piece
            if len(body) > _LARGEST:
                raise _StandsError(f"its answer has more than {_LARGEST // 1024 // 1024} MiB")
            if time.monotonic() > ends:
                raise _StandsError(f"it took longer than {self._seconds:g} s")
        return bytes(body)


def _response(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise _StandsError("its answer is not JSON") from None
    if not isinstance(found, dict) or not isinstance(found.get("message"), dict):
        raise _StandsError("its answer is no TRAPI response")
    return found


def _endpoint(url: str) -> str:
    """Give the address of the query endpoint; a service is named with or without it.

    >>> _endpoint("http://127.0.0.1:8642/"), _endpoint("https://bte.example/v1/query")
    ('http://127.0.0.1:8642/query', 'https://bte.example/v1/query')
    """
    stripped = url.strip().rstrip("/")
    if not stripped.startswith(("http://", "https://")):
        raise UsageError(f"{url} is not the address of a TRAPI endpoint (http:// or https://)")
    return stripped if stripped.endswith("/query") else f"{stripped}/query"


ASK_SECONDS = 30.0
"""Time that an endpoint has for each of the two queries that a question becomes."""


def open_federation(
    settings: Settings,
    urls: Sequence[str] = (),
    *,
    seconds: float = 60.0,
    offline: bool = False,
    fresh: bool = False,
    cache: ResponseCache | None = None,
) -> Federation:
    """Make ready to ask some endpoints, or those of the settings; nothing is asked yet.

    Replies are kept in bioloom's cache unless another one is given.

    UsageError says how to name one where there is none.
    """
    named = tuple(urls) or settings.endpoints
    if not named:
        raise UsageError(
            "no other graph is named: give the address of a TRAPI endpoint with --url, or set "
            "BIOLOOM_FEDERATION to one or more, separated by blanks"
        )
    return Federation(
        named,
        seconds=seconds,
        cache=cache or ResponseCache(settings.cache / "federation"),
        offline=offline,
        fresh=fresh,
        tokens={at: token.get_secret_value() for at, token in settings.federation_tokens.items()},
    )
