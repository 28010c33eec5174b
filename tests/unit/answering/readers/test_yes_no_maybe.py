"""Yes, no and maybe read off sentences: what tells them, and whether the shipped weights follow it."""

import pytest

from bioloom.answering.readers.yes_no_maybe import (
    judge,
    shipped_verdicts,
    signals_of,
    verdict_weights,
)
from bioloom.answering.texts.polarity import read_finding
from bioloom.resources import parse_table
from bioloom_lab.evaluation.verdicts.evaluator import write_verdict_weights

SETTING = (
    "Barley tea is drunk widely, and its effect on sleep has been disputed.",
    "Eighty adults drank barley tea or water every evening for six weeks.",
)
FOR = ("Sleep was significantly longer with barley tea than with water (p = 0.002).",)
AGAINST = (
    "Barley tea had no significant effect on sleep, which did not differ between the groups (p = 0.61).",
)
QUESTION = "Does barley tea affect sleep?"


@pytest.mark.parametrize(
    ("sentence", "marks"),
    [
        ("Pain was reduced (P<0.001).", {"p below 0.05": 1, "p above 0.05": 0, "less": 1, "denied": 0}),
        ("Pain was similar (P>0.05).", {"p below 0.05": 0, "p above 0.05": 1}),
        ("The rates were not significantly different.", {"denied": 1, "no difference": 1, "significant": 0}),
        ("It was not only faster but safer.", {"denied": 0}),
        ("(p<.05, p<.05, p<.05, p<.05)", {"p below 0.05": 3}),
    ],
)
def test_words_of_a_finding_are_marked(sentence: str, marks: dict[str, int]) -> None:
    found = read_finding(sentence)
    assert {mark: found[mark] for mark in marks} == marks


def test_what_is_found_decides() -> None:
    supported, denied = judge(QUESTION, SETTING + FOR), judge(QUESTION, SETTING + AGAINST)
    assert (supported.answer, denied.answer) == ("yes", "no")
    assert supported.belief > 0.7 < denied.belief
    assert sum((supported.yes, supported.no, supported.maybe)) == pytest.approx(1)


def test_a_finding_at_the_end_weighs_more_than_one_at_the_beginning() -> None:
    late, early = signals_of(QUESTION, SETTING + AGAINST), signals_of(QUESTION, AGAINST + SETTING)
    assert late["denied"] > 5 * early["denied"]


def test_every_signal_has_a_weight_and_tables_come_back_as_written() -> None:
    weights = shipped_verdicts()
    assert set(weights.of) == set(signals_of(QUESTION, SETTING))
    assert verdict_weights(parse_table(write_verdict_weights(weights), "weights")) == weights


def test_without_sentences_nothing_is_certain() -> None:
    assert judge(QUESTION, ()).belief < 0.8
