"""Values of KGX: a graph comes back from our own tables as it was, with its numbers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.exchange import export_kgx
from bioloom.graph.connection import Graph
from bioloom.pipeline import load
from bioloom.settings import Settings

pytestmark = pytest.mark.integration

STATED = {
    "knowledge_level": "not_provided",
    "agent_type": "not_provided",
    "primary_knowledge_source": "infores:x",
}
VALUES = (
    "MATCH (a)-[e:`biolink:treats`]->(b) RETURN properties(a) AS a, properties(e) AS e, properties(b) AS b"
)


def _values(graph: Graph) -> dict[str, object]:
    with graph.session(read=True) as session:
        row = session.run(VALUES).single(strict=True)
    return {
        f"{part}.{name}": value
        for part in "aeb"
        for name, value in row[part].items()
        if name != "record_hash"
    }


def test_numbers_come_back_from_our_own_tables(
    graph: Graph, tmp_path: Path, put: Callable[[str, str | bytes], Path]
) -> None:
    nodes = [
        {
            "id": "CHEBI:1",
            "name": "tea",
            "category": ["biolink:SmallMolecule"],
            "chi_squared_p": 0.5,
            "has_count": 7,
        },
        {"id": "MONDO:1", "name": "gout", "category": ["biolink:Disease"]},
    ]
    edge = {"subject": "CHEBI:1", "predicate": "biolink:treats", "object": "MONDO:1", **STATED}
    numbers = {
        "p_value": 5e-8,
        "evidence_count": 12,
        "elevate_to_prediction": True,
        "note": "0.5",
        "predicate_score": 1,
    }
    source = put("a/g_nodes.jsonl", "".join(json.dumps(node) + "\n" for node in nodes))
    put("a/g_edges.jsonl", json.dumps({**edge, **numbers}) + "\n")
    load(source, graph, Settings(home=tmp_path / "one"), ground=False)
    before = _values(graph)
    assert (before["e.p_value"], before["e.evidence_count"], before["e.note"]) == (5e-8, 12, "0.5")
    assert (before["a.chi_squared_p"], before["a.has_count"]) == (0.5, 7)
    exported = export_kgx(graph, tmp_path / "out.tsv").files[0]
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
    load(exported, graph, Settings(home=tmp_path / "two"), ground=False)
    after = _values(graph)
    assert {name: (value, type(value)) for name, value in before.items()} == {
        name: (value, type(value)) for name, value in after.items() if name in before
    }
