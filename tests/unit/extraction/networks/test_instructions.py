"""Instructions: what a line holds is read alike, however it is written."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.embedding.model_files import TOKENIZER, open_tokenizer
from bioloom.extraction.networks.instructions import is_uncased, read_instructions, restore_case
from bioloom.extraction.networks.tokenization import WordReader

TINY = Path(__file__).parents[3] / "data" / "protocol_model"
STEPS = ("Add 5 ml buffer", "mix well", "spin at 5 g")
READER = WordReader(open_tokenizer((TINY / TOKENIZER).read_bytes(), TINY / TOKENIZER))


def pieces(*sentences: str, longest: int = 60) -> list[tuple[int, list[int]]]:
    return [(number, words.ids.tolist()) for number, words in read_instructions(READER, sentences, longest)]


def test_steps_on_a_line_are_parts_of_it() -> None:
    line = "Add 5 ml buffer; mix well; spin at 5 g"
    parts = list(read_instructions(READER, [line], 60))
    assert [line[part.starts[0] : part.ends[-1]] for _, part in parts] == [
        "Add 5 ml buffer;",
        "mix well;",
        "spin at 5 g",
    ]
    assert {number for number, _ in parts} == {0}


def test_a_wrapped_sentence_is_one_instruction() -> None:
    assert pieces("Add 5 ml of the buffer to\n100 µl of the sample.") == pieces(
        "Add 5 ml of the buffer to 100 µl of the sample."
    )


def test_what_stands_after_a_semicolon_and_is_no_instruction_stays() -> None:
    assert len(pieces("Combine: 5 ml buffer; 3 ml water.")) == 1
    assert len(pieces("Add 5 ml Wash Buffer to the Plate sealer.")) == 1


def test_capitals_and_seldom_units_are_read_as_usual_text() -> None:
    assert pieces("ADD 5 ML BUFFER AND MIX.") == pieces("Add 5 ml buffer and mix.")
    assert pieces("Add 5 millilitres.") == pieces("Add 5 ml.")


@given(st.lists(st.text(), max_size=4), st.integers(6, 40))
def test_every_word_is_in_one_part(sentences: list[str], longest: int) -> None:
    parts = list(read_instructions(READER, sentences, longest))
    assert [number for number, _ in parts] == sorted(number for number, _ in parts)
    for at, sentence in enumerate(sentences):
        starts = [int(start) for number, words in parts if number == at for start in words.starts]
        assert starts == READER.read(sentence).starts.tolist()
    assert all(0 < len(words.ids) <= longest for _, words in parts)


@given(st.text(), st.booleans())
def test_restored_case_changes_nothing_else(text: str, uncased: bool) -> None:
    restored = restore_case(text, uncased=uncased)
    assert len(restored) == len(text)
    assert restored.casefold() == text.casefold() or restored.lower() == text.lower()


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [(["add water.", "spin."], True), (["Add water.", "spin."], False), (["5 ml"], False), ([], False)],
)
def test_a_text_without_capitals_is_told_by_how_its_sentences_begin(texts: list[str], wanted: bool) -> None:
    assert is_uncased(texts) is wanted
