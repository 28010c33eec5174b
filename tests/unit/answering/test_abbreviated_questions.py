"""Abbreviations of a question, read in the words of the texts that were found."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bioloom.answering.spelled_questions import rank_spelled, spelled_out
from bioloom.question_parsing import ParsedQuestion, long_forms, parse_question, short_forms, spell_out
from bioloom.records import Evidence
from bioloom.resources import read_table
from bioloom.retrieval import RankedSentences

HEART = "The left ventricular ejection fraction was 35% on echocardiography."
SURVIVAL = "Three-year overall survival was 58% and 92%, respectively."


class Ranking:
    """Ranks what it was given, and remembers for which questions."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts
        self.asked: list[str] = []

    def __call__(self, question: ParsedQuestion) -> RankedSentences:
        self.asked.append(question.text)
        return RankedSentences(hits=tuple(hits(*self.texts)))


def hits(*texts: str) -> Sequence[Evidence]:
    return [Evidence(text, 1.0, f"a#s{at}", "a", "A study") for at, text in enumerate(texts)]


def test_an_abbreviation_that_no_text_has_becomes_the_words_of_one() -> None:
    rank = Ranking()
    put = spelled_out(parse_question("LVEF on echo?"), hits(HEART), rank)
    assert put == {"LVEF": "left ventricular ejection fraction"}
    assert spell_out("LVEF on echo?", put) == "left ventricular ejection fraction on echo?"
    assert rank.asked == []


def test_an_abbreviation_that_a_text_has_stays() -> None:
    assert spelled_out(parse_question("LVEF on echo?"), hits("LVEF was 35%."), Ranking()) == {}
    assert spelled_out(parse_question("How long is it spun?"), hits(HEART), Ranking()) == {}


def test_what_its_words_find_is_looked_at_where_no_text_has_either() -> None:
    rank = Ranking(SURVIVAL)
    assert spelled_out(parse_question("3-yr OS in women?"), hits(HEART), rank) == {"OS": "overall survival"}
    assert rank.asked == ["3-yr overall survival in women?"]
    assert spelled_out(parse_question("MIC in the outbreak?"), hits(HEART), Ranking(SURVIVAL)) == {}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("PPIs in cases?", {"PPIs"}),
        ("wt or WT?", {"wt", "WT"}),
        ("acn and ACN", {"acn", "ACN"}),
        ("Did it go on, or st?", set()),
        ("post-MI and MI-2", set()),
    ],
)
def test_short_ones_count_in_their_own_letters(asked: str, found: set[str]) -> None:
    assert short_forms(asked).keys() == found


def test_words_of_a_text_count_in_every_form() -> None:
    assert long_forms(short_forms("hyb temp?"), ["Hybridise at 68 °C."]) == {"hyb": "hybridise"}


def test_a_spelled_question_is_ranked_again_and_the_reading_is_told() -> None:
    rank = Ranking(HEART)
    question, ranked, notes = rank_spelled(parse_question("LVEF on echo?"), rank, lambda _: ())
    assert question.text == "left ventricular ejection fraction on echo?"
    assert rank.asked == ["LVEF on echo?", question.text]
    assert len(ranked.hits) == 1
    assert notes == ("LVEF was read as “left ventricular ejection fraction”.",)
    assert rank_spelled(parse_question("How long?"), Ranking(HEART), lambda _: ())[2] == ()


def test_a_name_that_the_graph_knows_is_no_abbreviation() -> None:
    asked = parse_question("Does lab compound 1 treat gout?")
    rank = Ranking("Labetalol eased it.")
    assert rank_spelled(asked, rank, lambda _: ())[2] == ("lab was read as “labetalol”.",)
    assert rank_spelled(asked, rank, lambda _: ("lab compound 1",))[0] is asked


def test_every_row_names_words_of_its_own() -> None:
    rows = [row["short"] for row in read_table("asking/abbreviations.tsv")]
    assert len(rows) == len({*rows}) > 100
    assert all(
        row["long"] and row["long"] == row["long"].strip() for row in read_table("asking/abbreviations.tsv")
    )
