"""Questions as query text: nothing of a question may act as Lucene syntax."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.errors import UsageError
from bioloom.question_parsing import forms_of, parse_question, stem
from bioloom.question_parsing.parsed_question import MOST_TERMS
from bioloom.retrieval.lucene_query import MOST_CLAUSES, LuceneQuery, build_query


def query_of(text: str, *, forms: float = 0.0, folded: bool = False) -> LuceneQuery:
    return build_query(parse_question(text), forms=forms, folded=folded)


SAFE = re.compile(r"[^\W_]+(?:[.'][^\W_]+)*(?:\^\d+(?:\.\d+)?)?")
PARTED = re.compile(r'"[a-z]{1,6} [0-9]{1,3}"')


@pytest.mark.parametrize("special", [*'+-&|!(){}[]^"~*?:\\/_<>=@#,;', "&&", "||", "AND", "OR", "NOT", "TO"])
def test_specials_never_reach_the_query(special: str) -> None:
    query = query_of(f"lysis {special} buffer{special}x {special}").text
    assert query.startswith("lysis")
    assert all(SAFE.fullmatch(part) for part in query.split())
    assert not {"AND", "OR", "NOT"} & set(query.split())


@given(st.text(max_size=400))
def test_any_text_gives_a_harmless_query(text: str) -> None:
    query = PARTED.sub(" ", query_of(text, forms=0.5, folded=True).text)
    assert all(SAFE.fullmatch(part) for part in query.split())


@pytest.mark.parametrize("text", ["", "   ", "🧪🔥", "???", "\x00\x1b", "___"])
def test_nothing_to_search_is_empty(text: str) -> None:
    assert parse_question(text).empty
    assert not query_of(text).text


def test_a_question_of_stop_words_keeps_them() -> None:
    assert query_of("what is it").text == "what is it"


def test_long_questions_are_cut_with_a_note() -> None:
    cut = parse_question("temperature " * 100_000)
    assert cut.note is not None
    assert build_query(cut).text == "temperature"
    many = parse_question(" ".join(f"w{number}" for number in range(1_500)))
    assert many.note is not None
    assert len(build_query(many).text.split()) == MOST_TERMS


def test_scripts_without_spaces_stay_below_the_clause_limit() -> None:
    query = query_of(
        "实验方案" * 2_000 + " " + " ".join("温度" + chr(0x4E00 + i) for i in range(400)), forms=0.5
    ).text
    assert sum(len(part) for part in query.split()) <= MOST_CLAUSES


def test_names_stand_at_token_boundaries() -> None:
    phrases = query_of("Add lysis buffers at 4°C").phrases
    assert {"lysis buffers", "4 c", "add"} <= set(phrases)
    assert "buffer" not in phrases
    assert "lysis buffer" in query_of("Add lysis buffers", folded=True).phrases


def test_forms() -> None:
    assert "spin" in forms_of("spinning")
    assert "incubate" in forms_of("incubating")
    assert forms_of("dna") == ()
    assert stem("incubated") == stem("incubate") == stem("incubating")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(UsageError, match="not valid text"):
        parse_question("cells \udcff")


def test_names_of_letters_and_a_number_are_searched_as_they_are_written_too() -> None:
    assert query_of("Ki67 and IL-6", forms=0.5).text == 'ki67 il 6 "ki 67" il6'
    many = " ".join(f"w{number}" for number in range(900))
    assert query_of(many, forms=0.5).text.count('"') == 2 * 20
