"""Initials, and names of letters and a number, as the texts write them."""

import pytest

from bioloom.question_parsing import initial_words, parted_names, spell_out


@pytest.mark.parametrize(
    ("question", "text", "read"),
    [
        ("HVPG?", "The hepatic venous pressure gradient fell.", {"HVPG": "hepatic venous pressure gradient"}),
        ("NNT?", "The number needed to treat was 9.", {"NNT": "number needed to treat"}),
        ("an MCAO animal", "Middle-cerebral artery occlusion", {"MCAO": "middle cerebral artery occlusion"}),
        ("NNT?", "The NNT was 9; no number needed to treat is known.", {}),
        ("MOI?", "Keep 5 min on ice.", {}),
        ("SMI?", "Block with serum for 30 min; incubate.", {}),
        ("LT?", "after liver transplantation", {}),
        ("MRI?", "Magnetic resonance imaging; minocycline reduces infarcts.", {}),
    ],
)
def test_initials_stand_for_the_only_words_that_begin_so(
    question: str, text: str, read: dict[str, str]
) -> None:
    assert initial_words(question, [text]) == read


@pytest.mark.parametrize(
    ("question", "text", "read"),
    [
        ("Ki67 score", "Anti-Ki-67 is diluted.", {"Ki67": "Ki-67"}),
        ("IL-6 level", "IL6 rose.", {"IL-6": "IL6"}),
        ("OD600", "grown to OD 600", {"OD600": "OD 600"}),
        ("IL-6 level", "IL-6 and IL6 rose.", {}),
        ("IL-6 level", "IL-60 rose, and CRIL-6.", {}),
    ],
)
def test_names_are_parted_as_in_the_texts(question: str, text: str, read: dict[str, str]) -> None:
    assert parted_names(question, [text]) == read


def test_a_name_within_another_one_is_no_word_to_be_spelled_out() -> None:
    assert spell_out("IL-6 and IL-60 in IL-6-low mice", {"IL-6": "IL6"}) == "IL6 and IL-60 in IL-6-low mice"


def test_initials_are_found_behind_a_very_long_run_of_words() -> None:
    text = f"{'curl ' * 200_000}comma-separated values"
    assert initial_words("CSV?", [text]) == {"CSV": "comma separated values"}
