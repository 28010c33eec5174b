"""A step that is asked about by its printed number."""

import pytest

from bioloom.answering.constraints.document_binding import Binding
from bioloom.answering.readings.asked_numbers import (
    lacks_turn,
    numbered_step,
    of_other_numbers,
    of_other_turns,
)
from bioloom.answering.texts.protocol_text import protocol_texts
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.records import Evidence

STEPS = (("1", "Spin for 5 min."), ("2", "Mix for 10 s."), ("2", "Wait for 3 min."), (None, "Keep it cold."))
KIT = tuple(
    Evidence(text, 1.0, f"my:k#s{at}", document_id="my:k", document_title="Plasmid kit", printed=printed)
    for at, (printed, text) in enumerate(STEPS)
)
BOUND = Binding(("my:k",), named=True)


@pytest.mark.parametrize(
    ("asked", "others"),
    [
        ("How long is step 1 of the plasmid kit?", {1, 2, 3}),
        ("What is done in step no. 2?", {0, 3}),
        ("What comes after step 1?", set()),
        ("What is done in step 7?", set()),
        ("How long is the spin?", set()),
        ("How long are the pellets from step 1 dried?", set()),
        ("How long is it kept following step 1?", set()),
        ("What is the temperature in steps 1 and 2?", set()),
    ],
)
def test_the_steps_of_other_numbers_are_found(asked: str, others: set[int]) -> None:
    (text,) = protocol_texts(KIT)
    assert of_other_numbers(parse_pattern(asked), text) == others


def test_the_step_of_a_number_is_the_answer_or_has_its_only_value() -> None:
    whole = numbered_step(parse_pattern("What is done in step 2 of the plasmid kit?"), BOUND, KIT, set())
    assert whole is not None
    assert [quote.text for each in whole.sentences for quote in each.quotes] == [STEPS[1][1], STEPS[2][1]]
    value = numbered_step(parse_pattern("How long is step 1 of the plasmid kit?"), BOUND, KIT, set())
    assert value is not None
    assert value.short == ("5 min",)


@pytest.mark.parametrize(
    "asked",
    [
        "How long is step 2 of the plasmid kit?",
        "Which pipette is used in step 2 of the plasmid kit?",
        "What is done in step 9 of the plasmid kit?",
        "At what temperature is step 1 of the plasmid kit?",
        "How much ethanol is used in step 1 of the plasmid kit?",
        "What follows step 1 of the plasmid kit?",
        "Why is step 1 of the plasmid kit done?",
    ],
)
def test_several_values_other_things_and_other_numbers_are_left_to_the_readers(asked: str) -> None:
    assert numbered_step(parse_pattern(asked), BOUND, KIT, set()) is None


def test_without_a_named_protocol_a_number_tells_nothing() -> None:
    assert numbered_step(parse_pattern("What is done in step 2?"), Binding(("my:k",)), KIT, set()) is None


@pytest.mark.parametrize(
    ("asked", "said", "before", "lacks"),
    [
        ("How long is the second blot wash?", ["Wash blot.", "Block it.", "Wash blot 9 min."], {0, 1}, False),
        ("How long is the second incubation?", ["Incubate 5 min.", "Incubate 9 min."], {0}, False),
        ("How long is the second heat shock?", ["Heat shock for 30 s.", "Put on ice."], set(), True),
        ("How long is the second wash?", ["Wash for 5 min.", "Repeat it."], set(), False),
        ("How long is the second wash?", ["Wash twice for 5 min."], set(), False),
        ("How long is the second wash?", ["Wash 5 min.", "The second wash takes 9 min."], set(), False),
        ("How long is the second wash?", ["Spin for 5 min."], set(), False),
        ("How long is the first wash?", ["Wash for 5 min."], set(), False),
        ("How many tubes are in the second rack?", ["Rack 8 tubes."], set(), False),
    ],
)  # fmt: skip
def test_an_act_is_told_by_its_turn(asked: str, said: list[str], before: set[int], lacks: bool) -> None:
    steps = [Evidence(each, 1.0, f"my:k#s{at}", document_id="my:k") for at, each in enumerate(said)]
    (text,) = protocol_texts(steps)
    pattern = parse_pattern(asked)
    assert (set(of_other_turns(pattern, text)), lacks_turn(pattern, text)) == (before, lacks)
