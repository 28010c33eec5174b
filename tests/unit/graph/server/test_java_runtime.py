"""The command lines and the environment of the server."""

from pathlib import Path

import pytest

from bioloom.errors import ServerError
from bioloom.graph.server.distribution import Distribution
from bioloom.graph.server.java_runtime import environment, first_password_command, server_command
from bioloom.graph.server.memory_sizing import ServerMemory
from bioloom.graph.server.paths import Home
from bioloom.graph.server.ports import Ports

HOME = Home(Path("/a home/neo4j"))


def test_the_command_names_home_and_ports_and_no_password() -> None:
    command = server_command(HOME, Distribution(Path("/cache"), ()), Ports(7700, 7500), ServerMemory(512, 64))
    assert {"--home-dir=/a home/neo4j", "-Dbioloom.bolt=7700", "-Dbioloom.http=7500", "-Xmx512m"} <= set(
        command
    )


def test_the_first_password_is_read_from_its_file() -> None:
    command = first_password_command(Distribution(Path("/cache"), ()), HOME.password)
    assert command[-1] == "@/a home/neo4j/password"


def test_a_cache_that_java_cannot_name_is_refused() -> None:
    with pytest.raises(ServerError, match="BIOLOOM_CACHE"):
        first_password_command(Distribution(Path("/ca:che"), ()), HOME.password)


def test_another_neo4j_of_the_environment_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_server_memory_heap_max__size", "99g")
    monkeypatch.setenv("NEO4J_HOME", "/opt/neo4j")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:3128")
    given = environment(HOME)
    assert {name: value for name, value in given.items() if name.startswith("NEO4J")} == {
        "NEO4J_HOME": "/a home/neo4j",
        "NEO4J_CONF": "/a home/neo4j/conf",
    }
    assert given["HTTPS_PROXY"] == "http://proxy:3128"
