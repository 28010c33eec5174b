"""The rule that picks the words of a relation, on sentences of each kind that it names."""

import pytest

from bioloom.extraction.relation_phrases import MOST_WORDS, relation_phrase


@pytest.mark.parametrize(
    ("sentence", "one", "other", "expected"),
    [
        ("SNP inhibits the accumulation of HIF-1.", "SNP", "HIF-1", "inhibits the accumulation of"),
        ("Inhibition of EGFR by gefitinib was seen.", "EGFR", "gefitinib", "inhibition of by"),
        ("Dasatinib, a potent SRC inhibitor, was approved.", "Dasatinib", "SRC", "a potent inhibitor"),
        ("U50488H-induced down-regulation of hkor.", "U50488H", "hkor", "induced down-regulation of"),
        ("Ramelteon and MT2 in healthy volunteers", "Ramelteon", "MT2", "and in healthy volunteers"),
    ],
)
def test_the_words_that_express_the_relation(sentence: str, one: str, other: str, expected: str) -> None:
    assert relation_phrase(sentence, _span(sentence, one), _span(sentence, other)) == expected


def _span(sentence: str, name: str) -> tuple[int, int]:
    start = sentence.index(name)
    return start, start + len(name)


def test_words_of_other_mentions_are_left_out() -> None:
    text = "Aspirin and ibuprofen inhibit COX-1 and COX-2."
    first, second = (0, 7), (40, 45)
    assert relation_phrase(text, first, second, [(12, 21), (30, 35)]) == "and inhibit and"


def test_the_order_of_the_two_does_not_matter() -> None:
    text = "Aspirin inhibits COX-1."
    assert relation_phrase(text, (17, 22), (0, 7)) == relation_phrase(text, (0, 7), (17, 22)) == "inhibits"


def test_a_phrase_has_an_end() -> None:
    text = "A1 inhibits " + "very " * 40 + "activates B2"
    assert len(relation_phrase(text, (0, 2), (len(text) - 2, len(text))).split()) <= MOST_WORDS


def test_nothing_between_or_around_gives_nothing() -> None:
    assert relation_phrase("ab cd", (0, 2), (3, 5)) == ""
