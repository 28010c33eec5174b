"""A row of a table that is named by its first column."""

import pytest

from bioloom.answering.constraints.asked_rows import of_other_rows
from bioloom.answering.texts.protocol_text import protocol_texts
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.records import Evidence

STEPS = (
    "Prepare both buffers.",
    "| Buffer: A | pH: 7.4 | Tris: 50 mM |",
    "| Buffer: B | pH: 8.8 | Tris: 375 mM |",
    "| Dye: blue | Stock: 1 mM |",
)
(TEXT,) = protocol_texts(
    [
        Evidence(said, 1.0, f"my:b#s{at}", document_id="my:b", document_title="Mixes")
        for at, said in enumerate(STEPS)
    ]
)


@pytest.mark.parametrize(
    ("asked", "others"),
    [
        ("How much Tris in buffer A?", {2}),
        ("What is the pH of Buffer B?", {1}),
        ("How much Tris in buffers A and B?", set()),
        ("How much Tris is a buffer of ours?", set()),
        ("What is the stock of the dye blue?", set()),
    ],
)
def test_other_rows_than_the_named_one_are_found(asked: str, others: set[int]) -> None:
    assert of_other_rows(parse_pattern(asked), TEXT) == others
