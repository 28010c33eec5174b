"""What a section is headed by tells its steps from those of others."""

import pytest

from bioloom.answering.constraints.asked_sections import of_other_sections
from bioloom.answering.texts.protocol_text import protocol_texts
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.records import Evidence

NOTE = (
    ("", "Work in the fume hood."),
    ("Phenol", "Wipe it off with PEG 400 and do not rinse with water alone."),
    ("Hydrofluoric acid", "After any contact rinse with water for 5 minutes."),
    ("Hydrofluoric acid", "Spills are covered with calcium carbonate."),
    ("Day 3", "Wash with buffer from the phenol bottle's shelf."),
)


def steps_for(question: str, steps: tuple[tuple[str, str], ...] = NOTE, title: str = "A note") -> list[int]:
    (text,) = protocol_texts(
        [
            Evidence(said, 1.0, f"my:n#s{at}", document_id="my:n", document_title=title, section=section)
            for at, (section, said) in enumerate(steps)
        ]
    )
    return list(text.without(of_other_sections(parse_pattern(question), text)).steps)


def test_another_section_than_the_named_one_does_not_answer() -> None:
    assert steps_for("How long do I rinse phenol off?") == [0, 1, 4], "the last names it itself"
    assert steps_for("What covers a spill of hydrofluoric acid?") == [0, 2, 3]


def test_a_named_section_that_holds_all_that_is_asked_binds_behind_after_too() -> None:
    assert steps_for("How long must I rinse with water after contact with phenol?") == [0, 1, 4]
    stages = (("Culture", "Grow the cells."), ("Dipping", "Dip the flowers for 10 s."))
    assert 1 in steps_for("How long are flowers dipped after the culture?", stages)


def test_of_two_sections_that_are_named_the_one_that_is_named_more_answers() -> None:
    steps = (
        ("Bacterial PCR", "Read at 81 °C."),
        ("Archaeal PCR", "Read at 78 °C."),
        ("Autoclave in H1.12", "Clean it weekly."),
        ("Autoclave in H3.05", "Clean it monthly."),
    )
    assert steps_for("Archaeal PCR: at what temperature is it read?", steps) == [1]
    assert steps_for("How often is the H1.12 autoclave cleaned?", steps) == [2]


def test_words_of_the_title_name_no_section_unless_it_lists_several() -> None:
    steps = (("Mix", "Take 2 mg/ml of DNA."), ("Yeasts", "Grow them."), ("Bacteria", "Spin them."))
    assert steps_for("How much DNA for the yeasts?", steps, "DNA for yeasts") == [0, 1, 2]
    assert steps_for("How much DNA for the yeasts?", steps, "DNA of yeasts and bacteria") == [1]


STAGES = (
    ("Gel preparation", "Pour the gel and leave it for 40 min."),
    ("Staining", "Stain it for 45 min."),
    ("RNA extraction", "Add 1 ml of Trizol."),
    ("cDNA synthesis", "Run the reverse transcription at 42 °C."),
    ("Plasma", "Spin the blood for 10 min."),
    ("Storage", "Store it at -80 °C for up to 2 years."),
)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("How long is the gel stained?", 1),
        ("At what temperature is the RNA reverse transcribed?", 3),
        ("How long is plasma stored?", 5),
    ],
)
def test_a_section_that_has_what_the_named_one_lacks_stays(question: str, kept: int) -> None:
    assert kept in steps_for(question, STAGES)


def test_a_number_names_a_section_with_its_word_alone() -> None:
    assert steps_for("How long is the wash on day 3?") == [0, 4]
    assert steps_for("How long is the Foxp3 wash?") == [0, 1, 2, 3, 4]


def test_a_question_that_names_no_section_may_mean_all() -> None:
    assert steps_for("What is covered with calcium carbonate?") == [0, 1, 2, 3, 4]
    assert steps_for("Which phenol?", NOTE[:2]) == [0, 1]


def test_the_words_of_a_heading_are_those_of_its_steps() -> None:
    (text,) = protocol_texts(
        [Evidence("Spin for 2 min.", 1.0, "my:n#s1", document_id="my:n", section="Elution – Second round")]
    )
    assert {"spin", "second"} <= text.words[1]
