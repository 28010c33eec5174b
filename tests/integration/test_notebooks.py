"""The notebooks of the documentation run from their first cell to their last, each on an empty graph."""

import os
from pathlib import Path
from typing import Any

import pytest

from bioloom.graph.connection import Endpoint, Graph
from named_server import name_server

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("graph")]

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def shown(notebook: Any) -> str:
    """Give the texts of all outputs."""
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", ())]
    return "\n".join(out.get("text", "") or out.get("data", {}).get("text/plain", "") for out in outputs)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(
    path: Path, server: Endpoint, graph: Graph, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BIOLOOM_HOME", str(tmp_path / "home"))
    name_server(monkeypatch, server)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    notebook = nbformat.read(path, as_version=4)
    stored = shown(notebook)
    assert str(ROOT) not in stored
    client = nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(ROOT)}})
    client.execute(env=dict(os.environ))
    assert "abstained=False" in shown(notebook)
    first = [line for line in stored.splitlines() if line.startswith("Answer(")]
    again = [line for line in shown(notebook).splitlines() if line.startswith("Answer(")]
    answers = [[line.partition(", confidence=")[0] for line in lines] for lines in (first, again)]
    assert answers[0] == answers[1], "the answers that are stored are those that it gives"


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 3
