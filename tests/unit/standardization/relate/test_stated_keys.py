"""Phrases that name a direction and an aspect: nothing else is taken for what they say."""

import pytest

from bioloom.records.predicate_mapping import Claim
from bioloom.settings import Settings
from bioloom.standardization.relate.configuration import open_standardizer
from bioloom.standardization.relate.stated_keys import stated_keys
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
