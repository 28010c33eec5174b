"""The rules of SPEC B15 on toy cases whose figures are computed by hand, and what always holds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence
from bioloom_lab.evaluation.extraction_scores import MatchCounts, micro
from bioloom_lab.evaluation.protocol_ie.conventions import convention
from bioloom_lab.evaluation.protocol_ie.measures import measure, measure_relating

TEXT = "Add 5 ml cold buffer to the tube and mix."
PLACE = Place("toy.ann")
WLP = convention("wlp")
ADD, AMOUNT, COLD, BUFFER, TUBE, MIX = (0, 3), (4, 8), (9, 13), (14, 20), (28, 32), (37, 40)
Span = tuple[int, int]


def annotated(
    mentions: list[tuple[Span, str]],
    relations: list[tuple[int, str, int]] | None = None,
    scheme: str = "wlp",
) -> AnnotatedDocument:
    """Annotate the toy text; relations name mentions by their place in the list."""
    return AnnotatedDocument(
        document=Document("toy:1", "", TEXT, "protocol", "infores:toy", PLACE),
        sentences=(Sentence("toy:1#s0", "toy:1", 0, TEXT, 0, len(TEXT)),),
        mentions=tuple(
            Mention(f"toy:1#T{at}", "toy:1#s0", TEXT[start:end], start, end, name)
            for at, ((start, end), name) in enumerate(mentions)
        ),
        relations=tuple(
            Relation(f"toy:1#T{subject}", name, f"toy:1#T{object_}", PLACE)
            for subject, name, object_ in relations or []
        ),
        scheme=scheme,
    )


GOLD = annotated(
    [(ADD, "Action"), (AMOUNT, "Amount"), (BUFFER, "Reagent"), (TUBE, "Location"), (MIX, "Action")],
    [(0, "Acts-on", 2), (2, "Measure", 1), (0, "Site", 3)],
)


def counted(found: AnnotatedDocument, name: str, gold: AnnotatedDocument = GOLD) -> MatchCounts:
    return micro(measure(gold, found, WLP)[name])


def test_the_gold_itself_scores_one() -> None:
    scores = measure(GOLD, GOLD, WLP)
    assert {name: micro(each).f1 for name, each in scores.items()} == dict.fromkeys(scores, 1.0)
    assert micro(measure_relating(GOLD, GOLD, WLP)).f1 == 1.0


def test_a_right_span_of_wrong_type_counts_for_rel_only() -> None:
    found = annotated(
        [(ADD, "Action"), (AMOUNT, "Amount"), (BUFFER, "Location")], [(0, "Acts-on", 2), (2, "Measure", 1)]
    )
    assert counted(found, "NER") == (2, 3, 5)
    assert counted(found, "Rel") == (2, 2, 3)
    assert counted(found, "Rel+") == (0, 2, 3)
    assert counted(found, "Rel").precision == 1.0
    assert counted(found, "Rel").recall == pytest.approx(2 / 3)
    assert counted(found, "Rel").f1 == pytest.approx(0.8)


def test_a_wrong_boundary_counts_for_overlap_and_perhaps_for_the_end() -> None:
    wide = annotated([((9, 20), "Reagent")])
    cut = annotated([((14, 17), "Reagent")])
    assert [counted(wide, name).right for name in ("NER", "NER overlap", "NER same end")] == [0, 1, 1]
    assert [counted(cut, name).right for name in ("NER", "NER overlap", "NER same end")] == [0, 1, 0]
    assert counted(annotated([((9, 20), "Location")]), "NER overlap").right == 0
    assert counted(annotated([(COLD, "Reagent")]), "NER overlap").right == 0


def test_one_mention_serves_one_pair_and_the_exact_one_goes_first() -> None:
    halves = annotated([((14, 17), "Reagent"), ((17, 20), "Reagent")])
    assert counted(halves, "NER overlap") == (1, 2, 5)
    both = annotated([((14, 17), "Reagent"), (BUFFER, "Reagent")])
    assert counted(both, "NER") == counted(both, "NER overlap") == (1, 2, 5)


def test_what_is_said_twice_counts_once() -> None:
    found = annotated(
        [(ADD, "Action"), (BUFFER, "Reagent"), (BUFFER, "Reagent")],
        [(0, "Acts-on", 1), (0, "Acts-on", 2), (0, "Acts-on", 1)],
    )
    assert counted(found, "NER") == (2, 2, 5)
    assert counted(found, "Rel+") == (1, 1, 3)


def test_a_pair_may_have_several_relations() -> None:
    gold = annotated([(ADD, "Action"), (TUBE, "Location")], [(0, "Site", 1), (0, "Using", 1)])
    found = annotated([(ADD, "Action"), (TUBE, "Location")], [(0, "Using", 1), (0, "Acts-on", 1)])
    assert measure(gold, found, WLP)["Rel"] == {
        "Acts-on": (0, 1, 0),
        "Site": (0, 0, 1),
        "Using": (1, 1, 1),
    }


@pytest.mark.parametrize("relation", ["Or", "Coreference-Link", "Acts-on"])
def test_only_relations_without_order_match_in_either_direction(relation: str) -> None:
    gold = annotated([(BUFFER, "Reagent"), (TUBE, "Reagent")], [(0, relation, 1)])
    found = annotated([(BUFFER, "Reagent"), (TUBE, "Reagent")], [(1, relation, 0)])
    free = relation != "Acts-on"
    assert measure(gold, found, WLP)["Rel+"][relation] == (int(free), 1, 1)
    assert measure_relating(gold, found, WLP)[relation] == (int(free), 1, 1)
    assert measure(gold, found, WLP.directed())["Rel+"][relation] == (0, 1, 1)


@pytest.mark.parametrize(
    ("said", "meant"), [("Acts-on2", "Acts-on"), ("Creates", "Product"), ("Creates2", "Product")]
)
def test_numbered_roles_and_older_names_are_the_same_relation(said: str, meant: str) -> None:
    gold = annotated([(ADD, "Action"), (BUFFER, "Reagent")], [(0, meant, 1)])
    found = annotated([(ADD, "Action"), (BUFFER, "Reagent")], [(0, said, 1)])
    assert measure(gold, found, WLP)["Rel+"] == {meant: (1, 1, 1)}


def test_a_relation_to_nothing_is_wrong_and_a_derived_one_is_not_counted() -> None:
    found = annotated([(ADD, "Action"), (MIX, "Action")], [(0, "Acts-on", 7)])
    assert counted(found, "Rel") == (0, 1, 3)
    derived = Relation("toy:1#T0", "next_step", "toy:1#T1", PLACE, derived=True)
    assert counted(
        AnnotatedDocument(found.document, found.sentences, found.mentions, (derived,), "wlp"), "Rel"
    ) == (0, 0, 3)


def test_re_tells_relations_by_the_given_mentions() -> None:
    related = annotated(
        [(ADD, "Action"), (AMOUNT, "Amount"), (BUFFER, "Reagent"), (TUBE, "Location"), (MIX, "Action")],
        [(0, "Acts-on", 2), (2, "Measure", 1), (4, "Acts-on", 2), (0, "Acts-on", 9)],
    )
    assert micro(measure_relating(GOLD, related, WLP)) == (2, 4, 3)


def test_nothing_found_and_nothing_there_is_zero_not_an_error() -> None:
    empty = annotated([])
    assert [counted(empty, name, empty).f1 for name in ("NER", "Rel", "Rel+")] == [0.0, 0.0, 0.0]


spans = st.tuples(st.sampled_from([ADD, AMOUNT, BUFFER, TUBE]), st.sampled_from(["Action", "Reagent"]))
links = st.tuples(st.integers(0, 5), st.sampled_from(["Acts-on", "Or"]), st.integers(0, 5))
documents = st.builds(annotated, st.lists(spans, min_size=6, max_size=6), st.lists(links, max_size=6))


@settings(deadline=None)
@given(documents, documents)
def test_rel_plus_is_never_above_rel(gold: AnnotatedDocument, found: AnnotatedDocument) -> None:
    for way in (WLP, WLP.directed()):
        scores = measure(gold, found, way)
        assert micro(scores["Rel+"]).f1 <= micro(scores["Rel"]).f1
        assert micro(scores["NER"]).f1 <= micro(scores["NER overlap"]).f1
        for each in scores.values():
            assert all(counts.right <= min(counts.predicted, counts.gold) for counts in each.values())


@settings(deadline=None)
@given(documents, documents)
def test_swapping_gold_and_found_swaps_precision_and_recall(
    one: AnnotatedDocument, other: AnnotatedDocument
) -> None:
    for name in ("NER", "NER same end", "Rel", "Rel+"):
        there, back = counted(one, name, other), counted(other, name, one)
        assert (there.precision, there.recall) == (back.recall, back.precision)
