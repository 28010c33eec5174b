"""The action words of target tables."""

import pytest

from bioloom.biolink import model
from bioloom.standardization.relation_tables import map_relation
from bioloom.standardization.sssom import SssomMapping, read_mapping_set

ROWS = read_mapping_set("drugaction/relations.sssom.tsv").mappings


def test_every_word_stands_once() -> None:
    labels = [row.subject_label for row in ROWS]
    assert len(labels) == len(set(labels))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.subject_label)
def test_every_action_fits_a_drug_and_a_gene(row: SssomMapping) -> None:
    found = map_relation("drugaction", row.subject_label)
    assert found is not None
    other = "biolink:Disease" if row.subject_label in ("treats", "studied") else "biolink:Gene"
    ends = (other, "biolink:Drug") if found.inverse else ("biolink:Drug", other)
    assert model().signature_fault([ends[0]], found.object_id, [ends[1]]) is None


@pytest.mark.parametrize(
    ("word", "direction"),
    [("Antagonist", "decreased"), ("partial agonist", "increased"), ("substrate", None)],
)
def test_direction_of_effects(word: str, direction: str | None) -> None:
    found = map_relation("drugaction", word)
    assert found is not None
    assert found.qualifiers.get("object_direction_qualifier") == direction
