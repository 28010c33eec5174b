"""The toy reader keeps the promise of readers: rows of probabilities, moved by cues and by what is shown."""

from __future__ import annotations

import numpy as np
import pytest

from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.label_reader import LabelReader
from toy_reader import ToyReader

SENTENCE = "aspirin treats headache"


def probabilities(reader: LabelReader, asked: LabelQuestion) -> dict[str, float]:
    row = np.exp(reader.likelihoods([asked]))[0]
    return dict(zip(reader.labels, row.tolist(), strict=True))


def test_a_cue_is_eight_times_as_likely_as_another_label() -> None:
    found = probabilities(ToyReader(), LabelQuestion(SENTENCE, (0, 7), (15, 23)))
    assert found == pytest.approx(dict.fromkeys(found, 1 / 12) | {"TREATS": 8 / 12})


def test_a_document_that_names_a_label_makes_it_four_times_as_likely() -> None:
    asked = LabelQuestion(SENTENCE, (0, 7), (15, 23), document="was relieved by = treats")
    assert probabilities(ToyReader(), asked)["TREATS"] == pytest.approx(32 / 36)


def test_backwards_a_cue_speaks_for_none() -> None:
    found = probabilities(ToyReader(), LabelQuestion(SENTENCE, (15, 23), (0, 7)))
    assert found["none"] == pytest.approx(8 / 12)


def test_no_question_gives_no_row() -> None:
    assert ToyReader().likelihoods([]).shape == (0, 5)
