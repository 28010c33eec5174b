"""Which value of a step is meant where the words of an answer hold several, or another one."""

import pytest

from bioloom.answering.readings.answer_nodes import value_meant
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.records import Evidence

STEP = Evidence("Shake the strip for 2 hours at 22 °C, or overnight at 4 °C.", 1.0, "d#s1", "d")


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("How long is the strip shaken at 4 °C?", "overnight"),
        ("How long is the strip shaken at 22 °C?", "2 hours"),
        ("How long is the strip shaken?", None),
    ],
)
def test_of_several_values_the_one_that_stands_by_a_value_of_the_question_is_meant(
    question: str, meant: str | None
) -> None:
    node = value_meant(parse_pattern(question), STEP, "2 hours at 22 °C, or overnight")
    assert (node and node.name) == meant


def test_of_several_amounts_that_of_the_thing_asked_for_is_meant() -> None:
    step = Evidence("Add 10 fold lysis buffer (1 ml lysis buffer / 100 mg tissue).", 1.0, "d#s1", "d")
    node = value_meant(parse_pattern("How much lysis buffer is added to the tissue?"), step, "100 mg")
    assert node is not None
    assert node.name == "1 ml"
