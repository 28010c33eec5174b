"""Names that differ in a number: a sentence about another one is no answer."""

import pytest

from bioloom.answering.constraints.sibling_names import names_sibling


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("CA IV", "It raised the activity of CA II."),
        ("caspase-8", "Caspases 3 and 9 were cleaved."),
        ("GSTO2", "GSTO1 has been linked to dementia."),
        ("Cyp1a1", "CYP2F1 is found in the lung."),
        ("IL-17F", "IL-17A rose."),
        ("day 7", "It had fallen by day 14."),
        ("stage III", "It was seen in stages I and II."),
    ],
)
def test_another_number_of_a_name_is_another_thing(asked: str, told: str) -> None:
    assert names_sibling(f"What is told of {asked}?", told)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("type II diabetes", "It is common in type 2 diabetes."),
        ("mGluR5", "Homer binds mGluR1 and 5."),
        ("day 2", "It was given on days 1 to 3."),
        ("exon 8", "Exons 7-9 were lost."),
        ("week 12", "It fell by 4% after 12 weeks and by 9% by week 24."),
        ("grade 3 events", "Grade 2 was rare, and 4% had grade ≥3."),
        ("IL-17", "IL-17A rose."),
        ("PEC200", "The water uptake of PEC200 was above that of PEC41."),
        ("HIV-1", "HIV was found."),
        ("the 40 patients", "Of 38 patients two died."),
        ("a dose at 20 min", "It was given at 30 min."),
    ],
)
def test_the_same_number_a_list_and_an_amount_are_no_other_thing(asked: str, told: str) -> None:
    assert not names_sibling(f"What is told of {asked}?", told)
