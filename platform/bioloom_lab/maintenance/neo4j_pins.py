"""Resolver of the Neo4j files into neo4j.tsv, for maintainers.

Run as ``python -m bioloom_lab.maintenance.neo4j_pins platform/bioloom/graph/server/neo4j.tsv``.
"""

import hashlib
import sys
from pathlib import Path

import jgo

from bioloom.graph.server.pinned_files import COORDINATES, Pin, write_pins


def resolve() -> list[Pin]:
    """Ask Maven, through jgo, for the files behind the coordinates; downloads each once to hash it."""
    found = []
    for artifact in jgo.resolve("+".join(COORDINATES)):
        content = Path(artifact.resolve()).read_bytes()
        found.append(
            Pin(
                artifact.groupId,
                artifact.artifactId,
                artifact.version,
                artifact.classifier,
                len(content),
                hashlib.sha256(content).hexdigest(),
            )
        )
    return list({pin.name: pin for pin in found}.values())


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(write_pins(resolve()), encoding="utf-8")
