"""Rules that are left out: what stands in their place, and that all is as before afterwards."""

import pytest

from bioloom.question_parsing import parse_question
from bioloom_lab.evaluation.left_out_rules import find_rules, forget, left_out, watched

ROOM = "bioloom.question_parsing"
PLAIN = "question_parsing.plain_question.plain_question"
GREETED = "Hi! How long is it spun?"


def read(question: str) -> str:
    forget([ROOM])
    return parse_question(question).text


def test_a_rule_is_left_out_wherever_it_is_used_and_only_so_long() -> None:
    rules = {each.name: each for each in find_rules([ROOM])}
    assert read(GREETED) == "How long is it spun?"
    with left_out(rules[PLAIN]):
        assert read(GREETED) == GREETED
    assert read(GREETED) == "How long is it spun?"


@pytest.mark.parametrize(("question", "fires"), [(GREETED, True), ("How long is it spun?", False)])
def test_it_is_told_which_rules_fire(question: str, fires: bool) -> None:
    told: set[str] = set()
    with watched(find_rules([ROOM]), lambda rule, fired: told.add(rule) if fired else None):
        read(question)
    assert (PLAIN in told) is fires


def test_generators_are_no_rules() -> None:
    assert "question_parsing.question_parts.split_question" not in {each.name for each in find_rules([ROOM])}


def test_rules_in_the_folders_of_a_room_are_found() -> None:
    names = {each.name for each in find_rules(["bioloom.answering"])}
    assert {"answering.constraints.asked_object.asked_object", "answering.streaming.candidates"} <= names
