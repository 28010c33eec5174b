"""Kinds of sentences that name both ends of a claim and do not state it, each beside one that does."""

from __future__ import annotations

import pytest

from bioloom.extraction.triples.claim_faults import claim_fault

RAISES, LOWERS, LINKS = "Positive_Correlation", "Negative_Correlation", "Association"


@pytest.mark.parametrize(
    ("fault", "predicate", "marked"),
    [
        ("hedged", LOWERS, "① may lower ② in mice."),
        ("hedged", LINKS, "① is possibly linked to ② and ③."),
        ("hedged", LINKS, "① is thought to contribute to ②."),
        ("hedged", LOWERS, "These data support a possible use of ① in ②."),
        ("hedged", LOWERS, "① has potential for the treatment of ②."),
        ("hedged", RAISES, "It raises the possibility that ① causes ②."),
        ("hedged", LINKS, "The association of ① and ② needs to be confirmed."),
        ("hedged", LOWERS, "①, which might lower ②."),
        ("asked", LOWERS, "Does ① lower ② in the elderly?"),
        ("sought", LOWERS, "The aim was to study the effect of ① on ③-induced ②."),
        ("sought", LINKS, "We examined the role of ① in ②."),
        ("inducer", LOWERS, "① suppressed ②-induced oedema."),
        ("inducer", LOWERS, "②-induced or ③-induced growth was blocked by ①."),
        ("inducer", RAISES, "①-stimulated ③ was raised by ②."),
        ("cells", LINKS, "① was measured in ② cell lines."),
        ("cells", LINKS, "① fell in ② rats."),
        ("marker", LOWERS, "① lowered the number of ②(+) T cells."),
        ("variant", LOWERS, "An active metabolite of ① lowered ②."),
        ("variant", "chemprot:DOWNREGULATOR", "③, a derivative of ①, inhibits ②."),
        ("variant", LOWERS, "③ with or without ① lowered ②."),
        ("variant", "chemprot:DOWNREGULATOR", "③ inhibits ② irrespective of the ① mutation."),
        ("asked", LINKS, "The effect of ① in ② has not previously been reported."),
        ("cells", LINKS, "①-related signalling pathways such as ② were found."),
        ("other_thing", RAISES, "① inhibitors caused ② in dogs."),
        ("other_thing", RAISES, "② was common with ①-lowering drugs."),
        ("ratio", LOWERS, "① lowered the ② to ③ ratio."),
        ("outer_fall", "chemprot:DOWNREGULATOR", "In ③, ① prevented the decrease in ③ and ② activity."),
        ("outer_fall", LOWERS, "The loss of ② was prevented by pretreatment with ①."),
        ("outer_rise", RAISES, "① attenuated the increase in ② levels."),
        ("role_of_another", "chemprot:DOWNREGULATOR", "③, a ② inhibitor, blocked the response to ①."),
        ("role_of_another", "chemprot:ANTAGONIST", "Trials of ② antagonists (③), ① and ③ are reviewed."),
        ("role_down", "chemprot:AGONIST", "③ are ② agonists, and ①, a selective ③ antagonist, is none."),
        ("role_up", "chemprot:ANTAGONIST", "①, a ② agonist, was blocked by ③."),
    ],
)
def test_what_does_not_state_a_claim_has_a_kind(fault: str, predicate: str, marked: str) -> None:
    assert claim_fault(marked, predicate, directed=True) == fault


@pytest.mark.parametrize(
    ("predicate", "marked"),
    [
        (LOWERS, "① lowers ② and may lower ③."),
        (LOWERS, "② could be blocked by ①."),
        (LOWERS, "①, which may raise ③, lowers ②."),
        (LOWERS, "① lowers ②, potentially explaining its benefit."),
        (LOWERS, "① shortened the action potential of ② fibres."),
        (LOWERS, "Rest makes it possible to treat ② with ①."),
        (RAISES, "The aim was to study the effect of ③ on ①-induced ②."),
        (RAISES, "BACKGROUND AND AIMS: ① causes ②."),
        (RAISES, "③ relieved ①-induced severe ②."),
        (RAISES, "③ lowered ①-induced production of ②."),
        (LOWERS, "① lowered ③-induced ②."),
        (LINKS, "① is mutated in ②."),
        (LINKS, "① is highly expressed in ② cells."),
        (LOWERS, "① killed ② cells."),
        (LOWERS, "The current and potential role of ① in treating ② is reviewed."),
        ("chemprot:ANTAGONIST", "The ② antagonist ① was given."),
        ("chemprot:ANTAGONIST", "①, a ② antagonist, was given."),
        ("chemprot:ANTAGONIST", "①, an ③ (②) antagonist, was given."),
        (LOWERS, "The ② antagonist ① was given."),
        (RAISES, "① prevented the decrease in ②."),
        (LOWERS, "① attenuated the increase in ②."),
    ],
)
def test_what_states_a_claim_has_none(predicate: str, marked: str) -> None:
    assert claim_fault(marked, predicate, directed=True) is None


def test_a_measurement_without_a_direction_states_nothing() -> None:
    marked = "After ①, the amounts of ② and ③ were determined in serum."
    assert claim_fault(marked, LINKS, directed=False) == "measured"
    assert claim_fault(marked, LINKS, directed=True) is None
