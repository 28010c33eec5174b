"""Marks stand for the names of a sentence, and tell the ends of a claim from other names."""

from __future__ import annotations

from bioloom.extraction.claim_marks import mark_claim, turn_marks

TEXT = "Taxol killed MCF-7 cells, and IL-2 did not."


def test_each_name_is_one_sign_wherever_it_stands() -> None:
    assert mark_claim(TEXT, (30, 34), (0, 5), [(13, 18)]) == "② killed ③ cells, and ① did not."
    assert turn_marks("② killed ③ cells") == "① killed ③ cells"


def test_names_that_overlap_an_end_or_one_another_stay_words() -> None:
    assert mark_claim(TEXT, (0, 5), (13, 24), [(13, 18)]) == "① killed ②, and IL-2 did not."
    assert mark_claim(TEXT, (0, 5), (30, 34), [(13, 18), (13, 24)]) == "① killed ③ cells, and ② did not."
