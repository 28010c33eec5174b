"""The nearest labelled text: never the text itself nor a copy of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bioloom.embedding import open_encoder
from bioloom.extraction.networks.tokenization import Words
from bioloom.extraction.networks.windows import TokenLine, lay_out
from bioloom_lab.baselines.labelled_texts import LabelledText
from bioloom_lab.classification.classifier import nearest_labelled
from bioloom_lab.classification.windows import shares_of

ROWS = [
    LabelledText("The drug caused a rash.", "1"),
    LabelledText("the DRUG caused a rash", "1"),
    LabelledText("Water was added.", "0"),
]


def test_a_copy_is_no_neighbour(data: Path) -> None:
    encoder = open_encoder(str(data / "encoder"))
    texts = ["The drug caused a rash", "water was added"]
    found = nearest_labelled(texts, ROWS, encoder)
    assert found[0] == "0 ; Water was added."
    assert found[1] is not None
    assert found[1].startswith("1 ; ")
    assert nearest_labelled(texts[:1], ROWS[:2], encoder) == [None]
    assert nearest_labelled(texts[:1], [], encoder) == [None]


def words_of(pieces: int) -> Words:
    places = np.arange(pieces)
    return Words(places, places + 1, places, places + 10, np.ones(pieces, np.int64))


def test_a_window_is_read_by_its_mark_its_text_and_its_document() -> None:
    batch = lay_out(
        [[TokenLine(-1, words_of(2)), TokenLine(0, words_of(1))], [TokenLine(1, words_of(0))]], 101, 102
    )
    shares = shares_of(batch)
    assert shares[0].tolist() == [
        [1, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 1, 0],
        [0, 0.5, 0.5, 0, 0, 0],
    ]
    assert shares[1, 0].tolist() == [1, 0, 0, 0, 0, 0]
    assert not shares[1, 1:].any()
