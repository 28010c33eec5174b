"""Counts of an export."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from bioloom.exchange import csv_tables, graphml
from bioloom.exchange.graph_export import GraphExport, RowCounter
from bioloom.exchange.graph_stream import StreamedEdge, StreamedNode


def test_negated_claims_that_a_format_cannot_state_are_counted() -> None:
    edges = [SimpleNamespace(slots={"negated": negated}) for negated in (True, False, True)]
    stream: Any = SimpleNamespace(edges=lambda: iter(edges))
    export = GraphExport((), (), stream, RowCounter(3, None))
    assert list(export.edges(denied=False)) == [edges[1]]
    assert (export.report.edges, export.report.denied) == (1, 2)


def test_a_slot_called_like_a_key_of_ours_gets_another(tmp_path: Path) -> None:
    node = StreamedNode("A:1", {"name": "caption", "label": "slot", "Label": "other"})
    edge = StreamedEdge("A:1", "biolink:x", "A:1", {"id": "e", "label": "slot"})
    stream: Any = SimpleNamespace(
        node_slots=lambda: sorted(node.slots),
        edge_slots=lambda: ["label"],
        nodes=lambda: iter([node]),
        edges=lambda: iter([edge]),
    )

    @contextmanager
    def opened(_: object, *paths: Path, **__: object) -> Iterator[GraphExport]:
        with ExitStack() as held:
            files = tuple(held.enter_context(path.open("w")) for path in paths)
            yield GraphExport(paths, files, stream, RowCounter(2, None))

    graph: Any = None
    with patch.object(graphml, "open_export", opened), patch.object(csv_tables, "open_export", opened):
        graphml.export_graphml(graph, tmp_path / "g.graphml")
        csv_tables.export_csv(graph, tmp_path / "g.csv")
    written = (tmp_path / "g.graphml").read_text()
    keys = re.findall(r'<key id="([^"]+)"', written)
    assert len(keys) == len({*keys})
    assert '<data key="n.label">caption</data>' in written
    assert '<data key="n.label_">slot</data>' in written
    assert '<data key="e.label">x</data>' in written
    [row] = csv.DictReader((tmp_path / "g_nodes.csv").read_text().splitlines())
    assert (row["Label"], row["Label_"], row["label"]) == ("caption", "other", "slot")
