"""Labels of corpora as keys, in the direction of the claim."""

import pytest

from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.vocabulary import vocabulary
from bioloom.standardization.sssom import read_mapping_set
from bioloom_lab.relate_cases.case import NONE, RelationCase
from bioloom_lab.relate_cases.gold_labels import SCHEMES, gold_keys, single_key

CLAIM = Claim("a", "relates to", "b")


@pytest.mark.parametrize(
    ("source", "label", "forward", "backward"),
    [
        ("chemprot", "INHIBITOR", "decreases activity of", "activity decreased by"),
        ("chemprot", "SUBSTRATE", "biolink:is_substrate_of", "biolink:has_substrate"),
        ("git", "PREVENTS", "biolink:preventative_for_condition", "biolink:has_preventative_intervention"),
        ("git", "COEXISTS_WITH", "biolink:coexists_with", "biolink:coexists_with"),
        (
            "ddi",
            "advise",
            "biolink:pharmacologically_interacts_with",
            "biolink:pharmacologically_interacts_with",
        ),
    ],
)
def test_a_label_follows_the_direction_of_the_claim(
    source: str, label: str, forward: str, backward: str
) -> None:
    words = vocabulary()
    found = [
        single_key(RelationCase(source, "1", CLAIM, (label,), backward=turned), words)
        for turned in (False, True)
    ]
    assert found == [forward, backward]


def test_chemprot_labels_are_keys_of_its_vocabulary_and_nothing_else_is() -> None:
    words = vocabulary("chemprot")
    several = RelationCase("chemprot", "1", CLAIM, ("agonist", "upregulator"), details=("AGONIST",))
    assert gold_keys(several, words) == ("agonist", "upregulator")
    assert single_key(several, words) is None
    assert gold_keys(RelationCase("git", "1", CLAIM, ("TREATS",)), words) == ()


def test_none_has_no_key() -> None:
    assert gold_keys(RelationCase("ddi", "1", CLAIM, (NONE,)), vocabulary()) == ()


@pytest.mark.parametrize("source", sorted(SCHEMES))
def test_every_label_with_a_predicate_of_biolink_has_a_key(source: str) -> None:
    words = vocabulary()
    for row in read_mapping_set(f"{SCHEMES[source]}/relations.sssom.tsv").mappings:
        if row.object_id.startswith("biolink:") and not row.extensions.get("edge_subject_category"):
            for backward in (False, True):
                case = RelationCase(source, "1", CLAIM, (row.subject_label,), backward=backward)
                assert gold_keys(case, words), (row.subject_label, backward)
