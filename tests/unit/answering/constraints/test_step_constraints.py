"""Measures that tell one thing from another of its name, and acts that are done with something else."""

import pytest

from bioloom.answering.constraints.foreign_words import of_other_means
from bioloom.answering.constraints.step_constraints import of_other_measures
from bioloom.answering.texts.protocol_text import protocol_texts
from bioloom.answering.texts.quantity_comparison import quantities_of, same
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.records import Evidence

STEPS = (
    "Pulse the spores in a chilled 2 mm cuvette at 2.5 kV.",
    "Rinse with 1 mL fresh 70% ethanol.",
    "Dry for 5 min.",
    "Rinse with 70% ethanol, then with 100% ethanol.",
    "Add 2 mL of 5 M NaCl.",
)
(TEXT,) = protocol_texts(
    [
        Evidence(
            said, 1.0, f"my:s#s{at}", document_id="my:s", document_title="Fixing spores with PFA in 1 mM NaCl"
        )
        for at, said in enumerate(STEPS)
    ]
)


@pytest.mark.parametrize(
    ("asked", "others"),
    [
        ("Which voltage is used in a 1 mm cuvette?", {0}),
        ("Which voltage is used in the 2 mm cuvette?", set()),
        ("Which voltage is used in a 1 mm slit?", set()),
        ("How long are they rinsed in 100% ethanol?", {1}),
        ("How long are they rinsed in 70% ethanol?", set()),
        ("How long are they dried after 100% ethanol?", set()),
        ("How long is 1 mL of the solution dried?", set()),
        ("How much NaCl is added to make 1 mM NaCl?", set()),
        ("How long in 100% ethanol and 70% ethanol?", set()),
    ],
)
def test_steps_with_another_measure_of_the_same_thing_are_found(asked: str, others: set[int]) -> None:
    assert of_other_measures(parse_pattern(asked), TEXT) == others


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ("Fixing spores with acetone: how long?", True),
        ("How long are spores fixed with PFA?", False),
        ("How long are spores fixed with ethanol?", False),
        ("How long are spores rinsed with acetone?", False),
        ("How long are spores fixed?", False),
    ],
)
def test_a_title_tells_with_what_something_is_done(asked: str, other: bool) -> None:
    assert of_other_means(parse_pattern(asked), TEXT) is other


@pytest.mark.parametrize(
    ("asked", "text", "agrees"),
    [
        ("How long is it kept in the fridge?", "Keep at 4 °C for 1 h.", True),
        ("How long is it kept in the fridge?", "Keep at -20 °C for 1 h.", False),
        ("How long is it kept in the freezer?", "Keep at -20 °C for 1 h.", True),
        ("How long is it kept at 4 °C?", "Keep in the refrigerator for 1 h.", True),
    ],
)
def test_a_fridge_and_a_freezer_have_a_temperature(asked: str, text: str, agrees: bool) -> None:
    (value,) = parse_pattern(asked).quantities
    assert any(same(value, each) for each in quantities_of(text)) is agrees


@pytest.mark.parametrize(
    "asked",
    ["At what temperature is it kept in the fridge?", "How much is plated if it was in the freezer?"],
)
def test_a_place_is_a_condition_of_how_long_alone(asked: str) -> None:
    assert parse_pattern(asked).quantities == ()
