"""What a record does to a node or edge that is already there."""

from __future__ import annotations

from bioloom.graph.property_values import content_hash, normal_forms, row, storable
from bioloom.graph.upsert_policy import Origin, merge_record

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


def test_values_fit_the_database() -> None:
    assert storable((1, 2.5)) == [1.0, 2.5]
    assert storable((True, 1)) == ["True", "1"]
    assert row({"": "nameless", "none": None, "empty": (), "kept": False}) == {"kept": False}
    assert normal_forms(("SHH", "shh", "?", "x " * 2000)) == ("shh",)
    assert content_hash({"a": "1"}) != content_hash({"a": 1})
