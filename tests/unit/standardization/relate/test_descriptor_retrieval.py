"""Retrieval over spaces: exhaustive, folded, merged, and the same from cold and from the cache."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from bioloom.embedding import Vectors
from bioloom.errors import UsageError
from bioloom.standardization.relate.descriptor_retrieval import retrieve
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.vocabulary import Descriptor, Target, Vocabulary
from bioloom_lab.evaluation.relate_retrieval import Merge, retrieve_variant


class Letters:
    """An encoder whose vectors count letters, or their pairs; it says how many texts it was given."""

    def __init__(self, width: int = 1) -> None:
        self.name = f"letters-{width}"
        self.dimension = 64
        self.width = width
        self.seen = 0

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Hash each run of letters to a place, and give the vector the length 1."""
        self.seen += len(texts)
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for at in range(len(text) - self.width + 1):
                place = sum(ord(each) * 31**power for power, each in enumerate(text[at : at + self.width]))
                vectors[row, place % self.dimension] += 1
            vectors[row, 0] += 0.01
        norms: Vectors = np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / norms


def made(*rows: tuple[str, str, bool]) -> Vocabulary:
    """Make a vocabulary of some descriptors: key, text, negated."""
    keys = dict.fromkeys(key for key, _, _ in rows)
    targets = {key: Target(key, "biolink:related_to") for key in keys}
    return Vocabulary("made", "1", targets, tuple(Descriptor(*row, "test") for row in rows))


WORDS = made(
    ("binds", "binds", False),
    ("binds", "attaches to", False),
    ("treats", "does not treat", True),
    ("treats", "treats", False),
    ("binds", "does not bind", True),
    ("causes", "causes", False),
    ("part of", "part of", False),
    ("part of", "component of", False),
)


def test_the_nearest_descriptor_speaks_for_its_key() -> None:
    hits = retrieve(["attaches to"], [Space(WORDS, Letters(2))])[0]
    assert hits[0].key == "binds"
    assert hits[0].descriptor == "attaches to"
    assert hits[0].score == pytest.approx(1, abs=1e-5)
    assert [hit.key for hit in hits].count("binds") == 1
    assert sorted(hit.key for hit in hits) == sorted(WORDS.keys)


def test_a_negation_speaks_for_its_base_key_and_is_told() -> None:
    hits = retrieve(["does not treat"], [Space(WORDS, Letters(2))])[0]
    assert hits[0].key == "treats"
    assert hits[0].negative == pytest.approx(1, abs=1e-5)
    assert hits[0].similarities[0] < hits[0].negative
    assert next(hit for hit in hits if hit.key == "causes").negative == -1


def test_search_is_exhaustive() -> None:
    encoder = Letters(2)
    phrases = ["binds to", "is a component of", "treated", "", "xyz"]
    found = retrieve(phrases, [Space(WORDS, encoder)], k=2)
    vectors = encoder.encode([each.text for each in WORDS.descriptors])
    for phrase, hits in zip(phrases, found, strict=True):
        scores = vectors @ encoder.encode([phrase])[0]
        best: dict[str, float] = {}
        for descriptor, score in zip(WORDS.descriptors, scores.tolist(), strict=True):
            best[descriptor.key] = max(best.get(descriptor.key, -1), score)
        assert [hit.score for hit in hits] == pytest.approx(sorted(best.values(), reverse=True)[:2], abs=1e-5)


def test_without_refill_k_counts_descriptors() -> None:
    space = Space(WORDS, Letters(2))
    assert len(retrieve(["part of"], [space], k=3)[0]) == 3
    few = retrieve_variant(["binds and does not bind"], [space], k=2, refill=False)[0]
    assert [hit.key for hit in few] == ["binds"]


def test_order_and_company_of_phrases_do_not_matter() -> None:
    space = Space(WORDS, Letters(2))
    phrases = [f"binds {number}" for number in range(5000)]
    found = retrieve(phrases, [space], k=2)
    assert len(found) == 5000
    assert [found[at][0].key for at in (0, 511, 512, 4999)] == [
        retrieve([phrases[at]], [space], k=2)[0][0].key for at in (0, 511, 512, 4999)
    ]
    assert retrieve([], [space]) == []


@pytest.mark.parametrize("merge", ["rrf", "concat"])
def test_two_spaces_give_one_list_of_at_most_twice_k(merge: Merge) -> None:
    spaces = [Space(WORDS, Letters(1)), Space(WORDS, Letters(2))]
    for hits in retrieve_variant(["attaches to", "causes", "qq"], spaces, k=2, merge=merge):
        keys = [hit.key for hit in hits]
        assert 2 <= len(keys) == len(set(keys)) <= 4
        assert all(len(hit.similarities) == 2 for hit in hits)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_concat_keeps_the_first_list_before_the_second() -> None:
    spaces = [Space(WORDS, Letters(1)), Space(WORDS, Letters(2))]
    first = retrieve(["treated"], spaces[:1], k=2)[0]
    both = retrieve_variant(["treated"], spaces, k=2, merge="concat")[0]
    assert [hit.key for hit in both[:2]] == [hit.key for hit in first]


def test_rrf_puts_first_what_both_spaces_put_first() -> None:
    spaces = [Space(WORDS, Letters(1)), Space(WORDS, Letters(2))]
    hits = retrieve(["causes"], spaces)[0]
    assert hits[0].key == "causes"
    assert hits[0].score == pytest.approx(1)


def test_spaces_of_two_vocabularies_do_not_mix() -> None:
    other = made(("binds", "binds", False))
    with pytest.raises(UsageError, match="one vocabulary"):
        retrieve(["binds"], [Space(WORDS, Letters()), Space(other, Letters())])
    with pytest.raises(UsageError, match="k of 1"):
        retrieve(["binds"], [Space(WORDS, Letters())], k=0)


def test_the_cache_saves_the_encoding_and_changes_nothing(tmp_path: Path) -> None:
    encoder = Letters(2)
    cold = retrieve(["binds to"], [Space(WORDS, encoder, tmp_path)])
    seen = encoder.seen
    warm = retrieve(["binds to"], [Space(WORDS, encoder, tmp_path)])
    assert encoder.seen == seen + 1
    assert warm == cold
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("content", [b"PK\x03\x04 torn" * 100, None])
def test_a_torn_or_foreign_cache_is_made_anew(tmp_path: Path, content: bytes | None) -> None:
    right = retrieve(["binds to"], [Space(WORDS, Letters(2), tmp_path)])
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if content is None else content)
    assert retrieve(["binds to"], [Space(WORDS, Letters(2), tmp_path)]) == right
    encoder = Letters(2)
    Space(WORDS, encoder, tmp_path)
    Space(WORDS, encoder, tmp_path)
    assert encoder.seen <= len(WORDS.descriptors)


def test_another_encoder_and_a_changed_descriptor_are_kept_apart(tmp_path: Path) -> None:
    for words, letters in ((WORDS, 1), (WORDS, 2), (made(("binds", "bound to", False)), 2)):
        for _ in range(2):
            found = retrieve(["binds to"], [Space(words, Letters(letters), tmp_path)])
            assert found == retrieve(["binds to"], [Space(words, Letters(letters))])


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("in the way")
    assert retrieve(["binds"], [Space(WORDS, Letters(2), place)])[0][0].key == "binds"
