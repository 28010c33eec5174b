"""Backup file before Neo4j writes to it: nobody but its owner can read it."""

from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom.graph.server.backup import _new_file


def test_a_dump_is_private_from_its_first_byte(tmp_path: Path) -> None:
    left = tmp_path / "graph.dump.part"
    left.write_text("left by a killed backup")
    left.chmod(0o644)
    with _new_file(tmp_path / "graph.dump") as partial:
        assert (partial.stat().st_mode & 0o777, partial.read_bytes()) == (0o600, b"")
        with partial.open("wb") as stream:
            stream.write(b"dump")
        assert partial.replace(tmp_path / "graph.dump").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot write"), _new_file(tmp_path / "none" / "graph.dump"):
        pass
