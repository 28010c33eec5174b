"""Spans that hold two values are parted before relations are looked for."""

import numpy as np
import pytest

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.tokenization import Words, word_spans
from bioloom.extraction.networks.value_spans import part_values


def parted(said: str, before: str = "Blot at ") -> list[str]:
    text = before + said + " onto PVDF"
    spans = word_spans(text)
    starts, ends = (np.array(each, np.int64) for each in zip(*spans, strict=True))
    words = Words(starts, ends, np.arange(len(spans)), starts * 0, starts * 0)
    first = int(np.searchsorted(starts, len(before)))
    last = int(np.searchsorted(ends, len(before) + len(said)))
    found = part_values(text, words, [Span(0, first, last, 4, 0.9)])
    assert {(span.kind, span.probability) for span in found} == {(4, 0.9)}
    return [text[starts[span.first] : ends[span.last]] for span in found]


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("15 V 45 min", ["15 V", "45 min"]),
        ("65degC, 5'", ["65degC", "5'"]),
        ("12,000 × g 4°C 10 min", ["12,000 × g", "4°C", "10 min"]),
        ("50 mg/ml | 500 µg/ml", ["50 mg/ml", "500 µg/ml"]),
        ("30C, 2.5 d", ["30C", "2.5 d"]),
    ],
)
def test_values_of_two_kinds_are_two(said: str, values: list[str]) -> None:
    assert parted(said) == values


@pytest.mark.parametrize(
    "said",
    ["1 h 30 min", "2 x 10 ml", "10-15 min", "room temperature", "400 µl – 1 ml", "5 in 10 ml", "3x 5 min"],
)
def test_one_value_stays_one(said: str) -> None:
    assert parted(said) == [said]
