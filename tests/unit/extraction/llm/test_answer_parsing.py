"""Answers as models write them: lines in the agreed form, and everything else that comes."""

from __future__ import annotations

import pytest

from bioloom.errors import BadModelAnswer
from bioloom.extraction.llm.answer_parsing import check_answer, parse_answer
from bioloom.extraction.llm.scheme import TypedSpan
from bioloom.extraction.llm.span_resolution import resolve_entities, resolve_relations

SENTENCE = "Mix the TAG and Karnovsky 1:1 in a tube."


def entities(text: str, sentence: str = SENTENCE) -> list[tuple[str, str]]:
    found = resolve_entities(sentence, parse_answer(text)).spans
    return [(sentence[each.start : each.end], each.type) for each in found]


EXPECTED = [("Mix", "verb"), ("TAG", "chemical"), ("1:1", "concentration"), ("tube", "container")]


@pytest.mark.parametrize(
    "answer",
    [
        "Mix: verb\nTAG: chemical\n1:1: concentration\ntube: container",
        "```\nMix: verb\nTAG: chemical\n1:1: concentration\ntube: container\n```",
        "```text\r\nMix: verb\r\nTAG: chemical\r\n1:1: concentration\r\ntube: container\r\n```",
        "- Mix: verb\n- TAG: chemical\n* 1:1: concentration\n• tube: container",
        "1. Mix: verb\n2. TAG: chemical\n3) 1:1: concentration\n(4) tube: container",
        '**Mix**: verb\n`TAG`: chemical\n"1:1": concentration\ntube: **container**',
        "mix: Verb\ntag: CHEMICAL\n1 : 1: concentration\nthe  tube: Container.",
        "Here are the entities:\n\nMix: verb\nTAG: chemical\n1:1: concentration (a ratio)\ntube: container",
        "Mix:verb\nTAG:chemical\n1:1:concentration\ntube:container",
        "entity: Mix category: verb\nentity: TAG, category: chemical\nentity: 1:1 category: concentration\n"
        "entity: tube | category: container",
        "<think>The verb: is Mix\nKarnovsky: chemical</think>\nMix: verb\nTAG: chemical\n1:1: concentration\n"
        "tube: container",
        '[{"entity": "Mix", "category": "verb"}, {"entity": "TAG", "type": "chemical"},'
        ' {"text": "1:1", "label": "concentration"}, {"mention": "tube", "category": "container"}]',
        '```json\n{"entities": [{"entity": "Mix", "category": "verb"}, {"entity": "TAG", "category": '
        '"chemical"}, {"entity": "1:1", "category": "concentration"}, {"entity": "tube", "category": '
        '"container"}, {"entity": "Karn',
        '{"Mix": "verb", "TAG": "chemical", "1:1": "concentration", "tube": "container"}',
    ],
)
def test_entities_are_read_however_they_are_dressed(answer: str) -> None:
    assert check_answer(answer, "entities") == answer
    assert entities(answer) == EXPECTED


FOUND = [
    TypedSpan(0, 3, "verb"),
    TypedSpan(8, 11, "chemical"),
    TypedSpan(16, 25, "chemical"),
    TypedSpan(26, 29, "concentration"),
]


@pytest.mark.parametrize(
    "answer",
    [
        "head: TAG tail: Mix relation: is_object_of\nhead: TAG tail: 1:1 relation: have_property",
        "```\nhead: TAG tail: Mix\nrelation: is_object_of\nhead: TAG tail: 1:1\nrelation: have_property\n```",
        "1. head: TAG\n   tail: Mix\n   relation: is_object_of\n2. head: TAG\n   tail: 1:1\n   relation:\n"
        "have_property",
        "- head: TAG, tail: Mix, relation: is_object_of\n- Head: tag; Tail: 1:1; Relation: Have Property",
        "**head: TAG tail: Mix relation: is_object_of**\nhead: TAG relation: have-property tail: 1 : 1",
        '[{"head": "TAG", "tail": "Mix", "relation": "is_object_of"}, {"head": {"text": "TAG"}, '
        '"tail": "1:1", "relation": "have_property"}, {"head": "TAG"',
        "head: `TAG` tail: the Mix relation: is_object_of\n"
        "head: TAG tail: 1:1 relation: have_property (ratio)",
    ],
)
def test_triplets_are_read_however_they_are_dressed(answer: str) -> None:
    assert check_answer(answer, "relations") == answer
    reading = resolve_relations(SENTENCE, FOUND, parse_answer(answer))
    assert reading.relations == [(1, "is_object_of", 0), (1, "have_property", 3)]


def test_names_that_are_keys_too_are_read() -> None:
    sentence = "Clip the mouse tail: keep head and tail"
    answer = parse_answer("head: organ\ntail: organ\nmouse tail: organ\nClip: verb")
    assert [each.label for each in answer.named] == ["organ"] * 3 + ["verb"]
    found = resolve_entities(sentence, answer).spans
    assert [sentence[each.start : each.end] for each in found] == ["Clip", "mouse tail", "head", "tail"]
    triplets = parse_answer(
        "head: mouse tail tail: Clip relation: is_object_of\nhead: head tail: tail relation: or"
    )
    assert resolve_relations(sentence, found, triplets).relations == [(1, "is_object_of", 0), (2, "or", 3)]


def test_signs_that_mark_lists_are_left_within_names() -> None:
    sentence = "Add culture*, a 78- µL drop (No. 42) and 60°C; water"
    lines = "culture*: cell\n78- µL: volume\ndrop (No. 42): blend\n60°C;: temperature\nAdd: verb"
    found = resolve_entities(sentence, parse_answer(lines)).spans
    names = [sentence[each.start : each.end] for each in found]
    assert names == ["Add", "culture*", "78- µL", "drop (No. 42)", "60°C;"]
    triplets = "\n".join(f"head: {name} tail: Add relation: is_object_of" for name in names[1:])
    relations = resolve_relations(sentence, found, parse_answer(triplets)).relations
    assert [head for head, _, _ in relations] == [1, 2, 3, 4]


def test_a_triplet_that_breaks_off_is_refused_and_the_next_one_read() -> None:
    answer = parse_answer("head: TAG tail:\nhead: TAG tail: Mix relation: is_object_of\nhead: TAG tail: Mi")
    reading = resolve_relations(SENTENCE, FOUND, answer)
    assert reading.relations == [(1, "is_object_of", 0)]
    assert [(each.code, each.line) for each in reading.refused] == [("BAD_TRIPLET", 1), ("BAD_TRIPLET", 3)]


@pytest.mark.parametrize(
    "answer", ["NONE", "none.", "```\nNONE\n```", "No entities found.", "<think>x</think>NONE"]
)
def test_nothing_is_an_answer(answer: str) -> None:
    assert check_answer(answer, "entities") == answer
    assert entities(answer) == []


@pytest.mark.parametrize(
    "answer",
    [
        "",
        " \n",
        "<think>I begin with the verb: Mix",
        "I'm sorry, but I cannot help with that request.",
        "As an AI model, I must say: this protocol may be dangerous, and I will not annotate it for you.",
        "head: TAG tail: Mix relation: is_object_of",
        "x" * 300_000,
    ],
)
def test_what_is_no_answer_is_told_apart(answer: str) -> None:
    with pytest.raises(BadModelAnswer):
        check_answer(answer, "entities")


def test_entity_lines_are_no_answer_to_the_question_for_relations() -> None:
    with pytest.raises(BadModelAnswer):
        check_answer("TAG: chemical", "relations")
    assert check_answer("TAG: chemical", "joint")
