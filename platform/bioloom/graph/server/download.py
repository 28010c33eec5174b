"""Download of pinned files from a Maven repository through jgo, several at a time."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import stamina

from bioloom.errors import ServerError
from bioloom.graph.server.pinned_files import Pin
from bioloom.graph.server.progress import OnServerProgress, ServerProgress
from bioloom.thread_memory import ThreadPool

_CONNECTIONS = 8
_TELL_EVERY = 0.05


class Meter:
    """Progress meter over the bytes of all files."""

    def __init__(self, pinned: Sequence[Pin], lacking: Sequence[Pin], on_progress: OnServerProgress) -> None:
        self._total = sum(pin.size for pin in pinned)
        self._kept = self._total - sum(pin.size for pin in lacking)
        self._arrived: dict[str, int] = {}
        self._on_progress = on_progress
        self._told = 0.0
        self._guard = threading.Lock()

    @contextmanager
    def file(self, name: str, size: int) -> Iterator[Callable[[int], None]]:
        """Follow the download of one file, in the form that jgo wants."""

        def arrived(count: int) -> None:
            self.set(name, self._arrived.get(name, 0) + count)

        yield arrived

    def set(self, name: str, count: int) -> None:
        """Note that so many bytes of a file are here."""
        with self._guard:
            self._arrived[name] = count
            self._tell(always=False)

    def finish(self, pin: Pin) -> None:
        """Note that a file is complete and verified."""
        with self._guard:
            self._arrived[pin.name] = pin.size
            self._tell(always=True)

    def _tell(self, always: bool) -> None:
        now = time.monotonic()
        if always or now - self._told > _TELL_EVERY:
            self._told = now
            done = min(self._kept + sum(self._arrived.values()), self._total)
            self._on_progress(ServerProgress("download", "Downloading Neo4j", done, self._total))


class _DamagedFile(Exception):
    """Downloaded file differs from the pinned one."""


def fetch_all(lacking: Sequence[Pin], staging: Path, jars: Path, maven: str | None, meter: Meter) -> None:
    """Download every file into `jars`, each verified in `staging` first; the first failure ends all."""
    fetch = _fetcher(staging, maven, meter)

    def bring(pin: Pin) -> None:
        fetch(pin).replace(jars / pin.name)
        meter.finish(pin)

    pool = ThreadPool(_CONNECTIONS, thread_name_prefix="neo4j-download")
    try:
        largest_first = sorted(lacking, key=lambda pin: -pin.size)
        for outcome in [pool.submit(bring, pin) for pin in largest_first]:
            outcome.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _fetcher(staging: Path, maven: str | None, meter: Meter) -> Callable[[Pin], Path]:
    from jgo.constants import MAVEN_CENTRAL_URL, default_maven_repo  # slow to import, seldom needed
    from jgo.maven import Artifact, MavenContext, PythonResolver

    source = (maven or MAVEN_CENTRAL_URL).rstrip("/")
    resolver = PythonResolver(progress_callback=meter.file)
    context = MavenContext(
        resolver=resolver, repo_cache=staging, local_repos=[], remote_repos={"maven": source}, timeout=30
    )
    users_own = default_maven_repo()

    @stamina.retry(on=_may_pass, attempts=4, timeout=300, wait_initial=0.3, wait_max=5)
    def download(artifact: Artifact, pin: Pin) -> Path:
        (staging / artifact.component.path_prefix / pin.name).unlink(missing_ok=True)
        meter.set(pin.name, 0)
        file = resolver.download(artifact)
        if file is None or not pin.matches(file):
            raise _DamagedFile("what arrived is not the pinned file (its size or SHA-256 differs)")
        return file

    def fetch(pin: Pin) -> Path:
        artifact = context.project(pin.group, pin.artifact).at_version(pin.version).artifact(pin.classifier)
        at_hand = users_own / artifact.component.path_prefix / pin.name
        if pin.matches(at_hand):
            file = Path(shutil.copyfile(at_hand, staging / pin.name))
        else:
            try:
                file = download(artifact, pin)
            except (OSError, RuntimeError, _DamagedFile) as error:
                if not _may_pass(error):
                    raise
                raise ServerError(
                    f"cannot download {pin.name} from {source}: {error}; check the network or the proxy, or "
                    "name another repository in BIOLOOM_MAVEN, and try again: what has been fetched is kept"
                ) from error
        _sync(file)
        return file

    return fetch


def _may_pass(error: Exception) -> bool:
    """Say whether trying again may help: errors of the network carry no errno, those of the disk do."""
    return isinstance(error, _DamagedFile | RuntimeError) or (
        isinstance(error, OSError) and error.errno is None
    )


def _sync(file: Path) -> None:
    with file.open("rb+") as content:
        os.fsync(content.fileno())
