"""Reading state: what a source holds, and what reads it; a checkpoint holds while both stay."""

import re
from dataclasses import dataclass
from pathlib import Path

from bioloom import resources
from bioloom.extraction.extractor import Extractor
from bioloom.loading import Loader, loaders
from bioloom.pipeline.sources.source_fingerprint import fingerprint

_ROOMS = (
    *("biolink", "extraction", "graph", "grounding", "pipeline", "records", "standardization"),
    *("loading.py", "names.py", "hidden_characters.py", "pattern_table.py", "resources.py"),
)
"""The code of bioloom between a loader and the graph."""

_NUMBERED = re.compile(r"g(\d+)$")


@dataclass(frozen=True, slots=True)
class ReadingState:
    """State of a source (`fingerprint`) and of what reads it.

    `reading` changes when the loader gives other records, or a mapping table that it goes with changed: then
    the source is read again. `program` changes with each byte of the code and the tables: only while it is
    the same, reading again is sure to give the same. Each is empty where nobody recorded it.
    """

    fingerprint: str
    reading: str = ""
    program: str = ""

    def shared_with(self, other: "ReadingState") -> "ReadingState":
        """Give the state of a load of which another one has read a part: unknown where they differ."""
        return ReadingState(
            self.fingerprint,
            self.reading if self.reading == other.reading else "",
            self.program if self.program == other.program else "",
        )


def reading_state(source: Path, loader: Loader, extractor: Extractor | None = None) -> ReadingState:
    """Find the state of a source and of its loader."""
    own = loaders().get(loader.name, loader)  # the one that another may stand for
    tables = tuple(getattr(own, "tables", ()))
    number = getattr(own, "reading", 0)
    reading = f"{number}-{resources.code_digest((), tables)}"
    program = resources.code_digest(_ROOMS, resources.ontology_folders())
    package = type(own).__module__.partition(".")[0]
    parts = [program, resources.package_digest(package), extractor.name if extractor else ""]
    return ReadingState(fingerprint(source), reading, "-".join(filter(None, parts)))


def next_state(fingerprint: str, before: str) -> str:
    """Name the state under which a source is read again, unlike that of every entry it has left so far.

    Names of states stand in entries of `record_hash`, so they have neither dots nor hyphens.

    >>> next_state("a7", ""), next_state("a7", "a7"), next_state("b8", "a7g4")
    ('a7g1', 'a7g1', 'b8g5')
    """
    found = _NUMBERED.search(before)
    return f"{fingerprint}g{int(found[1]) + 1 if found else 1}"
