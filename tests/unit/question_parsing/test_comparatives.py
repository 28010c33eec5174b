"""Questions for which of two is longer, faster or more ask for the values of both."""

from __future__ import annotations

import pytest

from bioloom.question_parsing import parse_question, separate_questions
from bioloom.question_parsing.comparatives import compared_values


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        (
            "Is the separation spin longer for fat than for cells?",
            ("how long is the separation spin for fat?", "how long is the separation spin for cells?"),
        ),
        (
            "Does the maxiprep need more ethanol than the miniprep?",
            ("how much ethanol does the maxiprep need?", "how much ethanol does the miniprep need?"),
        ),
        (
            "Are the plates incubated at a higher temperature in the ELISA than in the western?",
            (
                "what temperature are the plates incubated in the ELISA?",
                "what temperature are the plates incubated in the western?",
            ),
        ),
        (
            "Does the miniprep spin longer than the maxiprep?",
            ("how long does the miniprep spin?", "how long does the maxiprep spin?"),
        ),
        (
            "Which gets spun faster: fat or cells?",
            ("how fast for fat?", "how fast for cells?"),
        ),
        (
            "Is the first spin in the miniprep faster than in the maxiprep?",
            ("how fast is the first spin in the miniprep?", "how fast is the first spin in the maxiprep?"),
        ),
        (
            "Which is longer, the fixation of organoids or of sections?",
            ("how long for the fixation of organoids?", "how long for the fixation of sections?"),
        ),
        (
            "Does the miniprep or the maxiprep use more ethanol?",
            ("how much ethanol does the miniprep use?", "how much ethanol does the maxiprep use?"),
        ),
        (
            "Is more ethanol used in the miniprep or in the maxiprep?",
            ("how much ethanol is used in the miniprep?", "how much ethanol is used in the maxiprep?"),
        ),
        (
            "What's the difference in chloroform between the fat prep and the cell prep?",
            ("how much chloroform is used in the fat prep?", "how much chloroform is used in the cell prep?"),
        ),
        (
            "Compare the drying time between the miniprep and the maxiprep",
            ("what is the drying time in the miniprep?", "what is the drying time in the maxiprep?"),
        ),
    ],
)
def test_both_values_are_asked_for(asked: str, parts: tuple[str, ...]) -> None:
    (question,) = separate_questions(asked)
    assert tuple(pattern.text for pattern in parse_question(question).patterns) == parts


@pytest.mark.parametrize(
    "asked",
    [
        "Is survival longer in women than in men",
        "Are adults more likely to relapse than children",
        "Is the pellet washed more than once",
        "Should I use more buffer",
    ],
)
def test_what_a_study_found_and_what_compares_nothing_stays(asked: str) -> None:
    assert compared_values(asked) == ""
