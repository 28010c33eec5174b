"""The network that finds the parts of a question which no rule splits."""

from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom.question_parsing.part_tagger import LONGEST, PartTagger, open_part_tagger
from bioloom.question_parsing.question_parts import split_introduction, split_question
from bioloom.question_parsing.question_pattern import parse_patterns
from bioloom.resources import weights


@pytest.fixture(scope="module")
def tagger() -> PartTagger:
    return PartTagger(weights("reader"))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Dounce strokes for the muscle kit, loose pestle and tight pestle?", ("loose", "tight")),
        ("Marchantia electroporation, cuvette size and pulse", ("cuvette size", "pulse")),
        ("Gel eluate: g-force/time", ("g-force", "time")),
    ],
)
def test_two_things_that_no_rule_splits_are_two_parts(
    asked: str, told: tuple[str, str], tagger: PartTagger
) -> None:
    assert len(list(split_question(split_introduction(asked)[1]))) == 1, "no rule splits it"
    one, two = tagger.split(asked)
    assert told[0] in one
    assert told[1] not in one
    assert told[1] in two
    assert told[0] not in two
    assert len(parse_patterns(asked)) == 2


@pytest.mark.parametrize(
    "asked",
    [
        "How long are the washed and dried filters kept at 4 °C?",
        "Which kit is used for RNA and DNA extraction from soil?",
        "What is the effect of gartanin on autophagy and apoptosis in glioma cells?",
    ],
)
def test_a_question_for_one_thing_stays_whole(asked: str, tagger: PartTagger) -> None:
    assert tagger.split(asked) == ()


@pytest.mark.parametrize(
    "asked",
    [
        "Is the cell strainer finer in the selection kit than in the isolation kit?",
        "electrocompetent cells: BL21 prep or the general protocol, which chills the culture longer?",
    ],
)
def test_yes_or_no_and_a_choice_are_asked_of_the_whole_question(asked: str) -> None:
    assert len(parse_patterns(asked)) == 1


@pytest.mark.parametrize("text", ["", "?", "  ", "how " * (LONGEST + 1)])
def test_what_cannot_be_read_is_not_split(text: str, tagger: PartTagger) -> None:
    assert tagger.split(text) == ()


def test_every_part_is_words_of_the_question(tagger: PartTagger) -> None:
    asked = "T-maze for flies: elevator minutes & entrance tube minutes"
    parts = tagger.split(asked)
    assert parts
    for part in parts:
        assert set(part.split()) <= {*asked.replace(":", " : ").split(), *asked.split()}


def test_it_is_opened_once() -> None:
    assert open_part_tagger() is open_part_tagger() is not None


def test_a_folder_without_a_network_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        PartTagger(tmp_path)
