"""Readings of a later part beside the answer of an earlier one: words of order decide."""

import pytest

from bioloom.answering.constraints.step_constraints import StepReading
from bioloom.answering.readings.reading_beside import Beside, LoneReading
from bioloom.question_parsing.question_pattern import parse_patterns
from bioloom.records import Evidence, SubgraphNode

ASKED = "How long is the heat shock, and at what temperature are the cells kept afterwards?"


def reading(text: str, name: str, at: int, document: str = "a") -> StepReading:
    piece = Evidence(text, 1.0, f"{document}#s{at}", document, "Transformation")
    return StepReading(
        at, piece, document, at, (SubgraphNode("n", name, "temperature"),), {"answerless": 0.0}
    )


@pytest.mark.parametrize(
    ("text", "name", "at", "document", "early"),
    [
        ("Heat shock for 45 s at 42 °C.", "42 °C", 3, "a", 1.0),
        ("Heat shock for 45 s at 42 °C, then keep at 4 °C.", "4 °C", 3, "a", 0.0),
        ("Keep the cells at 4 °C.", "4 °C", 4, "a", 0.0),
        ("Thaw the cells at 4 °C.", "4 °C", 2, "a", 1.0),
        ("Keep the cells at 4 °C.", "4 °C", 9, "b", 1.0),
    ],
)
def test_what_comes_afterwards_is_not_in_the_same_act_nor_before_it(
    text: str, name: str, at: int, document: str, early: float
) -> None:
    one, two = parse_patterns(ASKED)
    answer = reading("Heat shock for 45 s at 42 °C.", "45 s", 3)
    lone = LoneReading(reading(text, name, at, document), two, (), frozenset())
    assert two.later
    assert lone.beside(Beside(one, answer, 1)).signals["before other answer"] == early
    assert lone.beside(None).signals["before other answer"] == 0.0


def test_without_a_word_of_order_one_step_answers_both_parts() -> None:
    one, two = parse_patterns("How long is the heat shock, and at what temperature is it?")
    answer = reading("Heat shock for 45 s at 42 °C.", "45 s", 3)
    lone = LoneReading(reading("Heat shock for 45 s at 42 °C.", "42 °C", 3), two, (), frozenset())
    assert lone.beside(Beside(one, answer, 1)).signals["before other answer"] == 0.0
