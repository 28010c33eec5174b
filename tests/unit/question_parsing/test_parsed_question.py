"""The parser's memory: what is kept of a question, and what would fill a service."""

from bioloom.question_parsing import parse_question
from bioloom.question_parsing.parsed_question import REMEMBERED, parse_remembered


def test_ordinary_questions_are_parsed_once() -> None:
    parse_remembered.cache_clear()
    assert parse_question("How long is it kept at 4 °C?") is parse_question("How long is it kept at 4 °C?")
    assert parse_remembered.cache_info().currsize == 1


def test_long_questions_are_not_kept() -> None:
    parse_remembered.cache_clear()
    long = " ".join(f"word{number}" for number in range(REMEMBERED))
    assert parse_question(long) == parse_question(long)
    assert parse_remembered.cache_info().currsize == 0
