"""The way of a claim to a predicate, with retrieval and ranking stated by the test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.pipeline.validation.predicate_resolution import resolve_predicate
from bioloom.records.predicate_mapping import Claim, Standardized
from bioloom.standardization.relate.decision import turned_round
from bioloom.standardization.relate.json_schema import relate_json, standardized_json
from bioloom.standardization.relate.phrase_cache import PhraseCache, cache_file
from toy_relate import INHIBITS, QUALIFIED, Toy, toy_standardizer

GENE, DISEASE, DRUG = ("biolink:Gene",), ("biolink:Disease",), ("biolink:SmallMolecule",)


def one(says: Mapping[str, Mapping[str, float]], claim: Claim, *, negative: float = 0.0) -> Standardized:
    return toy_standardizer(Toy(says, negative=negative)).standardize([claim])[0]


def test_a_phrase_becomes_a_predicate_with_its_qualifiers() -> None:
    found = one({"blocks": {INHIBITS: 0.8, "biolink:affects": 0.1}}, Claim("a", "blocks", "b"))
    assert (found.predicate, found.qualifiers, found.score) == ("biolink:affects", QUALIFIED, 0.8)
    assert not found.swapped
    assert not found.negated
    assert found.selector == "toy"
    assert [candidate.key for candidate in found.candidates] == [INHIBITS, "biolink:affects"]
    assert found.candidates[0].descriptor == f"about {INHIBITS}"


def test_a_passive_phrase_swaps_the_ends_and_leaves_the_qualifiers_on_what_is_acted_on() -> None:
    toy = Toy({"inhibited": {INHIBITS: 0.8}})
    claim = Claim("X", "is inhibited by", "Y", "X is inhibited by Y.", GENE, DRUG)
    found = toy_standardizer(toy).standardize([claim])[0]
    assert (found.predicate, found.swapped, found.qualifiers) == ("biolink:affects", True, QUALIFIED)
    asked = toy.claims[0]
    assert (asked.subject, asked.relationship, asked.object) == ("Y", "inhibited", "X")
    assert (asked.subject_categories, asked.object_categories) == (DRUG, GENE)


@pytest.mark.parametrize(
    ("phrase", "asked", "key", "swapped"),
    [
        ("is impaired by", "impaired", "biolink:affects", True),
        ("is impaired by", "impaired", "biolink:affected_by", True),  # the grammar decides, not retrieval
        ("impairs", "impairs", "biolink:affected_by", False),
        ("suffers from", "suffers from", "biolink:affected_by", True),
        ("under therapy with", "under therapy with", "biolink:treated_by", True),
        ("is modified by", "modified", "biolink:interacts_with", False),  # symmetric: nothing to swap
    ],
)
def test_direction_is_canonical_whatever_the_voice(phrase: str, asked: str, key: str, swapped: bool) -> None:
    found = one({asked: {key: 0.9}}, Claim("a", phrase, "b"))
    assert found.swapped is swapped
    assert found.predicate is not None
    assert not found.predicate.endswith("_by")


def test_qualifiers_follow_their_end_when_a_target_is_not_canonical() -> None:
    assert turned_round({"object_aspect_qualifier": "a", "subject_form_or_variant_qualifier": "b"}) == {
        "subject_aspect_qualifier": "a",
        "object_form_or_variant_qualifier": "b",
    }


def test_a_release_term_needs_no_model_and_keeps_its_denial() -> None:
    toy = Toy({}, down=True)
    claims = [
        Claim("DRD4", "associated with", "Heroin Addiction", "", GENE, DISEASE),
        Claim("MDMA", "causes", "Depression", "", DRUG, DISEASE),
        Claim("aspirin", "is not associated with", "asthma"),
        Claim("X", "is treated by", "Y"),
        Claim("X", "CTD:increases_expression_of", "Y"),
    ]
    found = toy_standardizer(toy).standardize(claims)
    assert [(each.predicate, each.negated, each.swapped) for each in found] == [
        ("biolink:associated_with", False, False),
        ("biolink:causes", False, False),
        ("biolink:associated_with", True, False),
        ("biolink:treats", False, True),
        ("biolink:affects", False, False),
    ]
    assert found[4].qualifiers["object_direction_qualifier"] == "increased"
    assert {each.selector for each in found} == {"biolink"}


def test_words_of_the_release_that_do_not_fit_the_ends_are_mapped_like_any_phrase() -> None:
    found = one({"treats": {"biolink:affects": 0.7}}, Claim("TP53", "treats", "EGFR", "", GENE, GENE))
    assert (found.predicate, found.selector) == ("biolink:affects", "toy")


@pytest.mark.parametrize(
    ("phrase", "reason"),
    [
        ("", "EMPTY_PHRASE"),
        ("y" * 10_000, "LONG_PHRASE"),
        ("a\x07b", "BAD_PHRASE"),
        ("biolink:inhibits", "UNKNOWN_PREDICATE"),
        ("RO:9999999", "UNKNOWN_PREDICATE"),
        ("is the colour of", "NO_PREDICATE"),
    ],
)
def test_none_has_a_reason_and_no_predicate(phrase: str, reason: str) -> None:
    found = one({"is the colour of": {"biolink:affects": 0.3}}, Claim("a", phrase, "b"))
    assert (found.predicate, found.reason) == (None, reason)


@pytest.mark.parametrize(
    ("term", "predicate", "negated"),
    [
        ("chemprot:DOWNREGULATOR", "biolink:affects", False),
        ("CHEMPROT:CPR:9", "biolink:affects", False),
        ("CPR:4", "biolink:affects", False),
        ("hetionet:CtD", "biolink:treats", False),
        ("SEMMEDDB:NEG_TREATS", "biolink:treats_or_applied_or_studied_to_treat", True),
        ("NEG_TREATS", "biolink:treats", True),
        ("not_causes", "biolink:causes", True),
        ("NEG_INHIBITS", "biolink:affects", True),
        ("NOT_TREATED_BY", "biolink:treats", True),
    ],
)
def test_a_term_of_another_scheme_is_read_as_loads_read_it(term: str, predicate: str, negated: bool) -> None:
    (found,) = toy_standardizer(Toy({})).standardize([Claim("a", term, "b")])
    resolved = resolve_predicate(term, model())
    assert resolved is not None
    assert (found.predicate, found.negated) == (resolved.predicate, resolved.negated) == (predicate, negated)
    assert (found.swapped, dict(found.qualifiers)) == (resolved.swapped, dict(resolved.qualifiers))


def test_phrases_that_are_no_text_are_refused_beside_good_ones() -> None:
    bad = Claim("a", ["treats"], "b")  # type: ignore[arg-type]
    found = toy_standardizer(Toy({})).standardize([bad, Claim("a", "treats", "b")])
    assert [(each.predicate, each.reason) for each in found] == [
        (None, "BAD_PHRASE"),
        ("biolink:treats", None),
    ]


def test_a_model_that_is_down_rejects_and_is_asked_again_later() -> None:
    toy = Toy({"blocks": {INHIBITS: 0.8}}, down=True)
    standardizer = toy_standardizer(toy)
    claim = Claim("a", "blocks", "b")
    assert standardizer.standardize([claim])[0].reason == "MODEL_UNAVAILABLE"
    toy.down = False
    assert standardizer.standardize([claim])[0].predicate == "biolink:affects"


def test_a_likelier_candidate_that_breaks_domain_or_range_gives_way_to_one_that_fits() -> None:
    says = {"targets": {"biolink:treats": 0.5, "biolink:affects": 0.3}}
    found = one(says, Claim("EGFR", "targets", "TP53", "", GENE, GENE))
    assert (found.predicate, found.score) == ("biolink:affects", 0.3)
    unknown = one(says, Claim("EGFR", "targets", "TP53"))
    assert unknown.predicate == "biolink:treats"


def test_without_a_fitting_candidate_the_nearest_fitting_parent_is_written() -> None:
    says = {"linked": {"biolink:gene_associated_with_condition": 0.9}}
    found = one(says, Claim("aspirin", "linked", "asthma", "", DRUG, DISEASE))
    assert found.predicate == "biolink:associated_with"
    turned = one({"cure": {"biolink:treats": 0.9}}, Claim("asthma", "cure", "TP53", "", DISEASE, GENE))
    assert (turned.predicate, turned.qualifiers) == ("biolink:related_to", {})


def test_negation_comes_from_the_words_or_from_the_denying_descriptors() -> None:
    says = {"block": {INHIBITS: 0.8}, "blocks": {INHIBITS: 0.8}}
    assert one(says, Claim("a", "does not block", "b")).negated
    assert not one(says, Claim("a", "blocks", "b")).negated
    assert one(says, Claim("a", "blocks", "b"), negative=0.95).negated


def test_claims_that_say_the_same_are_decided_once_and_order_is_kept() -> None:
    toy = Toy({"blocks": {INHIBITS: 0.8}, "heals": {"biolink:treats": 0.9}})
    standardizer = toy_standardizer(toy)
    claims = [Claim(str(n), "blocks" if n % 2 else "heals", "z") for n in range(10)]
    first = standardizer.standardize(claims)
    assert [found.predicate for found in first] == ["biolink:treats", "biolink:affects"] * 5
    assert len(toy.claims) == 2
    assert standardizer.standardize(claims) == first
    assert len(toy.claims) == 2


def test_names_that_rules_look_at_are_told_apart() -> None:
    standardizer = toy_standardizer(Toy({"give": {"biolink:affects": 0.9}}))
    names = ["mice", "Clinicians", "cells", "clinicians"]
    found = standardizer.standardize([Claim(name, "give", "z") for name in names])
    assert [each.reason for each in found] == [None, "ADMINISTRATIVE", None, "ADMINISTRATIVE"]


@pytest.mark.parametrize(
    "claim", [Claim("Clinicians", "prescribe", "Opioid"), Claim("Anisomycin", "used to detect", "GNPTG")]
)
def test_statements_about_practice_are_none(claim: Claim) -> None:
    found = one({"prescribe": {"biolink:treats": 0.9}, "used to detect": {"biolink:affects": 0.9}}, claim)
    assert found.predicate is None
    assert found.reason in {"ADMINISTRATIVE", "METHODOLOGICAL"}


def test_a_claim_with_text_is_judged_by_its_own_text() -> None:
    toy = Toy({"blocks": {INHIBITS: 0.8}})
    standardizer = toy_standardizer(toy)
    stated = Claim("aspirin", "blocks", "COX-1", "Aspirin blocks COX-1.")
    denied = replace(stated, text="Aspirin does not block COX-1, we conclude.", relationship="blocks")
    assert [found.negated for found in standardizer.standardize([stated, denied])] == [False, True]
    assert toy.phrases == ["blocks"]


def test_decisions_are_found_again_by_another_process_of_the_same_make(tmp_path: Path) -> None:
    file = cache_file(tmp_path, {"release": "4", "models": ["m"]})
    toy = Toy({"blocks": {INHIBITS: 0.8}})
    claims = [Claim("a", "blocks", "b"), Claim("a", "sings to", "b"), Claim("a", "x\ud800", "b")]
    first = toy_standardizer(toy, cache=PhraseCache(file))
    found = first.standardize(claims)
    again = toy_standardizer(Toy({}, down=True), cache=PhraseCache(file))
    assert again.standardize(claims) == found
    assert cache_file(tmp_path, {"release": "5", "models": ["m"]}) != file


def test_the_json_of_a_decision() -> None:
    claim = Claim("X", "is inhibited by", "Y")
    found = standardized_json(one({"inhibited": {INHIBITS: 0.8}}, claim))
    assert {name: found[name] for name in ("predicate", *QUALIFIED, "negated", "swapped", "score")} == {
        "predicate": "biolink:affects",
        **QUALIFIED,
        "negated": False,
        "swapped": True,
        "score": 0.8,
    }
    assert "reason" not in found
    none = standardized_json(one({}, claim))
    assert (none["predicate"], none["reason"], none["candidates"]) == (None, "NO_PREDICATE", [])
    row = relate_json(claim, one({"inhibited": {INHIBITS: 0.8}}, claim), "rrf")
    assert row["top_choice"]["object_direction_qualifier"] == "decreased"
    assert row["Top_n_candidates"]["0"]["mapped_predicate"] == INHIBITS
    assert (row["subject"], row["Top_n_retrieval_method"]) == ("X", "rrf")
