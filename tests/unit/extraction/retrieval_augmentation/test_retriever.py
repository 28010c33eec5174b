"""What is retrieved for a sentence (SPEC P8-P12, P20), and what never is."""

import logging

import pytest

from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.diversity import Caps
from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory, build_memory
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Retrieved
from bioloom.extraction.retrieval_augmentation.retriever import Retrieval, RetrievalOptions
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


PHRASES = RetrievalOptions(orders="off", sentence=False)


def documents_beside(retrieval: Retrieval, sentence: str, exclude: str | None = None) -> list[Retrieved]:
    return retrieval.documents_of([sentence], exclude=[exclude])[0]


def test_the_keys_of_these_tests(memory: KeyValueMemory) -> None:
    assert [key.text for key in memory.keys] == [
        "activated by", "enzyme was", "drug heals", "rats cures", "given to", "drug was",
    ]  # fmt: skip


def test_each_chunk_gives_its_nearest_key_once(memory: KeyValueMemory) -> None:
    retrieval = Retrieval(memory, ENCODER, PHRASES)
    phrases = retrieval.documents_of(["activated by mice cures activated by", ""])
    assert [texts(each) for each in phrases] == [["activated by = stimulates", "rats cures = treats"], []]


def test_the_nearest_sentence_leads_and_pairs_follow(memory: KeyValueMemory) -> None:
    assert texts(documents_beside(Retrieval(memory, ENCODER), "activated by mice cures")) == [
        "enzyme was activated by drug = stimulates",
        "activated by = stimulates",
        "rats cures = treats",
        "activated by = stimulates ; rats cures = treats",
        "rats cures = treats ; activated by = stimulates",
    ]


def test_without_diversity_or_sentence_only_phrases_are_left(memory: KeyValueMemory) -> None:
    options = RetrievalOptions(orders="off", sentence=False)
    assert texts(documents_beside(Retrieval(memory, ENCODER, options), "activated by mice cures")) == [
        "activated by = stimulates", "rats cures = treats",
    ]  # fmt: skip


def test_nothing_of_its_own_source_is_retrieved(memory: KeyValueMemory) -> None:
    retrieval = Retrieval(memory, ENCODER, RetrievalOptions(orders="off"))
    documents = documents_beside(retrieval, "activated by blood", exclude="one")
    assert documents
    assert not any("activated" in text or "enzyme" in text for text in texts(documents))
    assert any("activated" in text for text in texts(documents_beside(retrieval, "activated by blood")))


def test_nothing_of_an_identical_sentence_is_retrieved_whatever_its_source(memory: KeyValueMemory) -> None:
    retrieval = Retrieval(memory, ENCODER, RetrievalOptions(orders="off"))
    sentence = "The  enzyme  was activated by  [  drug  ] .".removeprefix("The ")
    for source in ("", "another"):
        documents = documents_beside(retrieval, sentence, exclude=source)
        assert documents
        assert not any(part[1] == "STIMULATES" for document in documents for part in document.parts)
    kept = RetrievalOptions(orders="off", identical=False)
    assert "stimulates" in documents_beside(Retrieval(memory, ENCODER, kept), sentence, exclude="")[0].text


def test_when_all_is_left_out_nothing_is_retrieved() -> None:
    memory = build_memory(EXAMPLES[:1], ENCODER, words=2, description=SAYS.__getitem__)
    for method in ("chunks", "knn"):
        assert (
            documents_beside(Retrieval(memory, ENCODER, RetrievalOptions(method)), "a drug", exclude="one")
            == []
        )


def test_a_key_of_two_sources_is_found_by_either() -> None:
    examples = [
        MemoryExample("activated by blood", "STIMULATES", source="one"),
        MemoryExample("activated by rats", "TREATS", source="two"),
        MemoryExample("activated by mice", "TREATS", source="three"),
    ]
    memory = build_memory(examples, ENCODER, words=2, description=SAYS.__getitem__)
    retrieval = Retrieval(memory, ENCODER, PHRASES)
    assert [texts(each) for each in retrieval.documents_of(["activated by"] * 2, exclude=[None, "two"])] == [
        ["activated by = treats"],  # two of three keys say so
        ["activated by = stimulates"],  # of one each the first
    ]


def test_the_n_nearest_sentences_best_first(memory: KeyValueMemory) -> None:
    retrieval = Retrieval(memory, ENCODER, RetrievalOptions("knn", n=2))
    assert texts(documents_beside(retrieval, "enzyme activated by given drug")) == [
        "enzyme was activated by drug = stimulates", "drug was given to blood rats = administered to",
    ]  # fmt: skip
    assert len(documents_beside(Retrieval(memory, ENCODER, RetrievalOptions("knn", n=30)), "drug")) == 3


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


def test_pairs_give_the_n_nearest_with_their_relations() -> None:
    examples = [
        MemoryExample("drug and rats", "TREATS", (0, 4), (9, 13), "1"),
        MemoryExample("drug and rats", "CAUSES", (0, 4), (9, 13), "2"),
        MemoryExample("enzyme and mice", "AFFECTS", (0, 6), (11, 15), "3"),
    ]
    memory = build_memory(examples, ENCODER, kind="pairs")
    retrieval = Retrieval(memory, ENCODER, RetrievalOptions("pairs", n=2, identical=False))
    assert texts(documents_beside(retrieval, "drug and rats")) == [
        "drug and rats = treats",
        "drug and rats = causes",
    ]
    assert texts(documents_beside(retrieval, "drug and rats", exclude="1")) == [
        "drug and rats = causes", "enzyme and mice = affects",
    ]  # fmt: skip
    strict = Retrieval(memory, ENCODER, RetrievalOptions("pairs", n=2))
    assert texts(documents_beside(strict, "drug and rats", exclude="1")) == ["enzyme and mice = affects"]


def test_no_retrieval_gives_nothing(memory: KeyValueMemory) -> None:
    assert Retrieval(memory, ENCODER, RetrievalOptions("none")).documents_of(["drug", "rats"]) == [[], []]
    assert Retrieval(memory, ENCODER).documents_of([]) == []


def test_a_cap_that_takes_away_is_logged(memory: KeyValueMemory, caplog: pytest.LogCaptureFixture) -> None:
    options = RetrievalOptions(caps=Caps(documents=4))
    with caplog.at_level(logging.INFO):
        documents = Retrieval(memory, ENCODER, options).documents_of(["activated by mice cures", "drug was"])
    assert [len(each) for each in documents] == [3, 2]
    assert "1 of 2 sentences have more than 4 documents" in caplog.text


def test_keys_are_looked_up_with_their_sentences(memory: KeyValueMemory) -> None:
    found = Retrieval(memory, ENCODER, RetrievalOptions("none")).nearest_keys("was activated by", 2)
    assert [(one.key.text, one.example.source) for one in found] == [
        ("activated by", "one"),
        ("enzyme was", "one"),
    ]
    assert [one.cosine for one in found] == pytest.approx([0.8165, 0.4082], abs=1e-4)


def test_wrong_calls_are_refused(memory: KeyValueMemory) -> None:
    with pytest.raises(UsageError, match="holds chunks, so pairs cannot"):
        Retrieval(memory, ENCODER, RetrievalOptions("pairs"))
    with pytest.raises(UsageError, match="other cannot search it"):
        Retrieval(memory, WordEncoder("a", name="other"))
    with pytest.raises(UsageError, match="nothing is retrieved by 'magic'"):
        RetrievalOptions("magic")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="one or more are retrieved, not 0"):
        RetrievalOptions("knn", n=0)
    with pytest.raises(UsageError, match="1 sources are left out for 2 sentences"):
        Retrieval(memory, ENCODER).documents_of(["a", "b"], exclude=["one"])
