"""Chunks: joined they are the sentence, all but the last have m words (SPEC P5)."""

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.chunking import chunks, cut

SENTENCE = (
    "chitin synthetase was activated by fungal acid proteases ; animal and plant proteases destroyed it ."
)


@given(st.text(), st.integers(1, 12))
def test_pieces_joined_are_the_sentence(sentence: str, words: int) -> None:
    assert "".join(cut(sentence, words)) == sentence


@given(st.text(), st.integers(1, 12))
def test_a_sentence_of_w_words_has_the_number_of_chunks_of_the_papers(sentence: str, words: int) -> None:
    found = chunks(sentence, words)
    assert len(found) == ceil(len(sentence.split()) / words)
    assert [len(chunk.split()) for chunk in found[:-1]] == [words] * (len(found) - 1)
    assert all(chunk in sentence for chunk in found)


def test_the_example_of_the_papers() -> None:
    assert chunks(SENTENCE, 5) == (
        "chitin synthetase was activated by",
        "fungal acid proteases ; animal",
        "and plant proteases destroyed it",
        ".",
    )


def test_what_is_blank_has_no_chunk() -> None:
    assert chunks(" \n") == ()
    assert cut(" \n") == (" \n",)


def test_a_chunk_without_words_is_refused() -> None:
    with pytest.raises(UsageError, match="one word or more, not 0"):
        cut("a b", 0)
