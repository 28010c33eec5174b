"""Counts of an export."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bioloom.exchange.graph_export import GraphExport, RowCounter


def test_negated_claims_that_a_format_cannot_state_are_counted() -> None:
    edges = [SimpleNamespace(slots={"negated": negated}) for negated in (True, False, True)]
    stream: Any = SimpleNamespace(edges=lambda: iter(edges))
    export = GraphExport((), (), stream, RowCounter(3, None))
    assert list(export.edges(denied=False)) == [edges[1]]
    assert (export.report.edges, export.report.denied) == (1, 2)
