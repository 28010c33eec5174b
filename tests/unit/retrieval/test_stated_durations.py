"""How long steps take by the times that they state."""

import re

import pytest

from bioloom.retrieval.stated_durations import StatedValue, StepDuration, step_duration
from bioloom.standardization import parse_quantity


def duration(sentence: str, *values: str, actions: tuple[tuple[str, ...], ...] | None = None) -> StepDuration:
    """Read a sentence of one action, or of several with the words that each of them has."""
    found: dict[str, StatedValue] = {}
    for words in values:
        start = re.search(re.escape(words), sentence).start()  # type: ignore[union-attr]
        quantity = parse_quantity(words, "time") or parse_quantity(words, "times")
        assert quantity is not None
        kind = "time" if quantity.kind == "time" else "times"
        place = start, start + len(words)
        found[words] = StatedValue(words, kind, *place, quantity.si_value, quantity.bound, quantity.assumed)
    own = (values,) if actions is None else actions
    return step_duration(sentence, tuple(found.values()), [[found[one] for one in some] for some in own])


@pytest.mark.parametrize(
    ("sentence", "values", "minutes"),
    [
        ("Wash six times for 15 min.", ("six times", "15 min"), 90),
        ("Wash with SSC for 15 min and then twice for 30 min.", ("15 min", "twice", "30 min"), 75),
        ("Wash for 5 min (three times).", ("5 min", "three times"), 15),
        ("Wash for 5 min twice and for 10 min.", ("5 min", "twice", "10 min"), 20),
        ("washed 3x10 min in TBST", ("3x10 min",), 30),
        ("Store on ice for 10 min.", ("10 min",), 10),
        ("Keep in the dark for 3 days at 4 °C.", ("3 days",), 3 * 1440),
    ],
)
def test_repeats_multiply(sentence: str, values: tuple[str, ...], minutes: float) -> None:
    assert duration(sentence, *values) == StepDuration(minutes * 60)


@pytest.mark.parametrize(
    ("sentence", "time"),
    [
        ("Transfer them to methanol, where they keep at -20 °C for several months.", "several months"),
        ("The DNA can be stored for 6 days.", "6 days"),
        ("Store it for up to 2 h.", "up to 2 h"),
        ("It is stable for 6 months.", "6 months"),
        ("Look every 15 min.", "every 15 min"),
        ("Look every 15 min.", "15 min"),
        ("Acquire w/in 24 h.", "24 h"),
        ("Do not lyse for 5 min.", "5 min"),
        ("The eluate may be kept at 4 °C overnight.", "overnight"),
    ],
)
def test_what_takes_no_work_is_named(sentence: str, time: str) -> None:
    assert duration(sentence, time) == StepDuration(0, (), (time,))


def test_a_convention_is_named_and_a_time_of_no_action_is_not_counted() -> None:
    assert duration("Fix overnight.", "overnight") == StepDuration(43200, ("overnight",))
    assert duration("Embryos of 24 h are fixed.", "24 h", actions=()) == StepDuration(0, (), ("24 h",))


def test_the_repeats_of_another_action_do_not_count() -> None:
    said = duration(
        "Invert twice and incubate for 4 min.", "twice", "4 min", actions=(("twice",), ("4 min",))
    )
    assert said.seconds == 240


def test_a_time_for_each_of_several_is_said_to_count_once() -> None:
    said = duration("Rehydrate through 75%, 50% and 25% methanol, 5 min each.", "5 min")
    assert said == StepDuration(300, (), ("5 min each, counted once",))
