"""The parser's memory: what is kept of a question, and what would fill a service."""

from bioloom.question_parsing import parse_question
from bioloom.question_parsing.parsed_question import REMEMBERED, parse_remembered
from bioloom.question_parsing.search_terms import LONGEST_QUESTION


def test_ordinary_questions_are_parsed_once() -> None:
    parse_remembered.cache_clear()
    assert parse_question("How long is it kept at 4 °C?") is parse_question("How long is it kept at 4 °C?")
    assert parse_remembered.cache_info().currsize == 1


def test_long_questions_are_not_kept() -> None:
    parse_remembered.cache_clear()
    long = " ".join(f"word{number}" for number in range(REMEMBERED))
    assert parse_question(long) == parse_question(long)
    assert parse_remembered.cache_info().currsize == 0


def test_what_is_cut_off_a_long_question_is_read_by_nothing() -> None:
    found = parse_question("which drugs treat gout " * 2_000)
    assert len(found.text) < LONGEST_QUESTION
    assert found.note == "only the first 2,000 characters of the question were searched"
