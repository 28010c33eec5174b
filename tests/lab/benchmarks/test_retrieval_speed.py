"""The retrieval bench: its generated protocols and questions, and what it makes of its measurements."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bioloom.biolink import model
from bioloom.graph.connection import Graph
from bioloom.graph.integrity_checks import find_faults
from bioloom.retrieval import graph_counts, retrieve
from bioloom.settings import Settings
from bioloom_lab.benchmarks.generated_protocols import questions, write_protocols
from bioloom_lab.benchmarks.retrieval_speed import REFERENCE, RetrievalCost, RetrievalSpeed


def test_questions_of_one_seed_are_always_the_same_and_seldom_come_twice() -> None:
    first = list(islice(questions(1), 60))
    assert first == list(islice(questions(1), 60)) != list(islice(questions(2), 60))
    assert len(set(first)) > 50


@pytest.mark.integration
def test_generated_protocols_hold_what_annotated_ones_do(graph: Graph, tmp_path: Path) -> None:
    assert write_protocols(graph, Settings(home=tmp_path), 500, seed=1) == 20
    sentences, entities = graph_counts(graph)
    assert (sentences, entities > 50) == (500, True)
    assert find_faults(graph, model()) == ()
    hits = retrieve(graph, "How long are the cells incubated with trypsin?")
    assert any(hit.subgraph.edges for hit in hits)
    assert any(node.category for hit in hits for node in hit.subgraph.nodes)
    assert all(hit.document_title for hit in hits)


def test_ratios_are_of_the_same_round() -> None:
    costs = {
        REFERENCE: [RetrievalCost([0.001, 0.002, 0.003], 0.001, 0.001), RetrievalCost([0.010], 0.004, 0.0)],
        "hops": [RetrievalCost([0.004, 0.006, 0.009], 0.003, 0.003), RetrievalCost([0.040], 0.010, 0.002)],
    }
    found: dict[str, Any] = RetrievalSpeed(100, 5, "a machine", costs).as_json()
    assert found["ratios"]["hops"] == {
        "of p50": {"value": 3.5, "low": 3.0, "high": 4.0},
        "of p95": {"value": 3.5, "low": 3.0, "high": 4.0},
        "of CPU": {"value": 3.0, "low": 3.0, "high": 3.0},
    }
    assert found["metrics"][REFERENCE]["p50 ms"] == {"value": 6.0, "low": 2.0, "high": 10.0}
