"""Backup file before Neo4j writes to it: nobody but its owner can read it."""

from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom.graph.server.backup import _new_file, back_up
from bioloom.settings import Settings


def test_a_dump_is_private_from_its_first_byte_and_nobodys_else(tmp_path: Path) -> None:
    other = tmp_path / "graph.dump.part"
    other.write_text("somebody's")
    with _new_file(tmp_path / "graph.dump") as partial:
        assert (partial.stat().st_mode & 0o777, partial.read_bytes()) == (0o600, b"")
        with partial.open("wb") as stream:
            stream.write(b"dump")
        assert partial.replace(tmp_path / "graph.dump").stat().st_mode & 0o777 == 0o600
    assert other.read_text() == "somebody's"


@pytest.mark.parametrize("name", ["graph.dump", "graph.dump.json"])
def test_no_file_that_is_there_is_replaced(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(UsageError, match=f"{name} exists already"):
        back_up(Settings(home=tmp_path / "home", neo4j_uri=None), tmp_path / "graph.dump")
    assert (tmp_path / name).read_text() == "mine"


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot write"), _new_file(tmp_path / "none" / "graph.dump"):
        pass
