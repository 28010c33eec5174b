"""What a network finds in a step is read beside what the rules find there, and never against a conflict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bioloom.answering.protocol_reader import PartReadings, read_in_turn
from bioloom.question_parsing import parse_question
from bioloom.records import Evidence
from bioloom.step_reader import FoundStep, ReadableText

STEPS = (
    "Grow the starter culture to OD 0.6.",
    "Add IPTG to a final concentration of 0.4 mM.",
    "Shake the flasks at 18 °C for 16 hours.",
)
EVIDENCE = tuple(
    Evidence(text, 1.0 / at, f"wlp:p#s{at}", "wlp:p", "Protein expression")
    for at, text in enumerate(STEPS, 1)
)
WEIGHTS = dict.fromkeys(("protein", "expression", "iptg", "concentration", "flask", "shake", "hour"), 1.0)


class Marker:
    """A network for which one step answers, by some of its words, and no other does."""

    def __init__(self, step: int, words: str) -> None:
        self.step, self.words = step, words
        self.asked: list[tuple[str, str]] = []

    def read(
        self, part: str, whole: str, texts: Sequence[ReadableText], /
    ) -> Mapping[tuple[int, int], FoundStep]:
        self.asked.append((part, whole))
        found = {}
        for number, text in enumerate(texts):
            for at, step in enumerate(text.steps):
                start = step.find(self.words) if at == self.step else 0
                score = 6.0 if at == self.step else -6.0
                found[number, at] = FoundStep(score, start, start + len(self.words), 0.9)
        return found


def first(question: str, model: Marker | None) -> PartReadings:
    return next(iter(read_in_turn(parse_question(question), WEIGHTS, EVIDENCE, model=model)))


def said(question: str, model: Marker | None) -> list[tuple[str, ...]]:
    return [tuple(node.name for node in each.nodes) for each in first(question, model).own]


def test_words_that_no_rule_finds_are_a_reading_of_their_own() -> None:
    question = "protein expression: density at induction"
    assert ("OD 0.6",) not in said(question, None)
    assert ("OD 0.6",) in said(question, Marker(0, "OD 0.6"))


def test_a_reading_tells_whether_the_network_found_the_same() -> None:
    (reading,) = [
        each
        for each in first("What is the concentration of IPTG?", Marker(1, "0.4 mM")).own
        if [node.name for node in each.nodes] == ["0.4 mM"]
    ]
    assert reading.signals["agrees"] == 0.9
    assert reading.signals["network"] > 1
    assert reading.signals["unread"] == 0


def test_a_step_that_contradicts_a_stated_value_gives_no_reading_of_the_network() -> None:
    question = "How long are the flasks shaken at 37 °C in protein expression?"
    assert ("16 hours",) not in said(question, Marker(2, "16 hours"))


def test_a_part_is_read_with_all_of_its_question() -> None:
    model = Marker(1, "0.4 mM")
    list(
        read_in_turn(
            parse_question("How much IPTG is added, and how long is it shaken?"),
            WEIGHTS,
            EVIDENCE,
            model=model,
        )
    )
    assert [bool(whole) for _, whole in model.asked] == [True, True]
    first("How much IPTG is added?", model)
    assert model.asked[-1] == ("How much IPTG is added?", "")
