"""What is shown beside a sentence: from the training file, never the sentence itself."""

from __future__ import annotations

import pytest

from bioloom.errors import UsageError
from bioloom_lab.evaluation.triples.retrieved_examples import open_beside
from bioloom_lab.evaluation.triples.sentence_rows import RowTriple, SentenceCorpus, SentenceRow
from word_encoder import WordEncoder

WORDS = "aspirin eased the headache zinc stopped growth rest treats inhibits remedy"
TRAIN = SentenceCorpus(
    "git",
    "train",
    (
        SentenceRow(1, " aspirin  eased the  headache .", RowTriple("aspirin", "TREATS", "headache")),
        SentenceRow(2, " zinc  stopped the  growth .", RowTriple("zinc", "INHIBITS", "growth")),
    ),
)


def test_the_nearest_labelled_sentence_is_shown_without_marks() -> None:
    beside = open_beside("knn", TRAIN, WordEncoder(WORDS))
    assert beside.documents(["rest eased the headache."]) == ["aspirin eased the headache. = treats"]


def test_an_identical_sentence_is_not_shown_marks_or_not() -> None:
    beside = open_beside("knn", TRAIN, WordEncoder(WORDS))
    shown = beside.documents([" aspirin  eased the  headache .", "Aspirin eased the headache."])
    assert shown == ["zinc stopped the growth. = inhibits"] * 2


def test_chunks_are_keys_or_sentences_with_their_labels() -> None:
    beside = open_beside("chunks", TRAIN, WordEncoder(WORDS))
    (shown,) = beside.documents(["rest eased the headache."])
    assert shown is not None
    assert shown.endswith("= treats")


def test_nothing_is_shown_without_a_retrieval_and_one_needs_labelled_sentences() -> None:
    assert open_beside("none", None, None).documents(["a", "b"]) == [None, None]
    with pytest.raises(UsageError, match="needs --train"):
        open_beside("knn", None, None)
