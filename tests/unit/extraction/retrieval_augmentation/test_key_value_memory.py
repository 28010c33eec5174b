"""The memory: two chunks of each labelled sentence, chosen by cosine alone (SPEC P7, P8)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.chunking import chunks
from bioloom.extraction.retrieval_augmentation.key_value_memory import build_memory, check_encoder, spread
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, MemoryKey
from word_encoder import WordEncoder

ENCODER = WordEncoder("activates activated increases heals cures blood")
SAYS = {"STIMULATES": "activates activated increases", "TREATS": "heals cures"}


def test_the_two_chunks_nearest_to_the_description_become_keys() -> None:
    sentence = "x y activated z activates increases blood blood"
    memory = build_memory(
        [MemoryExample(sentence, "STIMULATES")], ENCODER, words=2, description=SAYS.__getitem__
    )
    assert memory.keys == (
        MemoryKey("activates increases", "STIMULATES", 0),
        MemoryKey("activated z", "STIMULATES", 0),
    )
    assert memory.key_vectors.tolist() == ENCODER.encode(["activates increases", "activated z"]).tolist()
    assert memory.sentence_vectors.tolist() == ENCODER.encode([sentence]).tolist()


def test_of_chunks_equally_near_the_earlier_ones_are_kept() -> None:
    memory = build_memory(
        [MemoryExample("blood a heals heals b blood heals heals", "TREATS")],
        ENCODER, words=2, description=SAYS.__getitem__,
    )  # fmt: skip
    assert [key.text for key in memory.keys] == ["heals heals", "heals heals"]
    memory = build_memory(
        [MemoryExample("a b c d e f", "TREATS")], ENCODER, words=2, description=SAYS.__getitem__
    )
    assert [key.text for key in memory.keys] == ["a b", "c d"]


WORDS = st.lists(st.sampled_from(["activates", "heals", "blood", "x", "y", "z"]), min_size=1, max_size=14)


@given(st.lists(st.tuples(WORDS, st.sampled_from(sorted(SAYS))), min_size=1, max_size=6), st.integers(1, 4))
def test_two_keys_a_sentence_each_a_chunk_of_it(rows: list[tuple[list[str], str]], words: int) -> None:
    examples = [MemoryExample(" ".join(sentence), label) for sentence, label in rows]
    memory = build_memory(examples, ENCODER, words=words, description=SAYS.__getitem__)
    counts = [min(2, len(chunks(example.sentence, words))) for example in memory.examples]
    assert len(memory.keys) == sum(counts)
    for key in memory.keys:
        example = memory.examples[key.example]
        assert key.label == example.label
        assert key.text in chunks(example.sentence, words)


def test_every_distinct_text_is_embedded_once() -> None:
    encoder = WordEncoder("heals blood")
    build_memory(
        [MemoryExample("heals blood heals blood", "A"), MemoryExample("blood blood heals blood", "A")],
        encoder,
        words=2,
    )
    assert len(encoder.encoded) == len(set(encoder.encoded))


def test_pairs_are_keys_as_a_whole() -> None:
    examples = [
        MemoryExample("drug_a and blood ?", "TREATS", (0, 6), (11, 16), "q1"),
        MemoryExample("drug_a and blood ?", "CAUSES", (0, 6), (11, 16), "q2"),
    ]
    memory = build_memory(examples, ENCODER, kind="pairs")
    assert memory.keys == (
        MemoryKey("drug a and blood", "TREATS", 0),
        MemoryKey("drug a and blood", "CAUSES", 1),
    )


def test_pairs_need_head_and_tail() -> None:
    with pytest.raises(UsageError, match="no head and tail in 'heals'"):
        build_memory([MemoryExample("heals", "TREATS")], ENCODER, kind="pairs")


def test_nothing_gives_no_memory() -> None:
    with pytest.raises(UsageError, match="no labelled sentence"):
        build_memory([MemoryExample(" ", "TREATS")], ENCODER)


def test_the_digest_follows_what_is_in_it() -> None:
    one = build_memory([MemoryExample("heals blood", "TREATS")], ENCODER)
    assert one.digest == build_memory([MemoryExample("heals blood", "TREATS")], ENCODER).digest
    assert one.digest != build_memory([MemoryExample("heals blood", "CAUSES")], ENCODER).digest
    assert (
        one.digest != build_memory([MemoryExample("heals blood", "TREATS", (0, 5), (6, 11))], ENCODER).digest
    )
    assert one.digest != build_memory([MemoryExample("heals blood", "TREATS")], ENCODER, words=4).digest


def test_keys_are_counted_by_label_most_first() -> None:
    examples = [
        MemoryExample("a b", "TREATS"),
        MemoryExample("a c", "CAUSES"),
        MemoryExample("a d", "TREATS"),
    ]
    assert spread(build_memory(examples, ENCODER, words=1)) == {"TREATS": 4, "CAUSES": 2}


def test_another_encoder_is_refused() -> None:
    memory = build_memory([MemoryExample("heals", "TREATS")], ENCODER)
    check_encoder(memory.encoder, ENCODER)
    with pytest.raises(UsageError, match="made with the encoder words; other cannot search it"):
        check_encoder(memory.encoder, WordEncoder("heals", name="other"))
    assert memory.key_vectors.dtype == np.float32
