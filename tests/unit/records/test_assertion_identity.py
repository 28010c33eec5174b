"""The id of an assertion: what makes two claims the same."""

from typing import Literal

from bioloom.records import Assertion


def between(level: Literal["entity", "mention"], native: str) -> Assertion:
    return Assertion(
        "d:1#T1",
        "biolink:has_attribute",
        "d:1#T2",
        "infores:x",
        "knowledge_assertion",
        "manual_agent",
        level=level,
        properties={"original_predicate": native},
    )


def test_two_native_relations_between_the_same_mentions_stay_apart() -> None:
    assert between("mention", "have_property").id != between("mention", "have_parameter").id
    assert between("mention", "have_property").id == between("mention", "have_property").id


def test_the_wording_of_a_source_does_not_split_a_claim_between_entities() -> None:
    assert between("entity", "treats").id == between("entity", "cures").id
