from bioloom.answering.readings.anchor_steps import anchor_steps
from bioloom.answering.texts.protocol_text import protocol_texts
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.records import Evidence

STEPS = (
    "Pulse at 2.2 kV.",
    "Add LB at once and shake it.",
    "Wash with ethanol.",
    "Repeat the wash once.",
    "Dry it.",
)
(TEXT,) = protocol_texts(
    [
        Evidence(text, 1.0, f"my:p#s{at}", document_id="my:p", document_title="A protocol")
        for at, text in enumerate(STEPS, 1)
    ]
)


def test_the_step_after_is_that_after_the_one_with_the_words() -> None:
    assert anchor_steps(parse_pattern("What comes after the electric pulse?"), {}, TEXT) == {1}


def test_a_second_time_is_the_step_that_repeats() -> None:
    assert anchor_steps(parse_pattern("What comes after the ethanol wash?"), {}, TEXT) >= {3}
    assert anchor_steps(parse_pattern("What comes after the second ethanol wash?"), {}, TEXT) == {4}


def test_a_later_one_of_several_acts_is_not_the_first_one() -> None:
    """Where a protocol has the act once, or the question names none, every step may be meant."""
    steps = {1, 2, 3, 4, 5}
    for asked, meant in (
        ("With what is the second wash done?", steps - {3}),
        ("How long is the last ethanol wash?", steps - {3}),
        ("With what is the first wash done?", steps),
        ("How long is the second pulse?", steps),
        ("What is the final volume?", steps),
    ):
        assert set(anchor_steps(parse_pattern(asked), {}, TEXT)) == meant


def test_other_questions_may_mean_any_step() -> None:
    assert set(anchor_steps(parse_pattern("How long is it dried?"), {}, TEXT)) == {1, 2, 3, 4, 5}
