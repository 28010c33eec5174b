"""The bench of standardization: what it counts, not how fast anything is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bioloom.embedding import Vectors
from bioloom_lab.benchmarks.standardizer_speed import measure_standardizer, varied_phrases
from toy_relate import Toy, toy_standardizer


class Counting:
    """An encoder that counts what it is given."""

    name = "counting"
    dimension = 2

    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return np.tile(np.array([1.0, 0.0], np.float32), (len(texts), 1))


def test_every_phrase_is_mapped_once_and_the_encoder_alone_gets_the_same_texts() -> None:
    phrases = varied_phrases(1_500)
    assert len(set(phrases)) == len(phrases) == 2_500
    toy, encoder = Toy({}), Counting()
    speed = measure_standardizer(toy_standardizer(toy), encoder, phrases, repeated=4_000)
    assert (speed.distinct_phrases, speed.repeated_claims) == (1_500, 4_000)
    alone = set(encoder.texts) - set(phrases)
    assert alone  # what rules made of the phrases
    assert alone <= set(toy.phrases)
    assert len(toy.phrases) == len(set(toy.phrases))
    told = speed.as_json()
    assert (told["n"], len(speed.alone), sum(speed.sizes)) == (1_500, 3, 1_500)
    assert told["metrics"]["toy"]["phrases/s"].keys() == {"value", "low", "high"}
    assert speed.share > 0
