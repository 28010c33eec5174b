"""Tests of coordinated questions: what is parted, and what stays one question."""

import pytest

from bioloom.question_parsing import separate_questions
from bioloom.question_parsing.question_pattern import parse_patterns


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        (
            "Does metformin treat type 2 diabetes mellitus, and which side effects does it have?",
            ("Does metformin treat type 2 diabetes mellitus?", "which side effects does metformin have?"),
        ),
        (
            "Is the supernatant kept? If so, where?",
            ("Is the supernatant kept?", "where is the supernatant kept?"),
        ),
        (
            "Is metformin used to treat diabetes and what is its target?",
            ("Is metformin used to treat diabetes?", "what is metformin's target?"),
        ),
        (
            "Is BRCA1 associated with breast cancer, and which drugs target it?",
            ("Is BRCA1 associated with breast cancer?", "which drugs target BRCA1?"),
        ),
        (
            "At what temperature is the lysate incubated, and is it shaken?",
            ("At what temperature is the lysate incubated?", "is the lysate shaken?"),
        ),
        (
            "Does aspirin treat asthma, and does timolol treat glaucoma?",
            ("Does aspirin treat asthma?", "does timolol treat glaucoma?"),
        ),
        (
            "Is the gel stained, how long is it washed, and how long is it dried?",
            ("Is the gel stained?", "how long is the gel washed, and how long is the gel dried?"),
        ),
    ],
)
def test_a_question_for_yes_or_no_is_parted_from_what_else_is_asked(
    asked: str, parts: tuple[str, ...]
) -> None:
    assert separate_questions(asked) == parts


@pytest.mark.parametrize(
    "asked",
    [
        "How long is the gel run and at what voltage?",
        "Does aspirin treat pain and fever?",
        "Which drug treats asthma and does not cause tachycardia?",
        "Which buffer contains EDTA and is stored cold?",
        "Is the DNA mixed with loading dye, which contains SDS, before loading?",
        "Can you tell me which enzyme is used and how long it takes?",
        "Does the protocol say how long cells are fixed, and how they are washed?",
        "Can't strip today, how long at most can the blot wait in the fridge?",
        "Can crusher filtration: pore size of the Anotop, and how much filtrate is poured in?",
        "We use QG and my gel is orange. Is acid added, and how much?",
        "",
    ],
)
def test_other_questions_stay_whole(asked: str) -> None:
    assert separate_questions(asked) == (asked,)


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        (
            "Does the miniprep use the same lysis buffer as the maxiprep does?",
            ["what is the lysis buffer in the miniprep?", "what is the lysis buffer in the maxiprep?"],
        ),
        (
            "Do the miniprep and the maxiprep use the same volume of ethanol?",
            [
                "what is the volume of ethanol in the miniprep?",
                "what is the volume of ethanol in the maxiprep?",
            ],
        ),
        (
            "Is the heat shock of the C2987H transformation any different from the one after Q5 mutagenesis?",
            [
                "what is the heat shock of the C2987H transformation?",
                "what is the heat shock after Q5 mutagenesis?",
            ],
        ),
        (
            "Is the spin time the same in the miniprep and in the maxiprep?",
            ["what is the spin time in the miniprep?", "what is the spin time in the maxiprep?"],
        ),
        (
            "Is the same enzyme used for the digestion and for the ligation?",
            ["what is the enzyme in the digestion?", "what is the enzyme in the ligation?"],
        ),
        (
            "Does the spin speed differ between the miniprep and the maxiprep?",
            ["what is the spin speed in the miniprep?", "what is the spin speed in the maxiprep?"],
        ),
    ],
)
def test_whether_two_things_have_the_same_value_is_asked_of_each(asked: str, parts: list[str]) -> None:
    (opened,) = separate_questions(asked)
    assert [pattern.text for pattern in parse_patterns(opened)] == parts


@pytest.mark.parametrize(
    "asked",
    [
        "Does survival differ between women and men?",
        "Is the pain threshold of men different from that of women?",
        "Are the plates the same?",
        "Is aspirin the same as acetylsalicylic acid?",
    ],
)
def test_other_comparisons_are_for_yes_or_no(asked: str) -> None:
    assert separate_questions(asked) == (asked,)


@pytest.mark.parametrize(
    "unknown", ["Does vitamin E harm diabetics, and what is their odds ratio?", "Did it, and what is it?"]
)
def test_a_pronoun_stays_where_nobody_knows_what_it_means(unknown: str) -> None:
    *_, last = separate_questions(unknown)
    assert "their odds ratio" in last or "what is it" in last


def test_long_questions_stay_whole() -> None:
    long = "is it washed and how " * 500
    assert separate_questions(long) == (long,)
