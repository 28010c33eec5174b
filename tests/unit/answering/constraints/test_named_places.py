"""Values that a sentence tells of another place, thing or clause than the question names."""

import pytest

from bioloom.answering.constraints.named_places import stated_elsewhere
from bioloom.question_parsing.question_pattern import parse_pattern

TITLE = "Hepatic safety of oxaprine"
LIVER = "Ketoconazole had an IC50 of 22 µM in HepG2 cells."
DONORS = "Primary hepatocytes of four donors were less sensitive."
RENAL = "Loss of the gene reduced GPX4 protein by 70%, while GPX4 mRNA did not change."
HEADACHE = "Infection occurred in 5 patients; hypotension was reported by 3.5%."


@pytest.mark.parametrize(
    ("question", "sentence", "value", "elsewhere"),
    [
        ("What was the IC50 of ketoconazole in hepatocytes?", LIVER, "22", True),
        ("What was the IC50 of ketoconazole in HepG2 cells?", LIVER, "22", False),
        ("By how much did the loss reduce GPX4 mRNA?", RENAL, "70", True),
        ("By how much did the loss reduce GPX4 protein?", RENAL, "70", False),
        ("How many had hypotension?", HEADACHE, "5", True),
        ("How many had hypotension?", HEADACHE, "3.5", False),
    ],
)
def test_a_value_of_another_place_or_clause_is_told(
    question: str, sentence: str, value: str, elsewhere: bool
) -> None:
    document = [TITLE, sentence, DONORS]
    assert stated_elsewhere(parse_pattern(question), sentence, sentence.find(value), document) == elsewhere
