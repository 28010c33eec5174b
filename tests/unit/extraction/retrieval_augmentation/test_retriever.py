"""What is retrieved for a sentence (SPEC P9-P12), and what never is."""

import logging

import pytest

from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.diversity import Caps
from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory, build_memory
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Retrieved
from bioloom.extraction.retrieval_augmentation.retriever import Retrieval
from word_encoder import WordEncoder

ENCODER = WordEncoder("was activated by heals cures given to blood rats mice enzyme drug")
SAYS = {"STIMULATES": "was activated by", "TREATS": "heals cures", "ADMINISTERED_TO": "was given to"}
EXAMPLES = [
    MemoryExample("enzyme was activated by drug", "STIMULATES", (0, 6), (24, 28), "one"),
    MemoryExample("drug heals rats cures mice", "TREATS", (0, 4), (11, 15), "two"),
    MemoryExample("drug was given to blood rats", "ADMINISTERED_TO", (0, 4), (24, 28), "three"),
]


@pytest.fixture
def memory() -> KeyValueMemory:
    """Build a memory of chunks of two words; its keys are in the first test."""
    return build_memory(EXAMPLES, ENCODER, words=2, description=SAYS.__getitem__)


def texts(documents: list[Retrieved]) -> list[str]:
    return [document.text for document in documents]


def documents_beside(retrieval: Retrieval, sentence: str, exclude: str | None = None) -> list[Retrieved]:
    return retrieval.documents_of([sentence], exclude=[exclude])[0]


def test_the_keys_of_these_tests(memory: KeyValueMemory) -> None:
    assert [key.text for key in memory.keys] == [
        "activated by", "enzyme was", "drug heals", "rats cures", "given to", "drug was",
    ]  # fmt: skip


def test_each_chunk_gives_its_nearest_key_once(memory: KeyValueMemory) -> None:
    retrieval = Retrieval(memory, ENCODER, longest=1)
    found = retrieval.documents_of(["activated by mice cures activated by", ""])
    assert [texts(each[1:]) for each in found] == [["activated by = stimulates", "rats cures = treats"], []]


def test_the_nearest_sentence_leads_and_pairs_follow(memory: KeyValueMemory) -> None:
    assert texts(documents_beside(Retrieval(memory, ENCODER), "activated by mice cures")) == [
        "enzyme was activated by drug = stimulates",
        "activated by = stimulates",
        "rats cures = treats",
        "activated by = stimulates ; rats cures = treats",
        "rats cures = treats ; activated by = stimulates",
    ]


def test_without_diversity_the_phrases_stand_alone(memory: KeyValueMemory) -> None:
    retrieval = Retrieval(memory, ENCODER, longest=1)
    assert texts(documents_beside(retrieval, "activated by mice cures")[1:]) == [
        "activated by = stimulates", "rats cures = treats",
    ]  # fmt: skip


def test_nothing_of_its_own_source_is_retrieved(memory: KeyValueMemory) -> None:
    retrieval = Retrieval(memory, ENCODER, longest=1)
    documents = documents_beside(retrieval, "activated by blood", exclude="one")
    assert documents
    assert not any("activated" in text or "enzyme" in text for text in texts(documents))
    assert any("activated" in text for text in texts(documents_beside(retrieval, "activated by blood")))


def test_nothing_of_an_identical_sentence_is_retrieved_whatever_its_source(memory: KeyValueMemory) -> None:
    retrieval = Retrieval(memory, ENCODER, longest=1)
    sentence = "The  enzyme  was activated by  [  drug  ] .".removeprefix("The ")
    for source in ("", "another"):
        documents = documents_beside(retrieval, sentence, exclude=source)
        assert documents
        assert not any(part[1] == "STIMULATES" for document in documents for part in document.parts)
    assert "stimulates" in documents_beside(retrieval, sentence)[0].text


def test_when_all_is_left_out_nothing_is_retrieved() -> None:
    memory = build_memory(EXAMPLES[:1], ENCODER, words=2, description=SAYS.__getitem__)
    assert documents_beside(Retrieval(memory, ENCODER), "a drug", exclude="one") == []


def test_a_key_of_two_sources_is_found_by_either() -> None:
    examples = [
        MemoryExample("activated by blood", "STIMULATES", source="one"),
        MemoryExample("activated by rats", "TREATS", source="two"),
        MemoryExample("activated by mice", "TREATS", source="three"),
    ]
    memory = build_memory(examples, ENCODER, words=2, description=SAYS.__getitem__)
    retrieval = Retrieval(memory, ENCODER)
    found = retrieval.documents_of(["activated by"] * 2, exclude=[None, "two"])
    assert [texts(each[1:]) for each in found] == [
        ["activated by = treats"],  # two of three keys say so
        ["activated by = stimulates"],  # of one each the first
    ]


def test_many_sentences_give_what_each_gives_alone(memory: KeyValueMemory) -> None:
    sentences = [
        "activated by mice cures",
        "drug was",
        "heals blood rats given to mice",
        "activated by mice cures",
    ]
    sources = ["one", None, "", "two"]
    retrieval = Retrieval(memory, ENCODER)
    together = retrieval.documents_of(sentences, exclude=sources)
    alone = [
        documents_beside(retrieval, each, exclude=own) for each, own in zip(sentences, sources, strict=True)
    ]
    assert together == alone


def test_every_distinct_text_is_embedded_once(memory: KeyValueMemory) -> None:
    encoder = WordEncoder("was activated by heals cures given to blood rats mice enzyme drug")
    retrieval = Retrieval(memory, encoder)
    retrieval.documents_of(["activated by mice cures", "mice cures activated by"] * 3)
    assert sorted(encoder.encoded) == sorted(set(encoder.encoded))
    assert len(encoder.encoded) == 4


def test_no_sentences_give_nothing(memory: KeyValueMemory) -> None:
    assert Retrieval(memory, ENCODER).documents_of([]) == []


def test_a_cap_that_takes_away_is_logged(memory: KeyValueMemory, caplog: pytest.LogCaptureFixture) -> None:
    retrieval = Retrieval(memory, ENCODER, caps=Caps(documents=4))
    with caplog.at_level(logging.INFO):
        documents = retrieval.documents_of(["activated by mice cures", "drug was"])
    assert [len(each) for each in documents] == [3, 2]
    assert "1 of 2 sentences have more than 4 documents" in caplog.text


def test_keys_are_looked_up_with_their_sentences(memory: KeyValueMemory) -> None:
    found = Retrieval(memory, ENCODER).nearest_keys("was activated by", 2)
    assert [(one.key.text, one.example.source) for one in found] == [
        ("activated by", "one"),
        ("enzyme was", "one"),
    ]
    assert [one.cosine for one in found] == pytest.approx([0.8165, 0.4082], abs=1e-4)


def test_wrong_calls_are_refused(memory: KeyValueMemory) -> None:
    with pytest.raises(UsageError, match="other cannot search it"):
        Retrieval(memory, WordEncoder("a", name="other"))
    with pytest.raises(UsageError, match="1 sources are left out for 2 sentences"):
        Retrieval(memory, ENCODER).documents_of(["a", "b"], exclude=["one"])
