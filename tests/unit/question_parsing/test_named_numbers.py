"""Counts and numbers of names, opposites, and questions for two values at once."""

from bioloom.question_parsing import excludes, named_numbers
from bioloom.question_parsing.question_pattern import parse_patterns


def test_numbers_of_names_are_told_from_measured_values() -> None:
    found = named_numbers("Add 5 ml UPPA™ II to 10 tubes for 30 seconds.")
    assert [(each.kind, each.si_unit, each.si_value) for each in found] == [
        ("count", "tube", 10.0),
        ("designator", "uppa", 2.0),
    ]


def test_values_of_two_things_are_two_parts() -> None:
    parts = parse_patterns("What are the concentrations of salt and of glucose in the medium?")
    assert len(parts) == 2


def test_values_asked_for_by_name_are_two_parts() -> None:
    parts = parse_patterns("spin in the miniprep, speed and time")
    assert [sorted(part.type.types) for part in parts] == [["force", "speed"], ["time"]]


def test_amount_of_a_reagent_at_room_temperature_is_no_temperature() -> None:
    (part,) = parse_patterns("How much room temperature SOC is added?")
    assert "volume" in part.type.types


def test_opposites_exclude_one_another_both_ways() -> None:
    assert excludes("static", "flow")
    assert excludes("flow", "static")
