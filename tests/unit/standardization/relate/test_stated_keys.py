"""Phrases that name a direction and an aspect: nothing else is taken for what they say."""

import pytest

from bioloom.records.predicate_mapping import Claim
from bioloom.settings import Settings
from bioloom.standardization.relate.configuration import open_standardizer
from bioloom.standardization.relate.stated_keys import opposed_keys, stated_keys
from bioloom.standardization.relate.vocabulary import vocabulary


@pytest.mark.parametrize(
    ("phrase", "keys"),
    [
        ("inhibits the catalytic activity of", {"decreases activity of"}),
        ("strongly induces expression of", {"increases expression of"}),
        ("regulates transcription of", {"affects expression of"}),
        ("blocks binding of", {"decreases molecular interaction"}),
        ("is bound by", set()),
        ("inhibits", set()),
    ],
)
def test_direction_and_aspect_name_a_key(phrase: str, keys: set[str]) -> None:
    """The verb tells the direction, the noun the aspect."""
    assert stated_keys(phrase) == keys


def test_every_key_of_the_table_is_one_of_the_vocabulary() -> None:
    """A key that does not exist would never be found."""
    keys = {*vocabulary("biolink").keys}
    for verb in ("prevents", "enhances", "alters"):
        for noun in ("activity", "release", "risk", "uptake", "growth", "phosphorylation", "levels"):
            assert stated_keys(f"{verb} the {noun} of") <= keys


@pytest.mark.parametrize(
    ("phrase", "predicate", "aspect", "direction"),
    [
        ("reduces the risk of", "biolink:associated_with_decreased_likelihood_of", None, None),
        ("prevents the degradation of", "biolink:affects", "degradation", "decreased"),
        ("inhibits the activity of", "biolink:affects", "activity", "decreased"),
        ("inhibits the growth of", "biolink:affects", "activity_or_abundance", "decreased"),
    ],
)
def test_the_ranking_chooses_among_the_named_keys(
    phrase: str, predicate: str, aspect: str | None, direction: str | None
) -> None:
    """The reranker had these as predisposes, degradation increased and secretion."""
    found = open_standardizer(Settings()).standardize([Claim(subject="a", relationship=phrase, object="b")])[
        0
    ]
    assert found.predicate == predicate
    assert found.qualifiers.get("object_aspect_qualifier") == aspect
    assert found.qualifiers.get("object_direction_qualifier") == direction


LESS = """
    blunts dampens curbs quells tempers abrogates mitigates hampers impairs suppresses silences depletes slows
    weakens ablates reverses undermines counteracts hinders relieves neutralizes inactivates retards
"""
MORE = "drives spurs unleashes derepresses heightens fosters amplifies kindles strengthens triggers magnifies"


@pytest.mark.parametrize(("verbs", "other"), [(LESS, "increased"), (MORE, "decreased")])
def test_no_verb_is_given_the_direction_that_it_has_not(verbs: str, other: str) -> None:
    """The nearest descriptor of "blunts" is that of "potentiates"; no direction is better than that one."""
    found = open_standardizer(Settings()).standardize(
        [Claim(subject="a", relationship=verb, object="b") for verb in verbs.split()]
    )
    wrong = {
        verb
        for verb, each in zip(verbs.split(), found, strict=True)
        if other in dict(each.qualifiers).values()
    }
    assert not wrong


def test_a_verb_of_no_known_direction_states_one_only_surely() -> None:
    """ "Cripples" was read as raising degradation with 0.2; "phosphorylates" is sure."""
    claims = [Claim(subject="a", relationship=verb, object="b") for verb in ("cripples", "phosphorylates")]
    unsure, sure = open_standardizer(Settings()).standardize(claims)
    assert "object_direction_qualifier" not in unsure.qualifiers
    assert sure.qualifiers["object_direction_qualifier"] == "increased"


def test_a_verb_within_a_longer_phrase_leaves_the_reading_open() -> None:
    """What is induced there is a loss; the ranking sees the whole phrase."""
    assert opposed_keys("induces disruption of") == ()
