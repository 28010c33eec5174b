"""The nearest labelled sentences of a memory (SPEC P20)."""

import pytest

from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.key_value_memory import build_memory
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Retrieved
from bioloom.extraction.retrieval_augmentation.retriever import Retrieval
from bioloom_lab.baselines.memory_neighbours import NearestSentences
from word_encoder import WordEncoder

ENCODER = WordEncoder("was activated by heals cures given to blood rats mice enzyme drug")
SENTENCES = build_memory(
    [
        MemoryExample("enzyme was activated by drug", "STIMULATES", (0, 6), (24, 28), "one"),
        MemoryExample("drug heals rats cures mice", "TREATS", (0, 4), (11, 15), "two"),
        MemoryExample("drug was given to blood rats", "ADMINISTERED_TO", (0, 4), (24, 28), "three"),
    ],
    ENCODER,
    words=2,
)


def texts(documents: list[Retrieved]) -> list[str]:
    return [document.text for document in documents]


def documents_beside(retrieval: Retrieval, sentence: str, exclude: str | None = None) -> list[Retrieved]:
    return retrieval.documents_of([sentence], exclude=[exclude])[0]


def test_the_n_nearest_sentences_best_first() -> None:
    retrieval = NearestSentences(SENTENCES, ENCODER, 2)
    assert texts(documents_beside(retrieval, "enzyme activated by given drug")) == [
        "enzyme was activated by drug = stimulates", "drug was given to blood rats = administered to",
    ]  # fmt: skip
    assert len(documents_beside(NearestSentences(SENTENCES, ENCODER, 30), "drug")) == 3


def test_when_all_is_left_out_nothing_is_retrieved() -> None:
    alone = build_memory(SENTENCES.examples[:1], ENCODER, words=2)
    assert documents_beside(NearestSentences(alone, ENCODER), "a drug", exclude="one") == []


def test_wrong_calls_are_refused() -> None:
    with pytest.raises(UsageError, match="one or more are retrieved, not 0"):
        NearestSentences(SENTENCES, ENCODER, 0)
