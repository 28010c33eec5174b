"""The class-data archive: made of what a server has listed, whole or not at all, and used by the next."""

import subprocess
from pathlib import Path

import pytest

from bioloom.graph.server.class_archive import make_archive
from bioloom.graph.server.distribution import Distribution
from bioloom.graph.server.java_runtime import archive_of, class_list_of, java, server_command
from bioloom.graph.server.memory_sizing import ServerMemory
from bioloom.graph.server.paths import Home
from bioloom.graph.server.ports import Ports

_LISTED = "java/lang/Object id: 0\njava/lang/String id: 1\n"
_TOO_LONG = f"@lambda-proxy {'x' * 5000}\n"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    place = Home(tmp_path / "neo4j")
    place.create()
    return place


@pytest.fixture
def distribution(tmp_path: Path) -> Distribution:
    (tmp_path / "cache" / "jars").mkdir(parents=True)
    return Distribution(tmp_path / "cache", ())


def _options(home: Home, distribution: Distribution) -> str:
    return " ".join(server_command(home, distribution, Ports(7700, 7500), ServerMemory(512, 64)))


def test_an_archive_is_made_of_the_listed_classes_and_used(home: Home, distribution: Distribution) -> None:
    assert f"-XX:DumpLoadedClassList={class_list_of(home)}" in _options(home, distribution)
    class_list_of(home).write_text(_LISTED + _TOO_LONG + "java/lang/Int", encoding="utf-8")
    assert make_archive(home, distribution)
    archive = archive_of(distribution)
    assert f"-XX:SharedArchiveFile={archive}" in _options(home, distribution)
    assert {file.name for file in archive.parent.iterdir()} == {"jars", archive.name, f"{archive.stem}.lock"}
    assert not class_list_of(home).exists()
    shared = [str(java()), "-Xshare:on", f"-XX:SharedArchiveFile={archive}", "-version"]
    assert subprocess.run(shared, capture_output=True, check=False).returncode == 0


def test_without_a_list_or_with_a_broken_one_there_is_no_archive(
    home: Home, distribution: Distribution
) -> None:
    assert not make_archive(home, distribution)
    class_list_of(home).write_text("java/lang/Object id: 0\nno class at all; ;\n", encoding="utf-8")
    assert not make_archive(home, distribution)
    assert not archive_of(distribution).exists()
    assert f"-XX:DumpLoadedClassList={class_list_of(home)}" in _options(home, distribution)
