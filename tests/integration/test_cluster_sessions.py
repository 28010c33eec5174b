"""Sessions as on a cluster: routed by the driver, each sees what those before it wrote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.digest import digest
from bioloom.pipeline import load
from bioloom.retrieval.statement_runner import run_statement
from bioloom.settings import Settings
from bioloom_loaders.text import TextLoader
from toy_extractor import ToyExtractor

pytestmark = pytest.mark.integration


def test_a_routed_load_is_the_same_and_later_sessions_wait_for_it(
    server: Endpoint, graph: Graph, put: Callable[[str, str | bytes], Path], tmp_path: Path
) -> None:
    folder = put(
        "lab/lysis.txt", "Lysis\n1. Add 5 ml of lysis buffer.\n2. Incubate at 37 °C for 10 min.\n"
    ).parent
    settings, loader = Settings(home=tmp_path / "home"), TextLoader()
    load(folder, graph, settings, format=loader, extractor=ToyExtractor())
    assert graph.bookmarks is None
    expected = digest(graph)
    address = server.uri.partition("://")[2]
    with connect(replace(server, uri=f"neo4j://{address}")) as routed:
        assert routed.bookmarks is not None
        before = set(routed.bookmarks.get_bookmarks())
        again = load(folder, routed, settings, format=loader, extractor=ToyExtractor(), fresh=True)
        assert again.counts.written == 0
        written = set(routed.bookmarks.get_bookmarks())
        assert written not in (before, set())  # sessions that begin now send these
        assert digest(routed) == expected
        rows = run_statement(routed, "exchange/ping", {})
        assert len(rows) == 1
