"""Neo4j distribution in the cache: its pinned files, checked and completed."""

from __future__ import annotations

import shutil
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

from bioloom.errors import ServerError
from bioloom.graph.server.download import Meter, fetch_all
from bioloom.graph.server.paths import hold, writing
from bioloom.graph.server.pinned_files import Pin, edition, pins
from bioloom.graph.server.progress import OnServerProgress, ignore_progress, note
from bioloom.graph.server.unsigned_jars import copy_unsigned
from bioloom.settings import Settings

_SPARE = 64 * 2**20


@dataclass(frozen=True, slots=True)
class Distribution:
    """The folder of one set of pinned files, shared by all homes; files enter it whole, by renaming."""

    folder: Path
    pinned: tuple[Pin, ...]

    @classmethod
    def of(cls, settings: Settings) -> Distribution:
        """Find the folder of the pinned Neo4j."""
        return cls(settings.cache.expanduser().absolute() / edition(), pins())

    @property
    def jars(self) -> Path:
        """Where the verified files lie."""
        return self.folder / "jars"

    @property
    def unsigned(self) -> Path:
        """Where copies of the signed ones of these lie, without their signatures."""
        return self.folder / "unsigned"

    @property
    def lock(self) -> Path:
        """Held while files are downloaded."""
        return self.folder / "lock"

    def missing(self) -> tuple[Pin, ...]:
        """List the files that are absent or of the wrong size, without network access."""
        sizes = {file.name: file.stat().st_size for file in self.jars.iterdir()} if self.jars.is_dir() else {}
        return tuple(pin for pin in self.pinned if sizes.get(pin.name) != pin.size)

    def damaged(self) -> tuple[Pin, ...]:
        """List the files whose content is not the pinned one; reads them all."""
        return tuple(pin for pin in self.pinned if not pin.matches(self.jars / pin.name))


def install(
    distribution: Distribution, settings: Settings, on_progress: OnServerProgress = ignore_progress
) -> None:
    """Download missing files; no network access when the distribution is complete.

    Concurrent calls are safe: the second waits for the first.
    """
    if not distribution.missing() and distribution.unsigned.is_dir():
        return

    def waiting(other: int) -> None:
        note(on_progress, f"another bioloom (process {other}) is downloading Neo4j; waiting for it")

    staging = distribution.folder / "staging"
    if not distribution.missing():  # of an earlier release; they save time only
        with (
            suppress(OSError, ServerError, BadZipFile, zlib.error),
            hold(distribution.lock, timeout=3600, on_wait=waiting, variable="BIOLOOM_CACHE"),
        ):
            if not distribution.unsigned.is_dir():
                copy_unsigned(distribution.jars, distribution.unsigned)
        return
    with writing(distribution.folder, "BIOLOOM_CACHE"):
        distribution.jars.mkdir(parents=True, exist_ok=True)
        with hold(distribution.lock, timeout=3600, on_wait=waiting, variable="BIOLOOM_CACHE"):
            lacking = distribution.missing()
            if lacking:
                shutil.rmtree(staging, ignore_errors=True)
                staging.mkdir()
                _require_space(distribution.folder, sum(pin.size for pin in lacking))
                meter = Meter(distribution.pinned, lacking, on_progress)
                fetch_all(lacking, staging, distribution.jars, settings.maven, meter)
                shutil.rmtree(staging, ignore_errors=True)
                shutil.rmtree(distribution.unsigned, ignore_errors=True)
                copy_unsigned(distribution.jars, distribution.unsigned)


def _require_space(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed + _SPARE:
        raise ServerError(
            f"Neo4j needs {needed // 10**6} MB in {folder}, where {free // 10**6} MB are free; "
            "free some space, or set BIOLOOM_CACHE to a folder on another disk"
        )
