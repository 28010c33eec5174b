"""Statements as plain sentences: every predicate, every qualifier, either direction, denied."""

import re

import pytest

from bioloom.answering import subgraph_json
from bioloom.biolink import model, relation_phrase, verbalize
from bioloom.records import EvidenceEdge, Subgraph, SubgraphNode
from bioloom.resources import read_table

ROWS = list(read_table("verbalization/predicates.tsv"))
CAUSES = {"qualified_predicate": "biolink:causes"}


def test_every_predicate_of_the_release_has_its_words_once() -> None:
    listed = [row["predicate"] for row in ROWS]
    assert len(listed) == len(set(listed))
    assert {name for name in listed if name.startswith("biolink:")} == set(model().release.predicates)
    native = {f"biopie:{name}" for name in _relations()}
    assert {name for name in listed if name.startswith("biopie:")} == native


def _relations() -> set[str]:
    return {row["subject_label"] for row in read_table("biopie/relations.sssom.tsv")}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["predicate"])
def test_words_make_a_sentence_and_a_denial_differs(row: dict[str, str]) -> None:
    said, denied = row["said"].removeprefix("<"), row["denied"].removeprefix("<")
    assert row["said"].startswith("<") is row["denied"].startswith("<")
    assert said != denied
    assert "_" not in said + denied
    assert re.match(r"(is|was|has|can|[a-z]+s|(?:in)?directly|physically|actively)\b", said)
    assert re.search(r"\b(it|they|this|them)$", said) is None


@pytest.mark.parametrize(
    ("predicate", "properties", "sentence"),
    [
        ("treats", {}, "A treats B"),
        ("treats", {"negated": True}, "A does not treat B"),
        ("ameliorates_condition", {}, "A relieves B"),
        ("affects", {"object_direction_qualifier": "decreased", **CAUSES}, "A decreases B"),
        (
            "affects",
            {"object_direction_qualifier": "upregulated", "object_aspect_qualifier": "expression", **CAUSES},
            "A upregulates the expression of B",
        ),
        (
            "affects",
            {
                "object_direction_qualifier": "increased",
                "object_aspect_qualifier": "activity_or_abundance",
                "negated": True,
                **CAUSES,
            },
            "A does not increase the activity or abundance of B",
        ),
        ("affects", {"object_aspect_qualifier": "transport", **CAUSES}, "A affects the transport of B"),
        ("regulates", {"object_aspect_qualifier": "splicing"}, "A regulates the splicing of B"),
        (
            "affects",
            {
                "qualified_predicate": "biolink:contributes_to",
                "object_aspect_qualifier": "activity",
                "object_direction_qualifier": "decreased",
            },
            "A contributes to the decreased activity of B",
        ),
        (
            "positively_correlated_with",
            {
                "subject_aspect_qualifier": "expression",
                "subject_direction_qualifier": "increased",
                "object_form_or_variant_qualifier": "mutant_form",
                "object_aspect_qualifier": "activity",
            },
            "the increased expression of A is positively correlated with "
            "the activity of the mutant form of B",
        ),
        (
            "affects",
            {
                "object_direction_qualifier": "decreased",
                "causal_mechanism_qualifier": "competitive_inhibition",
                "anatomical_context_qualifier": ["UBERON:0002107"],
                "statistical_significance_qualifier": "not_significant",
                **CAUSES,
            },
            "A decreases B in UBERON:0002107 by competitive inhibition "
            "(statistical significance: not significant)",
        ),
        ("no_such_predicate", {"negated": True}, "A (not) no such predicate B"),
    ],
)
def test_qualifiers_direction_and_negation_are_said(
    predicate: str, properties: dict[str, object], sentence: str
) -> None:
    assert verbalize("A", f"biolink:{predicate}", "B", properties) == sentence


def test_an_edge_of_the_service_says_itself_in_reading_order() -> None:
    drug, gene = SubgraphNode("X:1", "Epinephrine", "Drug"), SubgraphNode("X:2", "asthma", "Disease")
    fix, cells = SubgraphNode("l:a#T1", "Fix", "verb"), SubgraphNode("l:a#T2", "cells", "cell")
    eases = EvidenceEdge("1", "X:1", "biolink:ameliorates_condition", "X:2")
    acts = EvidenceEdge(
        "2", "l:a#T1", "biolink:affects", "l:a#T2", "is_object_of",
        properties={"sentence_id": "l:a#s0", "original_subject": "l:a#T2"},
    )  # fmt: skip
    found = subgraph_json(Subgraph((drug, gene, fix, cells), (eases, acts)))["edges"]
    assert [edge["stated"]["sentence"] for edge in found] == [
        "Epinephrine relieves asthma",
        "Fix acts on cells",
    ]
    assert (found[1]["stated"]["head"], found[1]["stated"]["tail"]) == ("l:a#T1", "l:a#T2")
    assert relation_phrase("HAS_SENTENCE", {}) == "has sentence"
