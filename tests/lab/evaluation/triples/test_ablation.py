"""What the ablation counts: related pairs as cases, and answers compared pair by pair."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence
from bioloom_lab.evaluation.triples.ablation import cases_of, mcnemar

TEXT = "Tea. Aspirin treats fever and pain."
PLACE = Place("toy.jsonl", 1)
SENTENCE = "Aspirin treats fever and pain."


def document() -> AnnotatedDocument:
    mentions = {"tea": (0, 3), "aspirin": (5, 12), "fever": (20, 25), "pain": (30, 34)}
    return AnnotatedDocument(
        document=Document("toy:1", "", TEXT, "sentence", "infores:toy", PLACE),
        sentences=(
            Sentence("s0", "toy:1", 0, "Tea.", 0, 4),
            Sentence("s1", "toy:1", 1, SENTENCE, 5, len(TEXT)),
        ),
        mentions=tuple(
            Mention(name, "s0" if start < 5 else "s1", TEXT[start:end], start, end, "term")
            for name, (start, end) in mentions.items()
        ),
        relations=tuple(Relation("aspirin", "TREATS", name, PLACE) for name in ("fever", "pain")),
        scheme="git",
    )


def test_every_related_pair_of_a_sentence_is_a_case() -> None:
    assert cases_of(document()) == [
        MemoryExample(SENTENCE, "TREATS", (0, 7), (15, 20), "toy:1"),
        MemoryExample(SENTENCE, "TREATS", (0, 7), (25, 29), "toy:1"),
    ]


def test_pairs_across_sentences_and_denied_ones_are_none() -> None:
    found = document()
    relations = (
        Relation("tea", "TREATS", "fever", PLACE),
        Relation("aspirin", "TREATS", "nobody", PLACE),
        replace(found.relations[0], negated=True),
    )
    assert cases_of(replace(found, relations=relations)) == []


@pytest.mark.parametrize(
    ("gained", "lost", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (10, 2, 2 * (1 + 12 + 66) / 4096), (0, 6, 2 / 64)],
)
def test_the_p_value_is_that_of_the_sign_test(gained: int, lost: int, p: float) -> None:
    base = np.array([False] * gained + [True] * lost + [True] * 7)
    other = np.array([True] * gained + [False] * lost + [True] * 7)
    found = mcnemar(base, [other])
    assert (found.gained, found.lost) == (gained, lost)
    assert found.p == pytest.approx(p)


def test_several_runs_give_means_and_the_median_p() -> None:
    base = np.array([False] * 6)
    found = mcnemar(base, [np.array([True] * 6), np.array([False] * 6), base])
    assert (found.gained, found.lost, found.p) == (2.0, 0.0, 1.0)
