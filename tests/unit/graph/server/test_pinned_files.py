"""The pinned files of Neo4j."""

import re
from pathlib import Path

from bioloom.graph.server.pinned_files import VERSION, edition, pins


def test_names_are_distinct_and_hashes_whole() -> None:
    assert len({pin.name for pin in pins()}) == len(pins()) > 200
    assert all(re.fullmatch(r"[0-9a-f]{64}", pin.sha256) and pin.size > 0 for pin in pins())


def test_names_stay_inside_their_folder() -> None:
    assert all(re.fullmatch(r"[A-Za-z0-9_.+-]+\.jar", pin.name) for pin in pins())


def test_all_of_neo4j_is_of_one_version() -> None:
    versions = {pin.version for pin in pins() if pin.artifact.startswith("neo4j-kernel")}
    assert versions == {VERSION}


def test_serves_linux_and_mac_on_both_processors() -> None:
    native = {pin.classifier for pin in pins() if pin.classifier}
    assert native == {"linux-x86_64", "linux-aarch_64", "osx-x86_64", "osx-aarch_64"}


def test_the_edition_names_version_and_content() -> None:
    assert re.fullmatch(rf"neo4j-{re.escape(VERSION)}-[0-9a-f]{{8}}", edition())


def test_a_file_matches_only_with_the_pinned_content(tmp_path: Path) -> None:
    pin = pins()[0]
    assert not pin.matches(tmp_path / "absent.jar")
    (tmp_path / "other.jar").write_bytes(b"\0" * pin.size)
    assert not pin.matches(tmp_path / "other.jar")
