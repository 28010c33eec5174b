"""Questions for all members of a list."""

import pytest

from bioloom.question_parsing import asked_plural
from bioloom.question_parsing.question_pattern import parse_pattern, parse_patterns


@pytest.mark.parametrize(
    ("asked", "noun"),
    [
        ("What does the lysis buffer contain?", ""),
        ("What is freezing medium made of?", ""),
        ("What goes into the PCR mix?", ""),
        ("What is the composition of TBST?", ""),
        ("Which primary antibodies are used for the blot?", "antibodies"),
        ("What reagents are added to the PCR mix?", "reagents"),
        ("What materials does the miniprep need?", "materials"),
        ("List the wash temperatures.", "temperatures"),
        ("What were the adverse effects of the ketone?", "effects"),
        ("Which media are used?", "media"),
        ("Counting mix: what two stains?", "stains"),
        ("Which columns for cleaning up the DNA?", "columns"),
    ],
)
def test_several_things_are_asked_for(asked: str, noun: str) -> None:
    assert (parse_pattern(asked).several, asked_plural(asked)) == (True, noun)


@pytest.mark.parametrize(
    "asked",
    [
        "Which buffer is used to elute?",
        "Which needle injects the embryos?",
        "What dose was used?",
        "Which salt gets mixed with the detergent?",
        "How many antibodies are used?",
        "What number of washes is done?",
        "How long are the cells fixed?",
        "Does the buffer contain EDTA?",
        "What is the dye for the nuclei?",
        "Why are the washes repeated?",
    ],
)
def test_one_thing_a_count_or_something_else_is_asked_for(asked: str) -> None:
    assert not parse_pattern(asked).several


def test_values_of_two_things_are_asked_for_one_by_one() -> None:
    parts = parse_patterns("What volumes of Tris and of EDTA go in the bottle?")
    assert [part.several for part in parts] == [False, False]
