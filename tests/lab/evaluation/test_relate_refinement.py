"""Edges of ChemProt's groups: which of them the annotators' finer label bears out."""

from bioloom.records import Claim, Standardized
from bioloom_lab.evaluation.relate_refinement import count_overclaims
from bioloom_lab.relate_cases.case import RelationCase

CLAIM = Claim("alol", "lowers", "KX1", "", ("biolink:ChemicalEntity",), ("biolink:GeneOrGeneProduct",))
ACTIVITY = {
    "qualified_predicate": "biolink:causes",
    "object_aspect_qualifier": "activity",
    "object_direction_qualifier": "decreased",
}


def case(group: str, finer: str) -> RelationCase:
    return RelationCase("chemprot", "1", CLAIM, (group,), textual=True, details=(finer,))


def test_what_is_finer_than_the_annotation_is_not_borne_out() -> None:
    cases = [
        case("downregulator", "INHIBITOR"),
        case("downregulator", "INDIRECT-DOWNREGULATOR"),
        case("substrate", "SUBSTRATE"),
        case("upregulator", "INDIRECT-UPREGULATOR"),
    ]
    answers = [
        Standardized("biolink:affects", 0.6, "words 1", ACTIVITY),
        Standardized("biolink:affects", 0.4, "words 1", ACTIVITY),
        Standardized(None, 0.0, "words 1", reason="NO_PREDICATE"),
        Standardized("biolink:affects", 0.9, "words 1", ACTIVITY),  # the other direction
    ]
    found = count_overclaims(cases, answers)
    lowered = found["DOWNREGULATOR"]
    assert lowered["label"] == lowered["group"] == {True: 2}
    assert (lowered["RELATE from 0.0"], lowered["RELATE from 0.5"]) == ({True: 1, False: 1}, {True: 1})
    for label in ("PRODUCT-OF", "ACTIVATOR"):
        assert found[label] == {"label": {False: 1}, "group": {True: 1}}
