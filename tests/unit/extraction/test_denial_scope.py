"""A denial reaches a claim only where it stands between the ends and governs the verb there."""

from __future__ import annotations

import pytest

from bioloom.extraction.denial_scope import Reach, denial_reach


@pytest.mark.parametrize(
    "marked",
    [
        "① did not lower ② in rats.",
        "② was not lowered by ①.",
        "① failed to lower ②.",
        "① had no effect on ② or ③.",
        "② was unaffected by ①.",
        "There was no evidence that ① raised ② in plasma.",
        "No significant association between ① and ② was found.",
        "Neither ① nor ③ raised ② in plasma.",
        "Neither ③ nor ① raised ② in plasma.",
        "① lowered ③ but not ② in plasma.",
        "① lowered ③, but not ②.",
    ],
)
def test_a_cue_between_the_ends_denies(marked: str) -> None:
    assert denial_reach(marked) == "denied"


@pytest.mark.parametrize(
    "marked",
    [
        "①, which alone did not alter ③, lowered ②.",
        "③, but not ①, raised the ② that had been lowered by ③.",
        "① did not lower ③ and raised ②.",
        "① does not potentiate ③ at the doses used for ②.",
        "③ does not potentiate ①-induced ② in rats.",
        "① failed to block ②-induced contraction.",
        "① failed to block either ② or histamine-induced contraction.",
        "① not only lowered ②.",
        "Neither ③ nor ③ changed how ① lowers ②.",
        "③ changed sleep but not the response to ① in ②.",
    ],
)
def test_a_cue_that_may_govern_something_else_leaves_it_open(marked: str) -> None:
    assert denial_reach(marked) == "unclear"


@pytest.mark.parametrize(
    "marked",
    [
        "① lowered ② but not ③.",
        "③ did not change; ① lowered ②.",
        "③ did not change, and ① lowered ② in plasma.",
        "③ was not seen. ① lowered ②.",
        "① lowers ② in rats.",
    ],
)
def test_a_cue_of_another_clause_denies_nothing(marked: str) -> None:
    assert denial_reach(marked) == "outside"


@pytest.mark.parametrize("marked", ["", "nothing was not marked"])
def test_a_sentence_without_ends_is_judged_whole(marked: str) -> None:
    expected: Reach = "unclear" if marked else "outside"
    assert denial_reach(marked) == expected
