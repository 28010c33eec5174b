"""Lists of values beside lists of things: each value goes with the thing in its place."""

import pytest

from bioloom.answering.texts.aligned_lists import aligned_value

PAIN = "Pain was felt by 29%, 46% and 71% of the 15 µg, 50 µg and 150 µg recipients and by 13% of the others."
STAGES = "Median survival was 4.2, 6.1 and 9.8 months for stages III, II and I, respectively."
TESTS = "The sensitivity, specificity and accuracy were 80%, 75% and 60%, respectively."
ANIMALS = "In mice and rats, the half-life was 2.1 h and 3.4 h, respectively."
SCORES = "Mean scores were 12.1 (SD 3.0) and 15.2 (SD 4.1) in cases and controls."
KILLED = "Rats were given 5 mg/kg or 10 mg/kg of drug and killed after 2 and 4 weeks."
STEP = "Incubate for 5 and 10 min at 37 °C and 42 °C, respectively."

SURVIVAL = "One-year survival was 83% with and 92% without the graft; five-year survival was 66% and 79%."
DOSES = "Death followed in 22.8% with the reduced and 18.0% with the standard dose; injury in 8.2% and 5.6%."
PASSAGES = "Bile came from 14 patients, 8 with stones and 6 with cysts; cells were used in passages 3 and 7."


@pytest.mark.parametrize(
    ("question", "text", "found", "value"),
    [
        ("What share of the 15 µg recipients felt pain?", PAIN, "71%", "29%"),
        ("What share of the 50 µg recipients felt pain?", PAIN, "71%", "46%"),
        ("median survival stage I", STAGES, "4.2", "9.8 months"),
        ("median survival stage II", STAGES, "4.2", "6.1"),
        ("What was the specificity?", TESTS, "80%", "75%"),
        ("sensitivity, specificity and accuracy?", TESTS, "75%", "80%, 75% and 60%"),
        ("half-life in mice", ANIMALS, "3.4 h", "2.1 h"),
        ("half-life in rats", ANIMALS, "2.1 h", "3.4 h"),
        ("What did controls score?", SCORES, "12.1", "15.2 (SD 4.1)"),
        ("How long at 42 °C?", STEP, "5", "10 min"),
        ("five-year survival with the graft", SURVIVAL, "66%", "66%"),
        ("five-year survival without the graft", SURVIVAL, "66%", "79%"),
        ("injury, reduced dose", DOSES, "8.2%", "8.2%"),
        ("injury, standard dose", DOSES, "8.2%", "5.6%"),
    ],
)
def test_a_value_is_that_of_the_thing_in_its_place(question: str, text: str, found: str, value: str) -> None:
    place = aligned_value(question, text, text.index(found), text.index(found) + len(found))
    assert place is not None
    assert text[slice(*place)] == value


@pytest.mark.parametrize(
    ("question", "text", "found"),
    [
        ("What share of those without it felt pain?", PAIN, "13%"),
        ("What share of the recipients felt pain?", PAIN, "71%"),
        ("When were the rats killed?", KILLED, "2 and 4"),
    ],
)
def test_nothing_is_chosen_where_no_list_stands_beside_it_or_none_of_its_things_is_named(
    question: str, text: str, found: str
) -> None:
    assert aligned_value(question, text, text.index(found), text.index(found) + len(found)) is None


def test_bare_numbers_of_things_go_with_no_group() -> None:
    start = PASSAGES.index("3 and 7")
    assert aligned_value("how many with stones", PASSAGES, start, start + 1) is None
