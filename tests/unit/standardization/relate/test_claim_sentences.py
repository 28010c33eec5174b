"""The sentence that states a claim is found, and the claim's ends in it."""

import pytest

from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.claim_sentences import sentence_of, spans_of

ABSTRACT = (
    "Effects of aspirin on COX-1. Aspirin was given with water for three weeks to see what COX-1 does. "
    "We found that aspirin inhibits COX-1. Ibuprofen was not tested."
)


def test_the_sentence_with_the_words_of_the_relation_is_taken() -> None:
    assert sentence_of(Claim("aspirin", "inhibits", "COX-1", ABSTRACT)) == (
        "We found that aspirin inhibits COX-1."
    )


def test_without_the_words_the_sentence_with_the_nearest_ends_is_taken() -> None:
    assert sentence_of(Claim("aspirin", "blocks", "cox-1", ABSTRACT)) == "Effects of aspirin on COX-1."


def test_the_whole_text_where_no_sentence_holds_both() -> None:
    assert sentence_of(Claim("ibuprofen", "inhibits", "COX-1", ABSTRACT)) == ABSTRACT


@pytest.mark.parametrize("text", ["", "   ", "aspirin inhibits cox-1"])
def test_a_text_without_several_sentences_is_given_back(text: str) -> None:
    assert sentence_of(Claim("aspirin", "inhibits", "COX-1", text)) == text.strip()


@pytest.mark.parametrize(
    ("name", "sentence", "expected"),
    [
        ("COX", "cox-2 and COX", ((0, 3), (10, 13))),
        ("ras", "Rasagiline activates ras.", ((21, 24),)),
        ("ras", "Rasagiline", ((0, 3),)),
        ("", "anything", ()),
        ("mass spectrometry", "by mass\u00a0spectrometry", ((3, 20),)),
        ("x", "İİ x", ((3, 4),)),
    ],
)
def test_names_are_found_as_whole_words_first(
    name: str, sentence: str, expected: tuple[tuple[int, int], ...]
) -> None:
    assert spans_of(name, sentence) == expected
