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


def test_a_pronoun_of_a_denied_action_is_denied(sketch: Sketch) -> None:
    (relation,) = resolve_pronouns(sketch("T\n<Spin> the {tube}.\n<Do not shake> it."))
    assert (relation.predicate, relation.negated) == ("is_object_of", True)


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


@pytest.mark.parametrize(
    "between",
    [
        "<Add> 80% {ethanol} to the {tube}.",
        "<Repeat> the wash.",
        "<Resuspend> the {beads} in {buffer}.",
        "<Use> {buffer} to <wash> the {beads}.",
        "<Mix> in {PEG}.\n<Collect> phage.",
    ],
)
def test_a_liquid_is_another_one_after_a_wash(sketch: Sketch, between: str) -> None:
    made = sketch(f"T\n<Spin> it.\n<Discard> the {{supernatant}}.\n{between}\n<Discard> the {{supernatant}}.")
    assert found(made) == [("supernatant", "based_on", "spin")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<Spin> it to <pellet> cells.\n<Keep> the {supernatant}.", [("supernatant", "based_on", "spin")]),
        (
            "<Spin> it.\n<Move> the {supernatant}.\n<Do not resuspend>.\n<Add> dye to the {supernatant}.",
            [("supernatant", "based_on", "spin"), ("supernatant2", "equal", "supernatant")],
        ),
        (
            "<Spin> it.\n<Add> dye.\n<Dry> the {pellet}.\n<Resuspend> cells.\n<Weigh> the {pellet}.",
            [("pellet", "based_on", "spin")],
        ),
        (
            "<Spin> the {supernatant} again.\n<Discard> the {supernatant}.",
            [("supernatant2", "based_on", "spin")],
        ),
        (
            "<Mix> dye.\n<Pour> the {solution} with the acid, the {solution} with the base.",
            [("solution", "based_on", "mix")],
        ),
    ],
)
def test_what_does_not_end_a_result_and_what_does(
    sketch: Sketch, text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert found(sketch("T\n" + text)) == expected


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
