"""What an ablation shows the reader, and how a system that may refuse is scored."""

import pytest

from bioloom.records import Answer, Citation, Evidence, EvidenceEdge, Subgraph, SubgraphNode
from bioloom_lab.evaluation.protocol_questions.evidence_ablation import SHOWN, read_shown, show
from bioloom_lab.evaluation.protocol_questions.scoring import (
    JudgedReading,
    area_under_risk,
    at_coverage,
    right,
    risk_coverage,
)
from bioloom_lab.evaluation.questions import GoldQuestion


def step(index: int, text: str, *nodes: tuple[str, str]) -> Evidence:
    made = tuple(SubgraphNode(f"{index}{name}", name, kind) for name, kind in nodes)
    edges = tuple(
        EvidenceEdge(f"e{node.id}", made[0].id, "biolink:related_to", node.id, "use_reagent")
        for node in made[1:]
    )
    return Evidence(
        text, 3.0 - index, f"d#s{index}", "d", "Lysis", after="Vortex.", subgraph=Subgraph(made, edges)
    )


RINSE = step(
    1,
    "Rinse the slide with cold PBS at 4 °C.",
    ("Rinse", "verb"),
    ("slide", "container"),
    ("PBS", "chemical"),
    ("4 °C", "temperature"),
)
DRY = step(2, "Dry it for 5 min.", ("Dry", "verb"), ("5 min", "time"))


def test_words_and_graphs_are_withheld_apart() -> None:
    bare = show((RINSE, DRY), SHOWN["graphs withheld"])
    assert bare[0].text == RINSE.text
    assert not bare[0].subgraph.nodes
    named = show((RINSE, DRY), SHOWN["sentences withheld"])
    assert (named[0].text, named[0].after, named[1].after) == ("Rinse slide PBS 4 °C", "Dry 5 min", None)
    assert named[0].subgraph == RINSE.subgraph


@pytest.mark.parametrize(
    ("shown", "warmth", "liquid"),
    [("both", "4 °C", "PBS"), ("graphs withheld", "4 °C", None), ("sentences withheld", "4 °C", "PBS")],
)
def test_a_value_can_be_read_off_the_words_and_a_thing_off_the_graph_alone(
    shown: str, warmth: str, liquid: str | None
) -> None:
    for text, wanted in (
        ("At what temperature is the slide rinsed?", warmth),
        ("Which reagent is the slide rinsed with?", liquid),
    ):
        answer = read_shown(text, {"slide": 3.0}, (RINSE, DRY), SHOWN[shown])
        assert answer.short == (() if wanted is None else (wanted,))


def test_order_is_judged_by_the_first_citation_and_a_value_by_its_words() -> None:
    order = GoldQuestion("1", "?", frozenset({"d#s2"}), "next", DRY.text)
    value = GoldQuestion("2", "?", frozenset({"d#s2"}), "parameter", "5 min")
    cited = (Citation(1, DRY.text, 1.0, "d#s2", "d"), Citation(2, RINSE.text, 1.0, "d#s1", "d"))
    assert right(order, Answer("?", "", False, 0.9, cited))
    assert not right(order, Answer("?", "", False, 0.9, cited[::-1]))
    assert right(value, Answer("?", "", False, 0.9, (), short=("5 min",)))
    assert not right(value, Answer("?", "", True, 0.9, (), short=("5 min",)))
    assert not right(GoldQuestion("3", "?", frozenset(), "no value"), Answer("?", "", False, 0.9, cited))


def test_the_curve_counts_near_misses_beside_what_is_covered() -> None:
    judged = [
        JudgedReading("fact", True, 0.9, True),
        JudgedReading("no device", False, 0.8, False),
        JudgedReading("fact", True, 0.7, True),
        JudgedReading("fact", True, 0.0, False),
    ]
    curve = risk_coverage(judged)
    assert [(each.coverage, each.near_misses, round(each.risk, 2)) for each in curve] == [
        (1 / 3, 0.0, 0.0),
        (1 / 3, 1.0, 0.5),
        (2 / 3, 1.0, 0.33),
    ]
    assert at_coverage(curve, 0.5) == curve[2]
    assert at_coverage(curve, 0.9) is None
    assert area_under_risk(judged) == pytest.approx((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4)
