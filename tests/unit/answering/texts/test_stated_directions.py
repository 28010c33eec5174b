"""Which way a clause says that one of its things goes."""

import pytest

from bioloom.answering.texts.stated_directions import direction_of
from bioloom.answering.texts.stated_findings import asked_finding, stated_findings
from bioloom.question_parsing import content_words
from bioloom.records import Evidence


@pytest.mark.parametrize(
    ("thing", "clause", "way"),
    [
        ("body weight", "Mice had increased body weight and reduced insulin sensitivity.", "more"),
        ("insulin sensitivity", "Mice had increased body weight and reduced insulin sensitivity.", "less"),
        ("insulin secretion", "It reduces insulin and increases somatostatin secretion.", "less"),
        ("somatostatin secretion", "It reduces insulin and increases somatostatin secretion.", "more"),
        ("hypertrophy", "Sildenafil attenuated the hypoxia-induced increase in hypertrophy.", "less"),
        ("pain", "Salt prevented the reduction of pain.", "more"),
        ("urate", "Urate was lower and thirst higher with tea.", "less"),
        ("thirst", "Urate was lower and thirst higher with tea.", "more"),
        ("joint pain", "Aromatase inhibitors increased joint pain.", "more"),
        ("sleep", "Tea was drunk before sleep.", None),
        ("sleep", "Some rose, others fell.", None),
        ("weight", "Differences in weight between the groups were abolished.", None),
    ],
)  # fmt: skip
def test_a_direction_belongs_to_the_thing_it_acts_on(thing: str, clause: str, way: str | None) -> None:

    assert direction_of(dict.fromkeys(thing.split(), 1.0), clause) == way


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Did betaine reduce Bcl-2 expression?", "no"),
        ("Did betaine increase Bcl-2 expression?", "yes"),
        ("Did betaine increase Bax?", "no"),
        ("Is Bax reduced by betaine?", "yes"),
        ("Did Bax fall with betaine?", "yes"),
        ("Did Bax rise with betaine?", "no"),
    ],
)
def test_a_sentence_of_two_effects_says_no_to_the_opposite_of_each(question: str, verdict: str) -> None:
    text = "Betaine increased the ventricular expression of Bcl-2 and reduced the level of Bax."
    asked = asked_finding(question, dict.fromkeys(content_words(question), 1.0))
    assert asked
    assert [found.verdict for found in stated_findings(asked, [Evidence(text, 1.0)])] == [verdict]


def test_what_only_rises_or_falls_in_a_sentence_is_no_cause_in_it() -> None:
    text = "Neuromedin U reduces insulin and increases somatostatin secretion."
    for subject, verdict in (("neuromedin U", "no"), ("somatostatin", None)):
        question = f"Does {subject} increase insulin secretion?"
        asked = asked_finding(question, dict.fromkeys(content_words(question), 1.0))
        assert asked
        assert [found.verdict for found in stated_findings(asked, [Evidence(text, 1.0)])] == [verdict]
