import pytest

from bioloom.answering.constraints.publication_constraints import may_answer, names_object, of_other_kind
from bioloom.answering.texts.stated_findings import asked_finding
from bioloom.question_parsing.question_pattern import parse_pattern

STOPPED = "The trial was stopped early for futility."
OUTCOME = "The primary outcome was kidney injury by day 7."


@pytest.mark.parametrize(
    ("question", "said", "other"),
    [
        ("How many mice got the diet?", "8%", True),
        ("How many mice got the diet?", "8% of them", False),
        ("How many mice got the diet?", "40 female mice", False),
        ("How many mice got the diet?", "four injections", False),  # no number that could be held against it
        ("How many mice got the diet?", "3 injections", True),
        ("How many patients relapsed?", "24 women", False),
        ("How many percent relapsed?", "12%", False),
        ("How many children were included?", "0.91 in children", True),
        ("What was the weight of the spleen?", "5.4 cm", True),
        ("How large was the reduction?", "57%", False),
        ("What is its molecular weight?", "6.7 kDa", False),
        ("Which drug was given?", "24 hours", False),
        ("What dose did the mice get?", "9.1% by day 21", True),
        ("What dose did the mice get?", "2 g/kg", False),
    ],
)
def test_a_value_of_another_kind_is_told(question: str, said: str, other: bool) -> None:
    assert of_other_kind(parse_pattern(question), said) == other


@pytest.mark.parametrize(
    ("question", "sentence", "named"),
    [
        ("By how much did it lower fasting insulin?", "It lowered triglycerides by 41%.", False),
        ("By how much did it lower fasting insulin?", "Insulin fell by 41%.", True),
        ("What was the hazard ratio of eczema?", "Asthma was likelier (hazard ratio 1.58).", False),
        ("How many of them received vasopressin?", "We included 327 patients.", False),
        ("How many had diarrhoea?", "Diarrhoea was seen in 17 patients.", True),
        ("How many of them died?", "We included 327 patients.", True),
        ("How many received PPIs?", "Proton pump inhibitors (PPIs) were given to 12.", True),
        ("Hazard ratio for stroke in night workers?", "The hazard ratio was 1.08.", False),
        ("Hazard ratio for death in night workers?", "The hazard ratio was 1.08.", True),
    ],
)
def test_what_changed_or_was_given_must_be_named(question: str, sentence: str, named: bool) -> None:
    assert names_object(question, sentence, ["A trial"]) == named


def test_a_reason_is_no_sentence_about_the_title_only() -> None:
    pattern = parse_pattern("Why was the trial stopped?")
    document = ["A trial of rosuvastatin", STOPPED, OUTCOME]
    assert may_answer(pattern, STOPPED, document)
    assert not may_answer(pattern, OUTCOME, document)


def test_an_abstract_about_the_sibling_of_a_name_is_none_about_it() -> None:
    """The sentence has no number of the name, the title has another one."""
    document = ["Loss of Trpv4 protects mice", "Damage was 42% lower in knockout mice."]
    for gene, answers in (("Trpv1", False), ("Trpv4", True)):
        pattern = parse_pattern(f"How much lower was damage in {gene} knockout mice?")
        assert may_answer(pattern, document[1], document) == answers


def test_who_paid_is_told_by_words_of_funding() -> None:
    pattern = parse_pattern("Who paid for the cohort?")
    for sentence, answers in (
        ("412 workers and 771 others had surgery.", False),
        ("Funding: Kidney Trust Wales.", True),
        ("So who funded it?", False),
    ):
        assert may_answer(pattern, sentence, ["A cohort", sentence]) == answers


def test_a_price_needs_money() -> None:
    pattern = parse_pattern("What did one injection cost?")
    for sentence, answers in (
        ("Reactions to the injection were seen in 14%.", False),
        ("One injection is sold for US$ 2.40.", True),
    ):
        assert may_answer(pattern, sentence, ["A trial", sentence]) == answers


def test_a_route_is_told_by_one() -> None:
    pattern = parse_pattern("By what route was cisplatin given?")
    for sentence, answers in (
        ("Rats were randomised to vehicle or cisplatin (7 mg/kg).", False),
        ("Cisplatin was given by intraperitoneal injection.", True),
    ):
        assert may_answer(pattern, sentence, ["A trial", sentence]) == answers


def test_what_is_measured_of_one_thing_is_not_measured_of_another() -> None:
    told = ["A drug", "Ketoconazole had an IC50 of 22 uM.", "Cells of donors had an IC50 of 142 uM."]
    question = "What was the IC50 of ketoconazole?"
    assert [names_object(question, each, told) for each in told[1:]] == [True, False]


def test_yes_or_no_needs_both_things() -> None:
    question = "Does AMG9810 reverse allodynia?"
    finding = asked_finding(question, {"amg9810": 2.0, "reverse": 1.0, "allodynia": 2.0})
    for sentence, answers in (
        ("AMG9810 reversed hyperalgesia.", False),
        ("AMG9810 reversed allodynia.", True),
    ):
        assert may_answer(parse_pattern(question), sentence, ["Pain", sentence], finding) == answers
