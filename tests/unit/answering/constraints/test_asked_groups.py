import pytest

from bioloom.answering.constraints.asked_groups import denies_otherwise, other_group
from bioloom.question_parsing import canonical_word
from bioloom.question_parsing.question_pattern import parse_pattern

TRIAL = "Of 288 adults without diabetes, 140 were assigned to dapagliflozin."
LUNG = "Metformin lowered the hydroxyproline content of the lungs by 38%."
MICE = "Mice fed inulin lost 17% of their body weight."


@pytest.mark.parametrize(
    ("question", "sentence", "document"),
    [
        ("How many adults with diabetes got it?", TRIAL, [TRIAL]),
        ("What was the survival of mutant KRAS?", "With wild-type KRAS it was 24 months.", []),
        ("How many female mice lost weight?", MICE, [MICE, "Male mice were bought."]),
        ("How many male mice lost weight?", MICE, [MICE]),
        (
            "How many children were in the trials?",
            "14 trials with 2,386 participants.",
            ["Children and adults."],
        ),
        ("How much did it lower hydroxyproline in the liver?", LUNG, ["Lung fibrosis", LUNG]),
        ("How many rats lost weight?", MICE, [MICE]),
        ("What share did canagliflozin lower?", "Dapagliflozin lowered it by 3%.", ["Dapagliflozin"]),
        ("How many on placebo had headache?", "It occurred in 14 patients of the 120 mg group.", []),
        ("How long were cells stimulated with PDGF?", "Cells got TGF-beta for 24 h.", ["Cells got TGF-beta"]),
    ],
)
def test_a_sentence_about_another_group_or_drug_is_told(
    question: str, sentence: str, document: list[str]
) -> None:
    assert other_group(parse_pattern(question), sentence, [*document, sentence])


@pytest.mark.parametrize(
    ("question", "sentence", "document"),
    [
        ("How many adults without diabetes got it?", TRIAL, [TRIAL]),
        ("How far does testosterone fall in men?", "After castration it falls by 95%.", ["Prostate cancer"]),
        ("How many girls were seen?", "Of the girls 34% had asthma, and 20% of the boys.", []),
        ("How much weight did the mice lose?", MICE, [MICE, "Rats were not examined."]),
        ("What did the statins lower?", "Rosuvastatin lowered it by 3%.", ["Rosuvastatin"]),
        ("By how much did NPY rise?", "Neuropeptide Y rose by 10% beside TH.", ["Neuropeptide Y"]),
        ("What do VHL-negative cells use?", "VHL-deficient cells use glutamine.", []),
        ("How many on placebo had headache?", "It occurred in 14 patients on placebo of that group.", []),
    ],
)
def test_a_sentence_about_the_group_or_drug_may_answer(
    question: str, sentence: str, document: list[str]
) -> None:
    assert not other_group(parse_pattern(question), sentence, [*document, sentence])


def test_what_is_denied_in_both_or_in_neither_agrees() -> None:
    mutation = [canonical_word("mutation")]
    assert not denies_otherwise("IC50 without a BRCA mutation?", "BRCA wild-type: 14 µM", mutation)
    assert denies_otherwise("IC50 without a BRCA mutation?", "BRCA1 mutations: 1.8 µM", mutation)
    assert not denies_otherwise("IC50?", "BRCA1 mutations: 1.8 µM", mutation)
