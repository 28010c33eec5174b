"""Cohen's kappa by hand, and the units that it is taken over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence
from bioloom_lab.evaluation.annotator_agreement import cohen_kappa, labelled_units

PLACE = Place("toy.ann")


def annotated(spans: list[tuple[int, int, str]], links: list[tuple[int, str, int]]) -> AnnotatedDocument:
    text = "Add water. Mix."
    return AnnotatedDocument(
        Document("t:1", "", text, "protocol", "infores:t", PLACE),
        (Sentence("s0", "t:1", 0, text[:10], 0, 10), Sentence("s1", "t:1", 1, text[11:], 11, 15)),
        tuple(
            Mention(f"m{at}", "s0" if start < 11 else "s1", text[start:end], start, end, name)
            for at, (start, end, name) in enumerate(spans)
        ),
        tuple(Relation(f"m{one}", name, f"m{other}", PLACE) for one, name, other in links),
        "wlp",
    )


ONE = annotated([(0, 3, "Action"), (4, 9, "Reagent"), (11, 14, "Action")], [(0, "Acts-on", 1)])
OTHER = annotated([(0, 3, "Action"), (4, 9, "Device")], [(0, "Using", 1)])


def test_kappa_of_three_labels_by_hand() -> None:
    labels = [("a", "a"), ("a", "b"), ("b", "c"), ("b", "a"), ("c", "c")]
    assert cohen_kappa([*labels[:1], *labels[4:]]) == 1.0
    assert cohen_kappa(labels) == pytest.approx((2 / 5 - 8 / 25) / (1 - 8 / 25))  # chance (4 + 2 + 2) / 25


@pytest.mark.parametrize(
    ("labels", "kappa"),
    [
        ([], 0.0),
        ([("a", "a")] * 3, 1.0),
        ([("a", "b"), ("b", "a")], -1.0),
        ([("a", "a"), ("a", "b"), ("b", "a"), ("b", "b")], 0.0),
    ],
)
def test_kappa_at_its_ends(labels: list[tuple[str, str]], kappa: float) -> None:
    assert cohen_kappa(labels) == kappa


def test_units_of_tokens() -> None:
    none: frozenset[str] = frozenset()
    assert list(labelled_units(ONE, OTHER, "token")) == [
        (frozenset({"Action"}), frozenset({"Action"})),
        (frozenset({"Reagent"}), frozenset({"Device"})),
        (none, none),
        (frozenset({"Action"}), none),
        (none, none),
    ]


def test_units_of_spans() -> None:
    assert list(labelled_units(ONE, OTHER, "span")) == [
        (frozenset({"Action"}), frozenset({"Action"})),
        (frozenset({"Reagent"}), frozenset({"Device"})),
        (frozenset({"Action"}), frozenset()),
    ]


def test_units_of_pairs_are_ordered_and_of_one_sentence() -> None:
    none: frozenset[str] = frozenset()
    also = replace(OTHER, mentions=(*OTHER.mentions, ONE.mentions[2]))
    assert list(labelled_units(ONE, also, "pair")) == [
        (frozenset({"Acts-on"}), frozenset({"Using"})),
        (none, none),
    ]
