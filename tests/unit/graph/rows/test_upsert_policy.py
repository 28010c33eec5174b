"""What a record does to a node or edge that is already there."""

from __future__ import annotations

from typing import Any

import pytest

from bioloom.graph.rows.property_values import PropertyRow, content_hash, normal_forms, row, storable
from bioloom.graph.rows.upsert_policy import NO_VALUES_OF_EDGES, Origin, find_conflict, merge_record

NOW = Origin("kgx", "2")


def test_a_record_that_changed_replaces_what_its_source_said() -> None:
    after = merge_record({"name": "a", "gone": 1}, ["kgx.1.aa"], {"name": "b"}, NOW, "bb")
    assert after == {"name": "b", "record_hash": ["kgx.2.bb"]}


def test_a_second_record_of_the_same_state_adds() -> None:
    after = merge_record(
        {"name": "a", "xref": ["X:1"]}, ["kgx.2.aa"], {"name": "b", "xref": ["X:2"]}, NOW, "bb"
    )
    assert after == {"name": "a", "xref": ["X:1", "X:2"], "record_hash": ["kgx.2.aa", "kgx.2.bb"]}


def test_described_records_are_preferred_to_minted_ones() -> None:
    after = merge_record({"name": "Shh "}, ["minted.aa"], {"name": "SHH"}, NOW, "bb")
    assert after == {"name": "SHH", "record_hash": ["kgx.2.bb", "minted.aa"]}


def test_lists_of_two_kinds_become_text() -> None:
    after = merge_record({"n": [1]}, ["other.1.aa"], {"n": ["x", "1"]}, NOW, "bb")
    assert after["n"] == ["1", "x"]


def test_a_record_is_known_by_its_own_source_only() -> None:
    entries = ["kgx.1.aa", "other.1.bb"]
    assert NOW.known(entries, "aa")
    assert not NOW.known(entries, "bb")


EDGE: dict[str, Any] = {"subject": "C:1", "predicate": "biolink:treats", "object": "D:1"}
INVERSE = {
    "original_subject": "D:1",
    "original_predicate": "biolink:treated_by",
    "original_object": "C:1",
    "predicate_mapped_by": "Biolink 4",
}


@pytest.mark.parametrize("first", ["treats", None])
def test_what_a_source_stated_is_never_mixed_of_two_records(first: str | None) -> None:
    straight: dict[str, Any] = EDGE | ({"original_predicate": first} if first else {})
    inverse: dict[str, Any] = EDGE | INVERSE
    merged = merge_record(straight, ["kgx.2.aa"], inverse, NOW, "bb")
    assert merged == (straight if first else inverse) | {"record_hash": ["kgx.2.aa", "kgx.2.bb"]}
    back = merge_record(inverse, ["kgx.2.bb"], straight, NOW, "aa")
    assert back == inverse | {"record_hash": ["kgx.2.aa", "kgx.2.bb"]}
    replaced = merge_record(inverse, ["kgx.1.bb", "other.1.cc"], straight, NOW, "aa")
    assert replaced == (straight if first else inverse) | {"record_hash": ["kgx.2.aa", "other.1.cc"]}


def test_ends_that_stood_under_other_ids_are_kept_of_both_records() -> None:
    one = EDGE | {"original_subject": "X:1"}
    both = merge_record(one, ["kgx.2.aa"], EDGE | {"original_object": "Y:1"}, NOW, "bb")
    assert (both["original_subject"], both["original_object"]) == ("X:1", "Y:1")


def test_values_fit_the_database() -> None:
    assert storable((1, 2.5)) == [1.0, 2.5]
    assert storable((True, 1)) == ["True", "1"]
    assert row({"": "nameless", "none": None, "empty": (), "kept": False}) == {"kept": False}
    assert normal_forms(("SHH", "shh", "?", "x " * 2000)) == ("shh",)
    assert content_hash({"a": "1"}) != content_hash({"a": 1})


@pytest.mark.parametrize(
    ("kept", "stated", "told"),
    [
        ({"dose": "10 mg"}, {"dose": "20 mg"}, 'dose is "10 mg" in an earlier record and "20 mg"'),
        ({"p": 0.1, "q": [1]}, {"p": 0.2, "q": 2}, "p is 0.1 in an earlier record and 0.2 in this one ("),
        ({"n": ["a", "b", "a"]}, {"n": ["a", "b"]}, ""),
        ({"n": ["a", "b"]}, {"n": ["a", "b", "a"]}, "n is"),
        ({"n": ["a"]}, {"n": "a"}, ""),
        ({"n": "a"}, {"n": ["a"]}, ""),
        ({"n": "a"}, {"n": ["a", "b"]}, "n is"),
        ({"n": ["1", "x"]}, {"n": [1]}, ""),
        ({"note": "x "}, {"note": "x"}, ""),
        ({"note": "x"}, {"note": "x" * 99}, "note is"),
        ({"original_id": "te6", "knowledge_level": "prediction"}, {"original_id": "te7"}, ""),
    ],
)  # fmt: skip
def test_a_value_that_is_lost_is_found(kept: Any, stated: Any, told: str) -> None:
    conflict = find_conflict(kept, stated, NO_VALUES_OF_EDGES)
    assert (conflict is None) == (not told)
    assert str(conflict or "").startswith(told)


def test_a_list_that_repeats_a_value_is_no_set() -> None:
    stored: PropertyRow = {"n": ["b", "a"]}
    repeated = merge_record(stored, ["other.1.aa"], {"n": ["b", "a", "b"]}, NOW, "bb")
    assert repeated["n"] == ["b", "a", "b"]
    assert merge_record(repeated, ["other.1.aa"], {"n": ["c"]}, NOW, "cc")["n"] == ["b", "a", "b"]
    measured: PropertyRow = {"n": [0.1, 0.2]}
    assert merge_record(measured, ["other.1.aa"], {"n": [0.3]}, NOW, "bb")["n"] == [0.1, 0.2]
    assert merge_record(measured, ["kgx.1.aa"], {"n": [0.3]}, NOW, "bb")["n"] == [0.3]
    assert find_conflict(measured, {"n": [0.3]}, frozenset()) is not None
