"""Tests of coordinated questions: what is parted, and what stays one question."""

import pytest

from bioloom.question_parsing import separate_questions


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
    "unknown", ["Does vitamin E harm diabetics, and what is their odds ratio?", "Did it, and what is it?"]
)
def test_a_pronoun_stays_where_nobody_knows_what_it_means(unknown: str) -> None:
    *_, last = separate_questions(unknown)
    assert "their odds ratio" in last or "what is it" in last


def test_long_questions_are_parted_in_little_time() -> None:
    separate_questions("is it washed and how " * 500)
