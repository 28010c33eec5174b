"""Steps of other variants than the one asked for do not answer."""

import pytest

from bioloom.answering.constraints.asked_variants import of_other_variants
from bioloom.answering.texts.protocol_text import protocol_texts
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.records import Evidence

STEPS = (
    "Resuspend the pellet in Buffer R1: 0.25 ml (Mini), 4 ml (Midi) or 10 ml (Maxi).",
    "Incubate on ice for 15 minutes (Midi and Maxi only).",
    "Mini: centrifuge for 10 minutes.",
    "Midi and Maxi: pass the lysate through the filter.",
    "Wash the pellet with ethanol (Midi 2 ml, Maxi 5 ml).",
    "Add 160 ml of ethanol to Buffer W5 (Maxi kit: 240 ml).",
)


@pytest.mark.parametrize(
    ("asked", "others"),
    [
        ("How long is the mini prep kept on ice?", {1, 3}),
        ("What volume of ethanol washes the mini pellet?", {1, 3, 4}),
        ("How long is the midi prep centrifuged?", {2}),
        ("How long is it centrifuged?", set()),
    ],
)
@pytest.mark.parametrize("title", ["PlasmoPure Kit - Mini / Midi / Maxi", "PlasmoPure Kit"])
def test_steps_of_other_variants_are_found(asked: str, others: set[int], title: str) -> None:
    (text,) = protocol_texts(
        [
            Evidence(said, 1.0, f"my:k#s{at}", document_id="my:k", document_title=title)
            for at, said in enumerate(STEPS)
        ]
    )
    assert of_other_variants(parse_pattern(asked), text) == others


def test_things_in_brackets_or_with_a_stroke_are_no_variants() -> None:
    (text,) = protocol_texts(
        [
            Evidence(
                said, 1.0, f"my:p#s{at}", document_id="my:p", document_title="RNA/DNA/Protein from tissue"
            )
            for at, said in enumerate(
                ("Digest the tissue (liver) with enzyme (collagenase).", "DNA: add DNase.")
            )
        ]
    )
    assert of_other_variants(parse_pattern("How long is the RNA of liver digested?"), text) == set()
