"""A folder of tables and texts: what it held and holds no more is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.graph.connection import Graph
from bioloom.loading import parts_of
from bioloom.pipeline import load
from bioloom.pipeline.withdrawals.gone_parts import gone_parts
from bioloom.settings import Settings

pytestmark = pytest.mark.integration

NODES = "id\tname\tcategory\nMONDO:1\tgout\tbiolink:Disease\n"


def test_loads_of_files_that_are_gone_are_named(graph: Graph, tmp_path: Path) -> None:
    """A text beside a table is a load of its own; the table that changed is none that is gone."""
    settings, folder = Settings(home=tmp_path / "home"), tmp_path / "mixed"
    folder.mkdir()
    nodes, note = folder / "g_nodes.tsv", folder / "note.txt"
    nodes.write_text(NODES, encoding="utf-8")
    note.write_text("Spin for 5 min.\nAdd 2 ml of water.\n", encoding="utf-8")
    loaded = {part.format: load(part.path, graph, settings, format=part.format) for part in parts_of(folder)}
    assert {*loaded} == {"kgx", "text"}
    assert not [*gone_parts(graph, folder, parts_of(folder))]
    note.unlink()
    nodes.write_text(f"{NODES}MONDO:2\tgoitre\tbiolink:Disease\n", encoding="utf-8")
    assert [each.id for each in gone_parts(graph, folder, parts_of(folder))] == [loaded["text"].load_id]
