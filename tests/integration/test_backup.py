"""Backup of the managed server: written, damaged, and restored into another home with the same digest."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from bioloom.errors import ServerError, UsageError, WriteLocked
from bioloom.graph.connection import connect
from bioloom.graph.digest import digest
from bioloom.graph.file_locks import write_lock
from bioloom.graph.server import backup, start, status, stop
from bioloom.graph.server.backup import back_up, restore
from bioloom.pipeline import load
from bioloom.settings import Settings

pytestmark = pytest.mark.integration


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Settings, Settings]]:
    """Two homes with servers of their own."""
    first, second = (
        Settings(home=tmp_path / name, neo4j_uri=None, heap="256m", pagecache="64m")
        for name in ("first", "second")
    )
    yield first, second
    stop(first)
    stop(second)


def test_a_backup_restores_the_same_graph_elsewhere_and_here(
    homes: tuple[Settings, Settings], data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every server that is started for it takes seconds: what follows on a whole backup is one test."""
    first, second = homes

    def failing(settings: Settings, *_: object) -> None:
        stop(settings)
        raise ServerError("it did not stop by itself")

    file, broken = tmp_path / "graph.dump", tmp_path / "broken.dump"
    with connect(start(first)) as graph:
        load(data / "kgx", graph, first)
        expected = digest(graph)
    pid = status(first).pid
    with pytest.raises(UsageError, match=r"cannot write .*folder that can be written"):
        back_up(first, tmp_path / "none" / "graph.dump")
    with write_lock(first, "loading s.tsv"), pytest.raises(WriteLocked, match=r"loading s\.tsv"):
        back_up(first, file)
    assert status(first).pid == pid, "refused before the server is stopped"
    assert not [*file.parent.glob(".graph.dump.*")]
    abandoned = file.with_name(".older.dump.0123abcd.part")
    abandoned.write_bytes(b"half")
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10))
        with pytest.raises(ServerError, match=r"needs up to [\d,]+ MB .*another disk; nothing was stopped"):
            back_up(first, file)
    assert status(first).pid == pid, "refused before the server is stopped"
    assert not abandoned.exists()
    with monkeypatch.context() as failed:
        failed.setattr(backup, "stop", failing)
        with pytest.raises(ServerError, match="did not stop by itself"):
            back_up(first, file)
    assert status(first).running, "started again"
    made = back_up(first, file)
    with write_lock(first, "loading s.tsv"), pytest.raises(WriteLocked):
        restore(first, file, force=True)
    assert made.size == file.stat().st_size > 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert status(first).running
    with pytest.raises(UsageError, match="exists already"):
        back_up(first, file)
    with pytest.raises(UsageError, match="--force"):
        restore(first, file)
    _check_a_dump_that_cannot_be_unpacked(first, file, broken)
    restore(first, file, force=True)
    with connect(start(first)) as graph:
        assert digest(graph) == expected
    stop(first)
    second.rejects.mkdir(parents=True)
    (second.rejects / "a.jsonl").write_text("{}")
    told: list[str] = []
    restore(second, file, on_progress=lambda progress: told.append(progress.text))
    assert any("newer than this backup: 1" in text for text in told)
    with connect(start(second)) as graph:
        assert digest(graph) == expected


def _check_a_dump_that_cannot_be_unpacked(home: Settings, file: Path, broken: Path) -> None:
    """Restore half a dump whose description fits: it costs no database."""
    pid = status(home).pid
    broken.write_bytes(file.read_bytes()[:4000])
    told = {"sha256": hashlib.sha256(broken.read_bytes()).hexdigest()}
    broken.with_name("broken.dump.json").write_text(json.dumps(told))
    with pytest.raises(ServerError, match="Neo4j's tool ended"):
        restore(home, broken, force=True)
    assert status(home).pid == pid, "the server goes on"


def test_a_damaged_backup_is_refused(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", neo4j_uri=None)
    file = tmp_path / "graph.dump"
    with pytest.raises(UsageError, match=r"graph\.dump is no file"):
        restore(settings, file)
    file.write_bytes(b"something")
    with pytest.raises(UsageError, match=r"graph\.dump\.json is missing: .* restore needs both"):
        restore(settings, file)
    file.with_name("graph.dump.json").write_text('{"sha256": "00"}')
    with pytest.raises(ServerError, match="another SHA-256"):
        restore(settings, file)
    file.with_name("graph.dump.json").write_text("{")
    with pytest.raises(ServerError, match="damaged"):
        restore(settings, file)


def test_a_home_without_database_has_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match="bioloom up"):
        back_up(Settings(home=tmp_path / "home", neo4j_uri=None), tmp_path / "graph.dump")
