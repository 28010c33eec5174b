"""What a question asks for beyond its words: a person, a place, or the value at which an act is not done."""

import pytest

from bioloom.answering.readers.protocol_reader import ProtocolReader
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.answering.readings.asked_sort import denies_act, of_asked_sort
from bioloom.question_parsing import parse_question
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.records import Evidence
from bioloom.settings import Settings

STEPS = (
    "Prepare sucrose cutting solution and adjust its osmolality to 300-310 mOsm/kg with sucrose.",
    "Cut 300 µm coronal slices in ice-cold sucrose solution with a vibratome.",
    "Recover the slices in aCSF at 34 °C for 30 min.",
    "Keep the slices at room temperature for at least 1 h; do not keep them below 20 °C.",
)
HITS = tuple(
    Evidence(text, 1.0 / (at + 1), f"t:1#s{at}", "t:1", "Acute brain slices from mice")
    for at, text in enumerate(STEPS)
)
WEIGHTS = dict.fromkeys(("slices", "recovered", "kept", "temperature"), 3.0)


@pytest.mark.parametrize(
    ("asked", "short"),
    [
        ("Who recovered the slices?", None),
        ("Who cut the slices?", None),
        ("At what temperature are the slices recovered?", "34 °C"),
        ("At what temperature are the slices NOT recovered?", None),
        ("At what temperature should the slices not be kept?", "below 20 °C"),
    ],
)
def test_a_reader_gives_only_what_is_of_the_asked_sort(asked: str, short: str | None) -> None:
    draft = ProtocolReader().read(
        ReadingContext(parse_question(asked), Settings(), hits=HITS, weights=WEIGHTS)
    )
    assert draft is not None
    assert draft.short == ((short,) if short else ())
    assert draft.abstained or short
    assert draft.sentences, "what is known is said beside a refusal"


@pytest.mark.parametrize(
    ("asked", "text", "words", "fits"),
    [
        ("Where are the slices recovered?", STEPS[2], "34 °C", False),
        ("Where are the slices recovered?", STEPS[2], "aCSF", True),
        ("Where are the aliquots stored?", "Store the aliquots at -20 °C.", "-20 °C", True),
        ("Who supplies the IPTG?", "Buy the IPTG from Sigma.", "Sigma", True),
        ("Who grows the seed?", "Ask the technician for OX2 seed.", "technician", True),
        ("Who read the slides?", "Two graders read the slides for 5 min.", "Two graders", True),
        ("Who read the slides?", "Two graders read the slides for 5 min.", "5 min", False),
    ],
)
def test_a_value_is_no_person_and_no_place(asked: str, text: str, words: str, fits: bool) -> None:
    assert of_asked_sort(parse_pattern(asked), text, words) is fits


@pytest.mark.parametrize(
    ("asked", "denies"),
    [
        ("At what temperature can the slices not be kept?", True),
        ("For how long must the plates not be moved?", True),
        ("How long are plates incubated that do not stand on a shaker?", False),
        ("At what temperature must ligations be stored if not transformed at once?", False),
        ("What speed must not be exceeded?", False),
        ("How many patients did not develop AF?", False),
        ("Why is the tube not heated to 60 °C?", False),
    ],
)
def test_only_the_main_clause_denies_the_act(asked: str, denies: bool) -> None:
    assert denies_act(parse_pattern(asked)) is denies


def test_the_noun_that_asks_for_a_thing_does_not_tell_it() -> None:
    asked = parse_pattern("Which plate is used?")
    assert not of_asked_sort(asked, "Incubate plates overnight.", "plates")
    assert of_asked_sort(asked, "Incubate selective plates overnight.", "selective plates")
