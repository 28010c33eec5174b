"""Pinned files of Neo4j, by size and SHA-256 (neo4j.tsv)."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bioloom import resources

VERSION = "5.26.30"


@dataclass(frozen=True, slots=True, order=True)
class Pin:
    """Pinned jar: its Maven coordinates, its size in bytes and its SHA-256."""

    group: str
    artifact: str
    version: str
    classifier: str
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """The file's name.

        >>> Pin("org.neo4j", "neo4j", "5.26.30", "", 1, "00").name
        'neo4j-5.26.30.jar'
        """
        tail = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{tail}.jar"

    def matches(self, file: Path) -> bool:
        """Say whether the file's content is the pinned one; False if there is no such file."""
        try:
            if file.stat().st_size != self.size:
                return False
            with file.open("rb") as content:
                return hashlib.file_digest(content, "sha256").hexdigest() == self.sha256
        except FileNotFoundError:
            return False


@cache
def pins() -> tuple[Pin, ...]:
    """Read the pinned files."""
    return tuple(parse_pins(_text()))


@cache
def edition() -> str:
    """Name this exact set of files, for the folder that holds it."""
    return f"neo4j-{VERSION}-{hashlib.sha256(_text().encode()).hexdigest()[:8]}"


def parse_pins(text: str) -> list[Pin]:
    """Read lines of group, artifact, version, classifier, size, SHA-256; ``#`` starts a comment."""
    lines = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return [
        Pin(group, artifact, version, classifier, int(size), sha256)
        for group, artifact, version, classifier, size, sha256 in lines
    ]


def _text() -> str:
    return resources.package("bioloom.graph.server", "neo4j.tsv")
