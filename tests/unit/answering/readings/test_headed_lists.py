"""A list that is headed by what a question names."""

import pytest

from bioloom.answering.constraints.document_binding import Binding
from bioloom.answering.readers.protocol_reader import read_parts
from bioloom.answering.readings.headed_lists import headed_list
from bioloom.question_parsing import parse_question
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.records import Evidence

LINES = (
    (None, "Lysis buffer: 50 mM Tris, 150 mM NaCl and 1% NP-40."),
    (None, "Wash buffer A contains 20 mM imidazole and 5% glycerol."),
    (None, "Wash buffer B contains 40 mM imidazole and 5% glycerol."),
    (None, "Set up the PCR mix on ice:"),
    (None, "- 10 µl 2x master mix"),
    (None, "- 1 µl primers"),
    (None, "water to 20 µl"),
    (None, "Digestion"),
    (None, "Incubate for 1 h at 37 °C."),
    ("Elution buffer (per 10 ml)", "100 µl 1 M Tris"),
    ("Elution buffer (per 10 ml)", "1 ml 10% SDS"),
    ("Elution buffer (per 10 ml)", "Wash the beads with 1 ml PBS."),
    ("Staining", "| antibody: CD3 | dilution: 1:200 |"),
    ("Staining", "| antibody: CD8 | dilution: 1:400 |"),
    ("Liver", "Storage buffer: 10% glycerol and 1 mM DTT."),
    ("Heart", "Storage buffer: 20% glycerol and 2 mM DTT."),
)
NOTE = tuple(
    Evidence(text, 1.0, f"my:n#s{at}", document_id="my:n", document_title="His-tag prep", section=section)
    for at, (section, text) in enumerate(LINES)
)
BOUND = Binding(("my:n",), named=True)


@pytest.mark.parametrize(
    ("asked", "members"),
    [
        ("What does the lysis buffer contain?", "50 mM Tris|150 mM NaCl|1% NP-40"),
        ("What does wash buffer B of the His-tag prep consist of?", "40 mM imidazole|5% glycerol"),
        ("What reagents are added to the PCR mix?", "10 µl 2x master mix|1 µl primers|water to 20 µl"),
        ("What is in the elution buffer?", "100 µl 1 M Tris|1 ml 10% SDS"),
        ("Which antibodies are used in the staining?", "CD3 (1:200)|CD8 (1:400)"),
        ("What is the storage buffer for the heart made of?", "20% glycerol|2 mM DTT"),
    ],
)
def test_the_list_of_what_is_named_is_given_with_amounts(asked: str, members: str) -> None:
    found = headed_list(parse_pattern(asked), BOUND, NOTE, set())
    assert found is not None
    assert found.short == tuple(members.split("|"))
    assert len(found.sentences) == 1


@pytest.mark.parametrize(
    "asked",
    [
        "What does the wash buffer contain?",  # A or B
        "What is the storage buffer made of?",  # of liver or heart
        "What does the running buffer contain?",
        "Which buffer is used for the lysis?",
        "Which buffers are used for the lysis?",
        "How much NaCl does the lysis buffer contain?",
    ],
)
def test_another_list_several_or_one_thing_are_not_answered_so(asked: str) -> None:
    assert headed_list(parse_pattern(asked), BOUND, NOTE, set()) is None


def test_a_list_of_a_document_that_is_not_meant_or_is_read_by_others_is_none() -> None:
    asked = parse_pattern("What does the lysis buffer contain?")
    assert headed_list(asked, Binding(("my:other",), named=True), NOTE, set()) is None
    articles = [Evidence(each.text, 1.0, each.sentence_id, "my:n", document_kind="article") for each in NOTE]
    assert headed_list(asked, BOUND, articles, {"article"}) is None


def test_of_two_documents_with_a_list_of_the_same_head_the_likelier_answers_if_it_is_clear() -> None:
    other = tuple(
        Evidence(text, 1.0, f"my:o#s{at}", document_id="my:o", document_title="RNA prep")
        for at, text in enumerate(("Lysis buffer: 4 M guanidine and 1% sarkosyl.", "Wait for 5 min."))
    )
    asked = parse_pattern("What does the lysis buffer contain?")
    for shares, answered in (((0.5, 0.5), False), ((0.1, 0.8), True)):
        binding = Binding(probabilities=dict(zip(("my:n", "my:o"), shares, strict=True)))
        found = headed_list(asked, binding, (*NOTE, *other), set())
        assert (found is not None and found.short == ("4 M guanidine", "1% sarkosyl")) is answered


def test_the_reader_of_steps_answers_by_it_with_all_lines_cited() -> None:
    question = parse_question("What goes into the PCR mix?")
    draft = read_parts(question, {}, NOTE, (BOUND,))
    assert not draft.abstained
    assert [quote.text for quote in draft.sentences[0].quotes] == [text for _, text in LINES[4:7]]
