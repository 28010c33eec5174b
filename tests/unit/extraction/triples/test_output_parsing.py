"""Triples as models write them: only names of the sentence and relations of the guide are taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.errors import BadModelAnswer
from bioloom.extraction.triples.instruction import Guide
from bioloom.extraction.triples.output_parsing import (
    FORMS,
    TripleForm,
    check_triples,
    parse_triples,
)

GUIDE = Guide("triples", ("TREATS", "INTERACTS_WITH", "PRODUCT-OF"))
SENTENCE = "Calcium, (R)-carvone and N-acetyl-cysteine treat pain of Rats; rats like calcium | zinc."


def triples(text: str, form: TripleForm = "bars", sentence: str = SENTENCE) -> list[tuple[str, str, str]]:
    found = parse_triples(sentence, text, GUIDE, form).triples
    return [(sentence[slice(*each.head)], each.relation, sentence[slice(*each.tail)]) for each in found]


def codes(text: str, form: TripleForm = "bars", sentence: str = SENTENCE) -> list[str]:
    return [each.code for each in parse_triples(sentence, text, GUIDE, form).refused]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("bars", "N-acetyl-cysteine | TREATS | pain"),
        ("bars", "1. **n-acetyl-cysteine | treats | the pain**"),
        ("bars", "<think>a | TREATS | b</think>\n```\nN-acetyl-cysteine | TREATS | pain\n```\nNone"),
        ("P1", "- [N-acetyl-cysteine, TREATS, pain]."),
        ("P1", "[N-acetyl-cysteine,Treats,pain]"),
        ("P2", "N-acetyl-cysteine(TREATS)pain"),
        ("P2", "`N-acetyl-cysteine (treats) pain`"),
        ("bars", '```json\n[["N-acetyl-cysteine", "TREATS", "pain"]]\n```'),
        ("P1", '[\n  {"head": "N-acetyl-cysteine", "relation": "treats", "tail": "pain"}\n]'),
        ("P2", 'Sure: [{"subject": "N-acetyl-cysteine", "predicate": "TREATS", "object": "pain"}, 7]'),
    ],
)
def test_a_triple_is_read(form: TripleForm, text: str) -> None:
    assert triples(text, form) == [("N-acetyl-cysteine", "TREATS", "pain")]
    assert check_triples(text, GUIDE, form) == text


def test_signs_within_names_do_not_cut_them() -> None:
    assert triples("(R)-carvone(TREATS)pain", "P2") == [("(R)-carvone", "TREATS", "pain")]
    assert triples("[Calcium, (R)-carvone, INTERACTS WITH, pain]", "P1") == [
        ("Calcium, (R)-carvone", "INTERACTS_WITH", "pain")
    ]
    assert triples("calcium | zinc | product of | Rats") == [("calcium | zinc", "PRODUCT-OF", "rats")]


def test_of_several_places_the_nearest_pair_is_taken() -> None:
    (found,) = parse_triples(SENTENCE, "rats | INTERACTS_WITH | calcium", GUIDE).triples
    assert (found.head, found.tail) == ((63, 67), (73, 80))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("magnesium | TREATS | pain", "NOT_IN_SENTENCE"),
        ("cysteine treat | TREATS | pains", "NOT_IN_SENTENCE"),
        ("pai | TREATS | calcium", "NOT_IN_SENTENCE"),
        ("calcium | CURES | pain", "UNKNOWN_RELATION"),
        ("calcium | TREATS | Calcium", "SELF_RELATION"),
        ("calcium TREATS pain", "BAD_TRIPLET"),
        ("calcium | TREATS |", "BAD_TRIPLET"),
        ("Here you are:", "BAD_TRIPLET"),
    ],
)
def test_what_is_not_so_is_refused_with_its_reason(text: str, code: str) -> None:
    assert triples(text) == []
    assert codes(text) == [code]


@pytest.mark.parametrize("text", ["None", " none.", "NONE\n", "No relations found"])
def test_none_is_an_answer(text: str) -> None:
    assert parse_triples(SENTENCE, text, GUIDE).triples == ()
    assert parse_triples(SENTENCE, text, GUIDE).refused == ()
    assert check_triples(text, GUIDE) == text


@pytest.mark.parametrize("text", ["", " ", "I cannot say.", "[calcium, TREATS, pain]"])
def test_another_form_is_no_answer(text: str) -> None:
    with pytest.raises(BadModelAnswer):
        check_triples(text, GUIDE)


def test_a_triple_counts_once() -> None:
    assert len(triples("calcium | TREATS | pain\nCalcium | treats | pain")) == 1


@given(
    st.text(st.sampled_from("abR|[](),. TREATS\n`-<>αµ"), max_size=60),
    st.text(max_size=40),
    st.sampled_from(FORMS),
)
def test_whatever_is_written_only_words_of_the_sentence_are_taken(
    text: str, sentence: str, form: TripleForm
) -> None:
    read = parse_triples(sentence, text, GUIDE, form)
    for each in read.triples:
        for start, end in (each.head, each.tail):
            assert 0 <= start < end <= len(sentence)
        assert each.relation in GUIDE.labels
