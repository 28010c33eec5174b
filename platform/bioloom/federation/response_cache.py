"""Response cache: replies of other graphs on disk, with the day of each, replayed word by word."""

import gzip
import hashlib
import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bioloom.private_files import replace_private_file


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A response and when it was retrieved (ISO 8601, UTC)."""

    response: dict[str, Any]
    retrieved: str


class ResponseCache:
    """One gzip file a request and endpoint, below one folder; a file that is broken counts as none."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, url: str, query: object) -> CachedResponse | None:
        """Find what an endpoint said to a request; None if it was never asked."""
        try:
            held = json.loads(gzip.decompress(self._path(url, query).read_bytes()))
            return CachedResponse(dict(held["response"]), str(held["retrieved"]))
        except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, RecursionError):
            return None

    def put(self, url: str, query: object, kept: CachedResponse) -> None:
        """Keep what an endpoint said; the file takes its name only when it is whole."""
        path = self._path(url, query)
        path.parent.mkdir(parents=True, exist_ok=True)
        content = {"url": url, "query": query, "retrieved": kept.retrieved, "response": kept.response}
        packed = gzip.compress(json.dumps(content).encode(), mtime=0)  # in the order in which it came
        replace_private_file(path, [packed])

    def _path(self, url: str, query: object) -> Path:
        key = json.dumps([url, query], sort_keys=True)
        return self._folder / f"{hashlib.blake2b(key.encode(), digest_size=16).hexdigest()}.json.gz"
