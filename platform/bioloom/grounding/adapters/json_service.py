"""One JSON service over HTTP: asked with patience, and never twice the same."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import stamina

from bioloom.errors import ServiceUnavailable, UsageError

_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})
_LARGEST = 20_000_000  # bytes of an answer


class Service:
    """A service at a base URL. Answers are kept in a folder and read from there, also without a network.

    `timeout` is the seconds that one call may take; calls that time out or find the service busy are made
    up to `attempts` times. With `offline` nothing is sent: what is not kept raises ServiceUnavailable.
    """

    def __init__(
        self,
        url: str,
        cache: Path,
        *,
        timeout: float = 20.0,
        attempts: int = 3,
        wait: float = 0.5,
        offline: bool = False,
    ) -> None:
        parsed = httpx.URL(url)
        if parsed.scheme not in ("http", "https") or not parsed.host:
            raise UsageError(f"{url!r} is not the address of a service")
        self.url = url.rstrip("/")
        self._cache = cache
        self._timeout, self._attempts, self._wait, self._offline = timeout, attempts, wait, offline

    def ask(
        self, path: str, query: Mapping[str, str] | None = None, body: Mapping[str, Any] | None = None
    ) -> Any:
        """Ask for a path, with a body as POST, and give the JSON of the answer."""
        asked = json.dumps([self.url, path, query, body], sort_keys=True)
        kept = self._cache / f"{hashlib.blake2b(asked.encode(), digest_size=16).hexdigest()}.json"
        if (known := _read(kept)) is not None:
            return known["answer"]
        if self._offline:
            raise ServiceUnavailable(f"{self.url} is not asked, since this is offline, and no answer is kept")
        answer = self._send(path, query, body)
        _write(kept, {"asked": asked, "answer": answer})
        return answer

    def _send(self, path: str, query: Mapping[str, str] | None, body: Mapping[str, Any] | None) -> Any:
        try:
            for attempt in stamina.retry_context(
                on=_may_pass, attempts=self._attempts, timeout=None, wait_initial=self._wait, wait_max=10.0
            ):
                with attempt:
                    response = httpx.request(
                        "GET" if body is None else "POST",
                        f"{self.url}/{path}",
                        params=None if query is None else dict(query),
                        json=body,
                        timeout=self._timeout,
                        follow_redirects=True,
                    ).raise_for_status()
        except httpx.HTTPStatusError as error:
            raise ServiceUnavailable(
                f"{self.url} answered {error.response.status_code} to /{path}"
            ) from error
        except httpx.HTTPError as error:
            raise ServiceUnavailable(
                f"{self.url} does not answer ({type(error).__name__}); names it would know stay as they are"
            ) from error
        if len(response.content) > _LARGEST:
            raise ServiceUnavailable(f"{self.url} answered with {len(response.content):,} bytes to /{path}")
        try:
            return response.json()
        except ValueError as error:
            raise ServiceUnavailable(f"{self.url} answered no JSON to /{path}") from error


def strings(value: object) -> Sequence[str]:
    """Keep the texts of what should be a list of texts."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _may_pass(error: Exception) -> bool:
    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code in _BUSY
    return isinstance(error, httpx.TransportError)


def _read(path: Path) -> dict[str, Any] | None:
    """Read a kept answer; one that was cut short is as good as none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and "answer" in found else None


def _write(path: Path, content: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(content), encoding="utf-8")
    part.replace(path)
