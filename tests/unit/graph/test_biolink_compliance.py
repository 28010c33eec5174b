"""Rules of the model are judged by what the rows of a graph hold."""

from typing import Any, cast

import pytest

from bioloom.biolink import model
from bioloom.graph.biolink_compliance import biolink_compliance
from bioloom.graph.connection import Graph


@pytest.mark.parametrize(
    ("source", "broken"),
    [("infores:lab", 0), ("my lab", 1), ("infores:my corpus:x", 1), ("infores:", 1), (None, 1)],
)
def test_a_source_that_is_no_infores_curie_breaks_the_rule(source: str | None, broken: int) -> None:
    row = {
        "knowledge_level": "not_provided", "agent_type": "not_provided", "source": source,
        "count": 1, "example": "A:1 treats B:1",
    }  # fmt: skip

    class Stored:
        def read(self, name: str) -> list[dict[str, Any]]:
            return [row] if name == "compliance/provenance" else []

    rules = {one.rule: one for one in biolink_compliance(cast("Graph", Stored()), model())}
    assert rules["the primary source is an infores id"].broken == broken
