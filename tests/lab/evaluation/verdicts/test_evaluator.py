"""Questions for yes or no: files that are broken, folds, and whether fitting finds what is there."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom_lab.evaluation.verdicts.evaluator import evaluate_verdicts, fit_verdicts, stratified
from bioloom_lab.evaluation.verdicts.gold import ResearchQuestion, read_research_questions

GOOD = {
    "QUESTION": "Is moss heavier than hay?",
    "CONTEXTS": ["We weighed both. They were dry.", "Moss was heavier."],
    "LONG_ANSWER": "Secret conclusion.",
    "final_decision": "yes",
}


def test_the_conclusion_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "questions.json"
    path.write_text(json.dumps({"1": GOOD}))
    (found,) = read_research_questions(path)
    assert found.sentences == ("We weighed both.", "They were dry.", "Moss was heavier.")
    assert "Secret" not in repr(found)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no JSON"),
        ('{"1":\n {"QUESTION"', r"json:2"),
        ("[]", "no object of questions by PMID"),
        ('{"1": 3}', "1: is no object"),
        (json.dumps({"7": {**GOOD, "QUESTION": " "}}), "7: QUESTION must be a text"),
        (json.dumps({"7": {**GOOD, "CONTEXTS": "all"}}), "7: CONTEXTS must be a list"),
        (
            json.dumps({"7": {**GOOD, "final_decision": "perhaps"}}),
            "7: final_decision must be one of yes, no",
        ),
    ],
)
def test_a_broken_file_is_named_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "questions.json"
    path.write_text(text)
    with pytest.raises(SourceError, match=message):
        read_research_questions(path)


def test_folds_hold_like_many_of_each_answer() -> None:
    answers = ["yes"] * 20 + ["no"] * 10 + ["maybe"] * 5
    folds = stratified(answers, seed=3, count=5)
    for fold in range(5):
        inside = [answer for answer, its in zip(answers, folds, strict=True) if its == fold]
        assert (inside.count("yes"), inside.count("no"), inside.count("maybe")) == (4, 2, 1)


def test_a_signal_that_tells_gets_weight_and_noise_does_not() -> None:
    signals = [{"always": 1.0, "telling": float(at % 2), "noise": float(at % 3)} for at in range(60)]
    weights = fit_verdicts(signals, ["no" if at % 2 else "yes" for at in range(60)], penalty=1.0)
    assert weights.of["telling"][1] > 2 > 0.5 > abs(weights.of["noise"][1])
    assert weights.judge({"always": 1.0, "telling": 1.0}).answer == "no"


def test_figures_come_from_questions_that_the_weights_have_not_seen() -> None:
    told = (
        "No difference was seen between moss and hay (p = 0.7).",
        "Moss was significantly heavier (p < 0.01).",
    )
    questions = [
        ResearchQuestion(str(at), "Is moss heavier than hay?", (told[at % 2],), ("no", "yes")[at % 2])
        for at in range(40)
    ]
    found = evaluate_verdicts(questions)
    assert found.rows["question and sentences"]["accuracy"].value == 1
    assert found.rows["question alone"]["accuracy"].value <= 0.6
    assert found.against_always["sentences alone"].low > 0.2
    assert found.by_answer["maybe"]["said"] == 0


def test_shipped_weights_are_scored_as_they_are() -> None:
    told = (
        ("No difference was seen (p = 0.7).", "no"),
        ("Moss was significantly heavier (p < 0.01).", "yes"),
    )
    questions = [
        ResearchQuestion(str(at), "Is moss heavier than hay?", (text,), answer)
        for at, (text, answer) in enumerate(told)
    ]
    swapped = [replace(one, answer={"no": "yes", "yes": "no"}[one.answer]) for one in questions]
    row = "question and sentences, as shipped"
    right, wrong = (
        evaluate_verdicts(some, as_shipped=True).rows[row]["accuracy"] for some in (questions, swapped)
    )
    assert (right.value, wrong.value) == (1, 0)
