"""Where the words of "after ..." end, and what a delay is a delay of."""

import pytest

from bioloom.question_parsing.question_pattern import parse_pattern


@pytest.mark.parametrize(
    ("question", "focus", "order"),
    [
        ("How many hours after plating do the worms reach L4?", ("worm", "reach", "4"), ("plat",)),
        ("How long after the divider is pulled do I collect eggs?", ("collect", "eggs"), ("divider", "pull")),
        ("How long after the beads are added are they washed?", ("wash",), ("bead",)),
        ("how soon after voiding must stool be frozen if it is kept on ice?", ("stool", "freeze"), ("void",)),
        ("How long are cells kept after plating?", ("cell",), ("plat",)),
    ],
)
def test_a_delay_ends_where_it_is_told_what_happens_then(
    question: str, focus: tuple[str, ...], order: tuple[str, ...]
) -> None:
    found = parse_pattern(question)
    assert (found.own_words, found.anchor_words, found.direction) == (focus, order, 1)
    assert found.type.types == {"time"}


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("How much broth is added to the flask, in ml?", {"volume"}),
        ("Which electrophoresis setting, in volts, for an amplicon?", {"energy"}),
        ("What was the recurrence rate?", set()),
        ("At what rate is it stirred?", {"speed", "force"}),
        ("voriconazole dose, poor metabolisers", {"volume", "mass", "concentration", "number"}),
    ],
)
def test_a_unit_tells_what_is_asked_for_and_a_rate_of_events_is_no_speed(
    question: str, types: set[str]
) -> None:
    assert parse_pattern(question).type.types == types
