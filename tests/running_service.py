"""`bioloom serve` as a process of its own, for as long as a test needs it."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from bioloom.serving import read_token
from bioloom.settings import Settings


@dataclass
class Service:
    """A running service, a client that knows its token, and what it has said on stderr so far."""

    process: subprocess.Popen[str]
    client: httpx.Client
    token: str
    said: list[str] = field(default_factory=list)


@contextmanager
def running_service(home: Path, environment: dict[str, str], *arguments: str) -> Iterator[Service]:
    """Start the service on a free port and stop it at the end, if it still runs."""
    token = read_token(Settings(home=home))
    process = subprocess.Popen(
        [sys.executable, "-m", "bioloom.cli.app", "serve", "--port", "0", *arguments],
        env={**os.environ, **environment, "BIOLOOM_HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stderr is not None
    said = [process.stderr.readline()]
    found = re.search(r"http://[^\s\"]+:\d+", said[0])
    listener = threading.Thread(target=lambda: said.extend(process.stderr or ()), daemon=True)
    listener.start()
    try:
        assert found, "".join(said)
        key = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=found[0], headers=key, timeout=60) as client:
            yield Service(process, client, token, said)
    finally:
        process.kill()
        process.wait()
        listener.join()
        process.stderr.close()
