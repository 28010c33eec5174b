"""A question in other dress is the same question."""

import pytest

from bioloom.question_parsing import parse_question, separate_questions
from bioloom.question_parsing.plain_question import plain_question

SPIN = "How long is the pellet spun in the miniprep?"


@pytest.mark.parametrize(
    "dressed",
    [
        SPIN.rstrip("?"),
        f"Hi! {SPIN}",
        f"Hello there, {SPIN}",
        f"Good morning. {SPIN}",
        f"Quick question: {SPIN}",
        f"Can you tell me: {SPIN}",
        f"{SPIN} Thanks!",
        f"{SPIN.rstrip('?')}, please.",
        f'"{SPIN}"',
        f"“{SPIN}”",
        f"  {SPIN.replace(' ', '  ')}\n",
        f"{SPIN.rstrip('?')}.",
        f"{SPIN.rstrip('?')}??",
    ],
)
def test_what_means_nothing_is_left_out(dressed: str) -> None:
    assert parse_question(dressed) == parse_question(SPIN)
    assert separate_questions(dressed) == (SPIN,)


def test_a_shouted_question_is_read_in_small_letters() -> None:
    assert plain_question(SPIN.upper()) == SPIN.lower()
    assert plain_question("TGF BETA") == "TGF BETA", "two names are not shouted"


@pytest.mark.parametrize(
    "whole",
    [
        "Can you tell me which gene it is?",
        "Is 'high' speed meant, or \"maximum\" speed?",
        "We spin it twice. How long is the second spin?",
        "aspirin",
        "Please add water",
        "Stop the reaction by heating for 20 min.",
        "thanks",
        "",
    ],
)
def test_what_means_something_stays(whole: str) -> None:
    assert plain_question(whole) == whole


def test_making_plain_twice_changes_nothing() -> None:
    once = plain_question("Hi, tell me: how long is it spun, please")
    assert plain_question(once) == once == "how long is it spun?"
