"""What a question names that a document does not have, or of which it has another kind."""

import pytest

from bioloom.answering.constraints.missing_words import missing_words
from bioloom.answering.constraints.named_kinds import names_other_kind
from bioloom.question_parsing.question_pattern import parse_pattern

TOLD = ("Rats and a vaccine", "We gave 1,500 rats 50 mg of the TNF vaccine.", "Most of them felt well.")


@pytest.mark.parametrize(
    ("asked", "lost"),
    [
        ("How many rats were given the TNF vaccine?", (0, 0, 0)),
        ("How many rats were given the BCG vaccine?", (1, 0, 0)),
        ("Did 1500 rats get 50 mg?", (0, 0, 0)),
        ("Did 1500 rats get 75 mg?", (0, 1, 0)),
        ("How happy were the rats afterwards?", (0, 0, 1)),
    ],
)
def test_names_numbers_and_everyday_words_are_missed(asked: str, lost: tuple[int, ...]) -> None:
    assert tuple(missing_words(parse_pattern(asked), TOLD).values()) == lost


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ("How long are rat hepatocytes kept?", True),
        ("How long are mouse hepatocytes kept?", False),
        ("How long are hepatocytes kept?", False),
        ("How long are rat neurons kept?", False),
        ("How long is rat tail collagen kept?", False),
    ],
)
def test_another_organism_of_the_same_thing_is_another_kind(asked: str, other: bool) -> None:
    told = ("Primary mouse hepatocytes", "Coat the plates with rat-tail collagen.")
    assert names_other_kind(parse_pattern(asked), told) is other
