"""The walk of a BRAT record into a real Neo4j is the one that is written down, function by function."""

from pathlib import Path

import pytest

from bioloom.cli.load import load_source
from bioloom.graph.connection import Endpoint, Graph
from load_walk import WALK, brat_record
from named_server import name_server
from record_trace import traced

pytestmark = pytest.mark.integration


def test_a_record_passes_no_other_function(
    graph: Graph, server: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_server(monkeypatch, server)
    with traced() as trace:
        load_source([brat_record(tmp_path)], format="brat", as_json=True)
    assert trace.functions == WALK
