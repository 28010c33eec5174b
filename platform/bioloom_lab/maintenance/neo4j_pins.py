"""Resolver of the Neo4j files into neo4j.tsv, for maintainers.

Run as ``python -m bioloom_lab.maintenance.neo4j_pins platform/bioloom/graph/server/neo4j.tsv``.
"""

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path

import jgo

from bioloom.graph.server.pinned_files import VERSION, Pin

COORDINATES = (
    f"org.neo4j:neo4j:{VERSION}",
    f"org.neo4j.app:neo4j-server:{VERSION}",
    "org.neo4j.client:neo4j-browser:5.24.0",
    f"org.neo4j:neo4j-import-tool:{VERSION}",
    f"org.neo4j:neo4j-consistency-check:{VERSION}",
)
"""Root artifacts; neo4j.tsv holds these and all their dependencies, for every platform."""


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


def write_pins(found: Iterable[Pin]) -> str:
    """Write the text that `parse_pins` reads, sorted."""
    head = "# group, artifact, version, classifier, size, sha256; by bioloom_lab.maintenance.neo4j_pins\n"
    return head + "".join(
        "\t".join((pin.group, pin.artifact, pin.version, pin.classifier, str(pin.size), pin.sha256)) + "\n"
        for pin in sorted(found)
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(write_pins(resolve()), encoding="utf-8")
