"""Counts of an export."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bioloom.errors import UsageError
from bioloom.exchange.graph_export import GraphExport, RowCounter
from bioloom.exchange.kgx import split_name


def test_negated_claims_that_a_format_cannot_state_are_counted() -> None:
    edges = [SimpleNamespace(slots={"negated": negated}) for negated in (True, False, True)]
    stream: Any = SimpleNamespace(edges=lambda: iter(edges))
    export = GraphExport((), (), stream, RowCounter(3, None))
    assert list(export.edges(denied=False)) == [edges[1]]
    assert (export.report.edges, export.report.denied) == (1, 2)


@pytest.mark.parametrize("name", ["graph", "v1.2", "stdout", "x.foo"])
def test_a_name_that_says_no_form_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=f"{name} does not say a form; end it in .jsonl, .*or .parquet"):
        split_name(name)
