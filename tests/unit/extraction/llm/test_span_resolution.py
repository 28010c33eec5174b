"""Where what a model names stands in the sentence, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bioloom.extraction.llm.answer_parsing import parse_answer
from bioloom.extraction.llm.scheme import SentenceAnnotations, TypedSpan
from bioloom.extraction.llm.scheme_terms import terms
from bioloom.extraction.llm.span_resolution import resolve_entities, resolve_relations
from bioloom.extraction.llm.text_alignment import SentenceIndex


def read(sentence: str, answer: str) -> SentenceAnnotations:
    return resolve_entities(sentence, parse_answer(answer))


def codes(reading: SentenceAnnotations) -> list[str]:
    return [refused.code for refused in reading.refused]


@pytest.mark.parametrize(
    ("sentence", "written", "found"),
    [
        ("Add PBS", "pbs", "PBS"),
        ("Heat to 37\u00a0°C", "37 °C", "37\u00a0°C"),
        ("Heat to 37 ºC", "37°C", "37 ºC"),
        ("Take 5 \u00b5l", "5 \u03bcl", "5 \u00b5l"),
        ("Spin at 500 × g", "500 x g", "500 × g"),
        ("wash\r\n  buffer", "wash buffer", "wash\r\n  buffer"),
        ("Add e\u0301tain", "\u00e9tain", "e\u0301tain"),
        ("the α‐tubulin", "α-tubulin", "α‐tubulin"),
        ("the cells", "The cells", "cells"),
        ("at -20 °C", "-20 °C", "-20 °C"),
        ("pre\u200bheated", "preheated", "pre\u200bheated"),
        ("10ml tube", "10", "10"),
    ],
)
def test_a_text_is_found_in_the_characters_of_the_source(sentence: str, written: str, found: str) -> None:
    (start, end), *_ = SentenceIndex(sentence).find(written)
    assert sentence[start:end] == found


@pytest.mark.parametrize(
    ("sentence", "written"),
    [
        ("Centrifuge 500 g", "e"),
        ("Add PBST", "PBS"),
        ("the cells", "cell"),
        ("for 12 h", "2 h"),
        ("pH 10.5", "10"),
        ("pH 10.5", "0.5"),
        ("pH 10.5", "5"),
        ("4-20 °C", "-20 °C"),
        ("cafe\u0301", "cafe"),
        ("Add this", "this"),
        ("Add PBS.", "."),
        ("Add PBS.", "EDTA"),
    ],
)
def test_a_text_is_not_found_in_a_part_of_a_word_or_number(sentence: str, written: str) -> None:
    assert SentenceIndex(sentence).find(written) == []


def test_lines_of_one_text_take_its_places_from_left_to_right() -> None:
    reading = read("PBS, then PBS or pbs", "PBS: chemical\nPBS: blend\nPBS: chemical\nPBS: chemical")
    assert [(each.start, each.type) for each in reading.spans] == [
        (0, "chemical"),
        (10, "blend"),
        (17, "chemical"),
    ]
    assert reading.skipped["DUPLICATE_LINE"] == 1
    assert codes(reading) == []


def test_a_place_within_a_longer_name_comes_last() -> None:
    sentence = "Warm PBS buffer, add PBS."
    once = read(sentence, "PBS: chemical\nPBS buffer: blend")
    assert [(each.start, each.end) for each in once.spans] == [(5, 15), (21, 24)]
    twice = read(sentence, "PBS: chemical\nPBS: chemical\nPBS buffer: blend")
    assert [(each.start, each.end) for each in twice.spans] == [(5, 15), (5, 8), (21, 24)]


def test_what_is_not_taken_says_why_and_where() -> None:
    reading = read(
        "Add PBS", "Add: verb\nEDTA: chemical\nPBS: reagent\nPBS: chemical\nPBS: blend\nthat is all"
    )
    assert [(each.code, each.line, each.written) for each in reading.refused] == [
        ("NOT_IN_SENTENCE", 2, "EDTA: chemical"),
        ("UNKNOWN_TYPE", 3, "PBS: reagent"),
        ("TYPE_CONFLICT", 5, "PBS: blend"),
    ]
    assert reading.skipped == {"MODEL_PROSE": 1}
    assert len(reading.spans) == 2


STEP = "Mix PBS for 5 min, spin PBS for 5 min"
MENTIONS = [
    TypedSpan(0, 3, "verb"),
    TypedSpan(4, 7, "chemical"),
    TypedSpan(12, 17, "time"),
    TypedSpan(19, 23, "verb"),
    TypedSpan(24, 27, "chemical"),
    TypedSpan(32, 37, "time"),
]


def relate(answer: str) -> SentenceAnnotations:
    return resolve_relations(STEP, MENTIONS, parse_answer(answer))


def test_a_number_says_which_of_several_mentions_is_meant() -> None:
    reading = relate(
        "head: PBS [2] tail: Mix relation: is_object_of\nhead: Mix [1] tail: spin relation: next_step"
    )
    assert reading.relations == [(4, "is_object_of", 0), (0, "next_step", 3)]
    assert codes(relate("head: PBS [3] tail: Mix relation: is_object_of")) == ["END_NOT_EXTRACTED"]


def test_without_a_number_each_place_is_used_once_before_the_nearest_is_used_again() -> None:
    reading = relate(
        "head: Mix tail: 5 min relation: have_parameter\nhead: spin tail: 5 min relation: have_parameter\n"
        "head: PBS tail: spin relation: is_object_of"
    )
    assert reading.relations == [(0, "have_parameter", 2), (3, "have_parameter", 5), (4, "is_object_of", 3)]


def test_relations_that_cannot_be_are_refused_or_passed_over() -> None:
    reading = relate(
        "head: PBS tail: EDTA relation: or\nhead: PBS tail: Mix relation: dissolves\n"
        "head: Mix tail: Mix relation: next_step\nhead: Mix tail: spin relation: NULL\n"
        "head: Mix tail: spin relation: next_step\nhead: mix tail: spin relation: next_step\n"
        "head: Mix tail: spin relation: next_step"
    )
    assert codes(reading) == ["END_NOT_EXTRACTED", "UNKNOWN_RELATION", "SELF_RELATION"]
    assert reading.skipped == {"NULL_RELATION": 1, "DUPLICATE_LINE": 2}
    assert reading.relations == [(0, "next_step", 3)]


def test_two_relations_of_one_pair_are_two() -> None:
    reading = relate("head: Mix tail: spin relation: next_step\nhead: Mix tail: spin relation: during")
    assert reading.relations == [(0, "next_step", 3), (0, "during", 3)]


PIECES = st.sampled_from(
    [
        *(
            "PBS",
            "pbs",
            "the ",
            "1:1",
            "5 µl",
            "é",
            "e\u0301",
            "ß",
            "ﬁ",
            "İ",
            "½",
            "-20",
            "\u200b",
            "\r\n",
            "\t",
            "°",
            ".",
        ),
        *(
            "head: ",
            " tail: ",
            " relation: ",
            "verb",
            "chemical",
            "contain",
            "or",
            ": ",
            "[2]",
            "NULL",
            "- ",
            "1. ",
        ),
        *(
            "```",
            "{",
            "}",
            '"',
            '{"entity": "PBS", "category": "chemical"}',
            "<think>",
            "</think>",
            "\n",
            " ",
        ),
    ]
)
TEXT = st.lists(PIECES | st.text(max_size=6), max_size=25).map("".join)


@settings(max_examples=150, deadline=None)
@given(sentence=TEXT, answer=TEXT)
@example(sentence="ﬁx ½ PBS", answer="fi: verb\n1: number\nfix: verb\n1⁄2: number")
@example(sentence="PBS", answer='{"a":' * 5000)
def test_whatever_comes_the_reading_holds(sentence: str, answer: str) -> None:
    lines = parse_answer(answer)
    reading = resolve_entities(sentence, lines)
    assert len({(each.start, each.end) for each in reading.spans}) == len(reading.spans)
    for each in reading.spans:
        assert 0 <= each.start < each.end <= len(sentence)
        assert sentence[each.start : each.end].strip() == sentence[each.start : each.end]
        assert terms().entity_type(each.type) == each.type
    related = resolve_relations(sentence, reading.spans, lines)
    for head, relation, tail in related.relations:
        assert head != tail
        assert reading.spans[head] != reading.spans[tail]
        assert terms().relation(relation) == relation
    counted = len(reading.spans) + len(reading.refused) + reading.skipped["DUPLICATE_LINE"]
    assert counted == len(lines.named)
    judged = len(related.relations) + len(related.refused) + sum(related.skipped.values())
    assert judged == len(lines.triplets) + lines.prose
