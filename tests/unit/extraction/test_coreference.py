"""Pronouns and nouns for results, and what they stand for."""

from collections.abc import Callable

import pytest

from bioloom.extraction.coreference import (
    IT_BETWEEN,
    IT_WITHIN,
    MIXTURE_OF_STEP,
    RESULT_OF_STEP,
    resolve_pronouns,
)
from bioloom.records import AnnotatedDocument

Sketch = Callable[..., AnnotatedDocument]


def found(document: AnnotatedDocument) -> list[tuple[str, str, str]]:
    return [(r.subject[2:], r.predicate, r.object[2:]) for r in resolve_pronouns(document)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<Take> the {cells} and <wash> them.", [("cells", "is_object_of", "wash")]),
        ("<Spin> the {tube}.\n<Place> it on ice.", [("tube", "is_object_of", "place")]),
        ("<Spin> the {tube}.\nWait.\n<Place> it on ice.", []),
        ("<Add> {buffer} to the {gel} and <keep> it cold.", []),
        ("<Remove> {medium}, <take> the {cells} and <keep> it.", []),
        ("<Spin> the {tube} and <dry> {it|cell}.", [("it", "equal", "tube")]),
        ("<Spin> the {tube} and <let> it's time.", []),
        ("<Wash> it well.", []),
    ],
)
def test_a_pronoun_stands_for_the_only_thing_it_can(
    sketch: Sketch, text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert found(sketch("T\n" + text)) == expected


def test_a_source_is_not_what_the_pronoun_means(sketch: Sketch) -> None:
    made = sketch("T\n<Remove> the {gel} from the {box}.\n<Weigh> it.", [("gel", "from", "box")])
    assert found(made) == [("gel", "is_object_of", "weigh")]


def test_a_pronoun_whose_action_has_its_object_is_left_alone(sketch: Sketch) -> None:
    made = sketch("T\n<Spin> the {tube}.\n<Place> it on ice.", [("tube", "is_object_of", "place")])
    assert found(made) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<Centrifuge> it.\n<Discard> the {supernatant}.", [("supernatant", "based_on", "centrifuge")]),
        ("<Spin> it.\n<Mix> dye.\n<Add> it to the {cell pellet}.", [("cell pellet", "based_on", "spin")]),
        ("<Spin down> it.\n<Mix> dye.\n<Use> a {pellet}.", []),
        ("<Add> dye.\nSwirl.\n<Keep> the {mixture}.", [("mixture", "based_on", "add")]),
        ("<Add> dye.\n<Keep> {mixture}.", []),
        ("<Add> dye.\n<Keep> the {staining solution}.", []),
        ("<Mix> the {mixture}.", []),
        ("<Do not vortex> it.\n<Keep> the {mixture}.", []),
        ("Avoid <vortexing>.\n<Keep> the {mixture}.", []),
        ("<Wash> and <dry> the {pellet}.", []),
    ],
)
def test_a_result_comes_from_the_last_step_that_makes_such_a_thing(
    sketch: Sketch, text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert found(sketch("T\n" + text)) == expected


def test_the_same_result_is_the_same_until_it_is_made_anew(sketch: Sketch) -> None:
    made = sketch(
        "T\n<Spin> it.\n<Wash> the {pellet}.\n<Dry> the {pellet}.\n<Spin> again.\n<Weigh> the {pellet}."
    )
    assert found(made) == [
        ("pellet", "based_on", "spin"),
        ("pellet2", "equal", "pellet"),
        ("pellet3", "based_on", "spin2"),
    ]


def test_edges_are_derived_with_the_confidence_of_their_rule(sketch: Sketch) -> None:
    texts = (
        "<Take> the {cells} and <wash> them.",
        "<Spin> the {tube}.\n<Place> it on ice.",
        "<Spin> it.\n<Dry> the {pellet}.",
        "<Add> dye.\n<Keep> the {mixture}.",
    )
    relations = [resolve_pronouns(sketch("T\n" + text))[0] for text in texts]
    assert all(relation.derived for relation in relations)
    assert [r.confidence for r in relations] == [IT_WITHIN, IT_BETWEEN, RESULT_OF_STEP, MIXTURE_OF_STEP]
