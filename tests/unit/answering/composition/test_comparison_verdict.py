"""The verdict that opens the answer to a comparison."""

from dataclasses import replace

import pytest

from bioloom.answering.composition.answer_composition import compose_answer
from bioloom.answering.composition.comparison_verdict import comparison_verdict
from bioloom.answering.composition.draft_answer import Draft
from bioloom.records import AnswerPart

SPIN = "Is the miniprep spun longer than the maxiprep?"


def _parts(one: str, two: str) -> list[AnswerPart]:
    return [AnswerPart("", said, False, 0.9, (at,), (said,)) for at, said in ((1, one), (2, two))]


@pytest.mark.parametrize(
    ("asked", "one", "two", "verdict"),
    [
        (
            SPIN,
            "20 min",
            "10 min",
            "The miniprep is spun longer: 20 min, against 10 min for the maxiprep.",
        ),
        (SPIN, "20 min", "1 h", "The maxiprep is spun longer: 1 h, against 20 min for the miniprep."),
        (SPIN, "60 min", "1 h", "Both are the same: 60 min and 1 h."),
        (SPIN, "5-10 min", "8-12 min", "The ranges overlap: 5-10 min and 8-12 min."),
        (SPIN, "up to 20 min", "10 min", ""),
        (
            "Is the spin faster in the miniprep than in the maxiprep?",
            "13000 rpm",
            "6000 g",
            "Values in these units cannot be compared: 13000 rpm and 6000 g.",
        ),
        (
            "Is the first spin in the miniprep faster than in the maxiprep?",
            "6800 g",
            "6000 g",
            "It is faster in the miniprep: 6800 g, against 6000 g in the maxiprep.",
        ),
        (
            "Does the maxiprep use more P2 than the miniprep?",
            "10 ml",
            "250 µl",
            "The maxiprep uses more P2: 10 ml, against 250 µl for the miniprep.",
        ),
        (
            "Which needs less isopropanol, the maxiprep or the RNA prep?",
            "10.5 ml",
            "500 µl",
            "It is less for the RNA prep: 500 µl, against 10.5 ml for the maxiprep.",
        ),
        (
            "Which is longer, fixing of organoids or of sections?",
            "20 min",
            "10 min",
            "It is longer for fixing of organoids: 20 min, against 10 min for fixing of sections.",
        ),
        (
            "Does the miniprep use the same spin speed as the maxiprep?",
            "6800 g",
            "6000 g",
            "They differ: 6800 g, against 6000 g.",
        ),
        (
            "Is the miniprep column washed with more buffer than the maxiprep column?",
            "500 µl",
            "700 µl",
            "The maxiprep column is washed with more buffer: 700 µl, against 500 µl for the miniprep column.",
        ),
        (
            "Does the protocol use violet dye longer than safranin?",
            "60 s",
            "45 s",
            "They differ: 60 s, against 45 s.",
        ),
        (
            "Is a higher dilution used for anti-WT1 in the protocol than for anti-CD31?",
            "1:100",
            "1:50",
            "They differ: 1:100, against 1:50.",
        ),
        ("How long is it spun in the miniprep and in the maxiprep?", "20 min", "10 min", ""),
    ],
)
def test_two_values_of_one_dimension_are_compared(asked: str, one: str, two: str, verdict: str) -> None:
    assert comparison_verdict(asked, _parts(one, two)) == (f"{verdict} [1][2]" if verdict else "")


def test_the_answer_opens_with_it_and_is_as_sure_as_the_less_sure_value() -> None:
    parts = [Draft(confidence=sure, short=(said,)) for sure, said in ((0.9, "20 min"), (0.7, "10 min"))]
    verified = [(part, (f"{part.short[0]} – “It is spun.” [{at}]",)) for at, part in enumerate(parts, 1)]
    answer = compose_answer(SPIN, Draft(parts=tuple(parts)), verified, ())
    assert answer.answer.startswith("The miniprep is spun longer: 20 min, against 10 min")
    assert answer.parts[0].answer.startswith("The miniprep is spun longer")
    assert [part.citations for part in answer.parts] == [(1, 2), (2,)]
    assert answer.confidence == 0.7


def test_of_two_values_from_the_text_of_one_variant_none_is_that_of_the_other() -> None:
    asked = "Is vortexing shorter in version A than in version B?"
    parts = [
        replace(part, question=f"how long is vortexing in version {name}?")
        for part, name in zip(_parts("1 min", "10 min"), "AB", strict=True)
    ]
    titles = {1: "RNA from moss, version A", 2: "RNA from moss, version B"}
    assert comparison_verdict(asked, parts, titles).startswith("It is shorter in version A: 1 min")
    assert comparison_verdict(asked, parts, dict.fromkeys((1, 2), titles[2])) == ""
    assert comparison_verdict(asked, parts, dict.fromkeys((1, 2), "RNA from moss, both versions")) != ""


def test_where_a_value_is_missing_or_the_same_sentence_answers_both_alike_there_is_none() -> None:
    known, _ = _parts("20 min", "10 min")
    missing = AnswerPart("how long is the maxiprep spun?", "It states no time.", True, 0.0)
    otherwise = replace(known, citations=(2, 3))  # another protocol says otherwise
    for second in (missing, known, otherwise):
        assert comparison_verdict(SPIN, [known, second]) == ""


def test_a_value_that_is_unsure_makes_no_verdict() -> None:
    one, two = _parts("20 min", "10 min")
    assert comparison_verdict(SPIN, [one, replace(two, confidence=0.6)])
    assert not comparison_verdict(SPIN, [one, replace(two, confidence=0.59)])
