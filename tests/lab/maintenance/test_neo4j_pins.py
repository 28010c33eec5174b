"""The resolver of the pinned files of Neo4j."""

from bioloom.graph.server.pinned_files import parse_pins, pins
from bioloom_lab.maintenance.neo4j_pins import COORDINATES, write_pins


def test_every_asked_for_file_is_pinned() -> None:
    pinned = {f"{pin.group}:{pin.artifact}:{pin.version}" for pin in pins()}
    assert set(COORDINATES) <= pinned


def test_round_trip() -> None:
    assert parse_pins(write_pins(pins())) == sorted(pins())
