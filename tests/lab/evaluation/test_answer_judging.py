"""Answers are judged part by part, against the lines of the texts that state them."""

import json
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom.records import Answer, AnswerPart, Citation
from bioloom_lab.evaluation.answer_judging import JudgedPart, calibration_error, judge, read_lines
from bioloom_lab.evaluation.answers import score_answers
from bioloom_lab.evaluation.questions import GoldPart, GoldQuestion, read_questions

LINES = {"p": ("Lysis", "Add 5 µl RNase.", "Wait 15 min at 37 °C.")}
WAIT = GoldPart("15 min", frozenset({"p:3"}))
NONE = GoldPart(None)


def asked(*parts: GoldPart) -> GoldQuestion:
    return GoldQuestion("q", "How long?", frozenset(), "fact", parts=parts)


def said(text: str, line: str = "Wait 15 min at 37 °C.", document: str = "wlp:p") -> Answer:
    citation = Citation(1, line, 1.0, f"{document}#s2", document)
    return Answer("How long?", f"{text} – {line}", False, 0.8, (citation,), short=(text,))


@pytest.mark.parametrize(
    ("line", "document", "right"),
    [
        ("Wait 15 min at 37 °C.", "biored:p", True),
        ("Wait 15 min at 37 °C.", "biored:other", False),
        ("Wait.", "biored:p", False),
    ],
)
def test_words_quoted_from_an_abstract_stand_in_a_citation_of_it(
    line: str, document: str, right: bool, tmp_path: Path
) -> None:
    file = tmp_path / "written.jsonl"
    told = {"id": "p", "question": "How long?", "answer": "15 min"}
    file.write_text(f"{json.dumps(told)}\n{json.dumps({**told, 'answer': None})}\n", encoding="utf-8")
    answerable, unanswerable = read_questions(file)
    answer = said("a while", line, document)
    assert (judge(answerable, answer, {}).answerable, judge(unanswerable, answer, {}).answerable) == (
        True,
        False,
    )
    assert judge(answerable, answer, {}).complete is right


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        (said("15 min"), True),
        (said("15"), True),  # the annotation leaves the unit out
        (said("5 min"), False),
        (said("15 min", document="wlp:copy"), True),
        (said("15 min", line="Wait 15 min.", document="wlp:other"), False),
        (said("15 min", line="Add 5 µl RNase."), False),
        (said("37 °C"), False),
    ],
)
def test_an_answer_says_the_value_and_cites_a_line_that_states_it(answer: Answer, right: bool) -> None:
    assert judge(asked(WAIT), answer, LINES).complete is right


@pytest.mark.parametrize(("number", "right"), [(1, False), (2, True), (3, True), (4, False)])
def test_a_sentence_over_two_lines_cites_both(number: int, right: bool) -> None:
    lines = {"p": ("Results", "Root weight", "was 15 min of work.", "It was fine.")}
    question = asked(GoldPart("15 min", frozenset({f"p:{number}"})))
    assert judge(question, said("15 min", "Root weight\nwas 15 min of work."), lines).complete is right


def test_a_question_of_two_parts_is_complete_only_with_both() -> None:
    question = asked(WAIT, NONE)
    whole = judge(question, said("15 min"), LINES)
    assert (whole.complete, whole.honest) == (False, False)  # nothing says that one part is missing
    answer = said("15 min")
    parts = (
        AnswerPart("How long?", "15 min", False, 0.8, (1,), ("15 min",)),
        AnswerPart("At which pH?", "No pH is stated.", True, 0.0),
    )
    told = Answer(answer.question, "", False, 0.8, answer.citations, parts=parts)
    assert judge(question, told, LINES).complete
    assert [part.given for part in judge(question, told, LINES).parts] == [True, False]


def test_shares_by_kind_and_calibration() -> None:
    refused = Answer("How long?", "No.", True, 0.0)
    judged = [judge(asked(WAIT), said("15 min"), LINES), judge(asked(NONE), refused, LINES)]
    scores = score_answers(judged)
    assert scores.rows["fact"]["answered"].value == 1.0
    assert scores.rows["ask"]["refused_of_unanswerable"].value == 1.0
    assert scores.calibration == pytest.approx(0.2)
    assert calibration_error([JudgedPart(True, False, False, 0.0)]) == 0.0


def test_a_question_about_another_corpus_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no protocol of the corpus"):
        judge(asked(GoldPart("15 min", frozenset({"z:1"}))), said("15 min"), LINES)
    with pytest.raises(SourceError, match="holds no text"):
        read_lines(tmp_path)


@pytest.mark.parametrize(("text", "right"), [("Mini Kit", True), ("Mini Kit (Qiagen)", True), ("Kit", False)])
def test_what_stands_in_brackets_behind_a_name_may_be_left_out(text: str, right: bool) -> None:
    part = GoldPart("Mini Kit (Qiagen)", frozenset({"p:3"}))
    assert judge(asked(part), said(text), LINES).parts[0].right is right
