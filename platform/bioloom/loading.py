"""The seam between loaders and the pipeline: what a loader is, and how one is found."""

from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol

from bioloom.errors import UnknownFormatError, UsageError
from bioloom.records import LoadOptions, SourceRecord

GROUP = "bioloom.loaders"


class Loader(Protocol):
    """Reads one format: files to records, in the same order every time, nothing else.

    `records` streams: memory does not grow with the source. A record that cannot be read becomes a
    Reject with file and line; only a source that cannot be read at all raises SourceError. Nodes come
    before the edges between them.
    """

    name: str
    description: str

    def recognises(self, source: Path) -> bool:
        """Say whether this file or folder is of this format, from names and first lines only."""
        ...

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Read the source from its beginning."""
        ...


def loaders() -> dict[str, Loader]:
    """Find every installed loader by its name, sorted; third parties' too."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: entry.load()() for entry in found}


def loader_for(source: Path, name: str | None = None) -> Loader:
    """Pick the loader called `name`, or else the one that recognises the source."""
    known = loaders()
    if name is not None:
        if name not in known:
            raise UnknownFormatError(f"there is no loader called {name!r}; choose from: {', '.join(known)}")
        return known[name]
    if not source.exists():
        raise UsageError(f"{source} does not exist")
    able = [loader for loader in known.values() if loader.recognises(source)]
    if len(able) == 1:
        return able[0]
    if not able:
        raise UnknownFormatError(f"no loader recognises {source}; name one with --format: {', '.join(known)}")
    several = ", ".join(loader.name for loader in able)
    raise UnknownFormatError(f"several loaders recognise {source} ({several}); choose one with --format")
