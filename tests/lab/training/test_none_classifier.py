"""Phrases that state no relation: how they are weighed, and the weights that are made."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.records.predicate_mapping import Claim
from bioloom.settings import Settings
from bioloom.standardization.relate.configuration import open_standardizer
from bioloom.standardization.relate.none_classifier import Rejection, read_rejection, unrelated_phrases
from bioloom.standardization.relate.standardizer import Standardizer
from bioloom_lab.training.none_classifier import main

CLAIMS = Path(__file__).parents[2] / "data" / "standardization" / "rejection_train.jsonl"


@pytest.fixture(scope="module")
def shipped() -> Standardizer:
    return open_standardizer(Settings(), lasting=False)


@pytest.mark.parametrize(
    "phrase", ["is the capital of", "lives in", "were genotyped for", "and", "along with", "was admitted to"]
)
def test_a_phrase_that_states_no_relation_becomes_none(shipped: Standardizer, phrase: str) -> None:
    assert shipped.standardize([Claim("A", phrase, "B")])[0].predicate is None


@pytest.mark.parametrize(
    "phrase", ["potently inhibits", "is a risk factor for", "was successfully treated with", "-induced"]
)
def test_a_phrase_that_states_a_relation_does_not(shipped: Standardizer, phrase: str) -> None:
    assert shipped.standardize([Claim("A", phrase, "B")])[0].predicate is not None


def test_what_is_near_to_nothing_is_certain_to_state_nothing() -> None:
    weighing = Rejection(-10.0, 1.0, -1.0, 0.4)
    assert weighing.weigh(0.39, 0.39) == 1.0
    assert weighing.weigh(0.2, 0.4) < 0.01


def test_the_phrases_are_distinct() -> None:
    assert len(set(unrelated_phrases())) == len(unrelated_phrases())


def test_the_shipped_weights_are_those_that_the_claims_give() -> None:
    rows = [line.split("\t") for line in main(CLAIMS).splitlines() if not line.startswith(("#", "feature"))]
    made = Rejection(*(float(weight) for _, weight in rows))
    shipped = read_rejection()
    assert made.weigh(0.8, 0.5) == pytest.approx(shipped.weigh(0.8, 0.5), abs=0.02)
    assert made.weigh(0.5, 0.6) == pytest.approx(shipped.weigh(0.5, 0.6), abs=0.02)
