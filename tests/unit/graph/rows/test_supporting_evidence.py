"""What texts say in support of an edge: any order gives the same edge, and takes back the same."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from bioloom.graph.rows.property_values import PropertyRow
from bioloom.graph.rows.supporting_evidence import derive_slots, hash_record, remove_documents, split_edge
from bioloom.graph.rows.upsert_policy import merge_properties


def stated(
    document: str, text: str, *, subject: str = "bioloom:gene.egfr", by: str | None = None, score: float = 0.5
) -> PropertyRow:
    """Give the edge that one sentence states, by a program or by a person."""
    entry: dict[str, object] = {
        "document": document,
        "sentences": [f"{document}#s0"],
        "text": text,
        "subject": {"name": text.split()[0], "id": subject},
        "predicate": "biored:Association",
        "object": {"name": "cancer", "id": "MESH:D009369"},
        "knowledge_level": "not_provided" if by else "knowledge_assertion",
        "agent_type": "text_mining_agent" if by else "manual_agent",
    }
    if by is not None:
        entry |= {"extractor": by, "confidence": score}
    row: PropertyRow = {
        "subject": "A:1",
        "object": "MESH:D009369",
        "support": [json.dumps(entry)],
        "document_ids": [document],
        "sentence_ids": [f"{document}#s0"],
        "supporting_text": [text],
        "knowledge_level": str(entry["knowledge_level"]),
        "agent_type": str(entry["agent_type"]),
    }
    row = derive_slots(row)
    return row | {"record_hash": [f"load.1.{hash_record(row)}"]}


ROWS = (
    stated("c:1", "EGFR drives cancer", by="toy@1", score=0.9),
    stated("c:2", "ErbB1 drives cancer", by="toy@1", score=0.4),
    stated("c:3", "HER1 and cancer"),
)


def joined(rows: tuple[PropertyRow, ...]) -> PropertyRow:
    first, *rest = rows
    for row in rest:
        first = merge_properties(first, row)
    return first


def test_the_order_of_sentences_does_not_matter() -> None:
    edges = [joined(order) for order in permutations(ROWS)]
    assert all(edge == edges[0] for edge in edges)
    assert edges[0]["document_ids"] == ["c:1", "c:2", "c:3"]
    assert edges[0]["extractor"] == ["toy@1"]
    assert (edges[0]["original_subject"], edges[0]["agent_type"]) == ("HER1", "manual_agent")
    assert "extraction_confidence_score" not in edges[0]


@pytest.mark.parametrize("gone", ["c:1", "c:2", "c:3"])
def test_a_document_takes_back_what_it_said(gone: str) -> None:
    left = tuple(row for row in ROWS if row["document_ids"] != [gone])
    assert remove_documents(joined(ROWS), [gone]) == joined(left)


def test_nothing_is_left_when_all_documents_are_gone() -> None:
    assert remove_documents(joined(ROWS), ["c:1", "c:2", "c:3"]) is None
    other = joined(ROWS) | {"record_hash": [*joined(ROWS)["record_hash"], "kgx.1.abc"]}  # type: ignore[misc]
    kept = remove_documents(other, ["c:1", "c:2", "c:3"])
    assert kept is not None
    assert kept["record_hash"] == ["kgx.1.abc"]
    assert "support" not in kept
    assert "document_ids" not in kept


def test_an_edge_is_shared_out_by_what_its_names_stand_for() -> None:
    one, other = ROWS[0], stated("c:2", "ErbB1 drives cancer", subject="bioloom:gene.erbb-1", by="toy@1")
    edge = merge_properties(one, other)
    parts = split_edge(edge, {"bioloom:gene.erbb-1": "A:1"}, {"bioloom:gene.erbb-1": "B:2"})
    assert {(subject, object_) for subject, object_, _ in parts} == {
        ("A:1", "MESH:D009369"),
        ("B:2", "MESH:D009369"),
    }
    rows = {subject: row for subject, _, row in parts}
    assert rows["A:1"] == one
    assert rows["B:2"] == other
    whole = split_edge(
        edge,
        {"bioloom:gene.egfr": "A:1", "bioloom:gene.erbb-1": "A:1"},
        dict.fromkeys(("bioloom:gene.egfr", "bioloom:gene.erbb-1"), "C:3"),
    )
    assert whole == [("C:3", "MESH:D009369", edge)]
