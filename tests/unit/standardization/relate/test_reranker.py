"""The reranker's arithmetic, with an encoder of word counts and weights set by hand."""

import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from bioloom.embedding import Vectors
from bioloom.errors import UsageError
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.descriptor_retrieval import retrieve
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.reranker import Reranker, RerankerWeights
from bioloom.standardization.relate.reranker_features import (
    FEATURES,
    KINDS,
    NONE_FEATURES,
    Head,
    describe,
    head_rows,
)
from bioloom.standardization.relate.vocabulary import vocabulary
from bioloom_lab.training.standardizer.reranker import write_weights

TEXT = "Aspirin inhibits COX-1."
ROWS = 2 * 64 + 2 * len(KINDS) + 1
"""Rows of a head: sentence, phrase, kinds of both ends, bias."""


class Words:
    """Counts words into 64 places."""

    name = "words-00"
    dimension = 64

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.full((len(texts), self.dimension), 1e-3, np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().replace("s ", " ").split():
                vectors[row, zlib.crc32(word.encode()) % self.dimension] += 1
        found: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return found


def weights(**given: float) -> RerankerWeights:
    candidates = [given.get(name.replace(" ", "_"), 0.0) for name in FEATURES]
    none = [given.get("none_" + name.replace(" ", "_"), 0.0) for name in NONE_FEATURES]
    return RerankerWeights(np.array(candidates, np.float32), np.array(none, np.float32), None)


@pytest.fixture(scope="module")
def space() -> Space:
    return Space(vocabulary("chemprot"), Words())


def test_probabilities_sum_to_one_and_come_best_first(space: Space) -> None:
    claims = [Claim("a", "antagonist of", "b"), Claim("a", "substrate of", "b", TEXT)]
    hits = retrieve([claim.relationship for claim in claims], [space])
    rankings = Reranker(space, weights(similarity=1, similarity_alone=1)).rank(claims, hits)
    assert [ranking.choices[0][0] for ranking in rankings] == ["antagonist", "substrate"]
    for ranking in rankings:
        chances = [chance for _, chance in ranking.choices]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) + ranking.none == pytest.approx(1)


def test_a_claim_is_ranked_alike_alone_and_in_a_batch(space: Space) -> None:
    claims = [
        Claim("aspirin", f"{word} of", "COX-1", TEXT) for word in ("agonist", "cofactor", "part", "zzz")
    ]
    hits = retrieve([claim.relationship for claim in claims], [space], k=3)
    reranker = Reranker(space, weights(similarity=1, sentence=0.5, none_similarity=0.3))
    together = reranker.rank(claims, hits)
    for claim, found, expected in zip(claims, hits, together, strict=True):
        (alone,) = reranker.rank([claim], [found])
        assert dict(alone.choices) == pytest.approx(dict(expected.choices), abs=1e-5)
        assert alone.none == pytest.approx(expected.none)


def test_no_hits_is_none_for_certain(space: Space) -> None:
    (ranking,) = Reranker(space, weights()).rank([Claim("a", "b", "c")], [()])
    assert ranking.choices == ()
    assert ranking.none == pytest.approx(1)
    assert Reranker(space, weights()).rank([], []) == []


def test_the_sentence_counts_only_where_it_holds_both_ends(space: Space) -> None:
    claims = [Claim("aspirin", "inhibits", "COX-1", text) for text in (TEXT, "", "Nothing of the kind.")]
    described = describe(claims, retrieve(["inhibits"] * 3, [space]), space, None)
    heard = NONE_FEATURES.index("with sentence")
    assert described.none[:, heard].tolist() == [1, 0, 0]
    sentence = FEATURES.index("sentence")
    assert described.candidates[0, :, sentence].any()
    assert not described.candidates[1:, :, sentence].any()


def test_a_head_lifts_what_it_finds_likelier_than_chance() -> None:
    head = Head(("up", "down"), np.array([[2, 0, 0], [0, 2, 0], [0, 0, 0]], np.float32))
    lifts = head.lifts(np.array([[1, 0], [0, 1]], np.float32))
    assert lifts.argmax(axis=1).tolist() == [0, 1]
    assert np.exp(lifts).sum(axis=1) == pytest.approx(3)


def test_a_head_sees_the_sentence_the_phrase_and_the_kinds_of_the_ends(space: Space) -> None:
    drug, gene = ("biolink:Drug",), ("biolink:Gene", "biolink:NoCategory")
    claims = [Claim("a", "blocks", "b", TEXT, drug, gene), Claim("a", "starts", "b", TEXT)]
    sentences = space.encoder.encode([TEXT, TEXT])
    first, second = head_rows(claims, sentences, space)
    assert first.shape == (ROWS - 1,)
    assert first[:64] == pytest.approx(second[:64])
    assert first[64:128] != pytest.approx(second[64:128])
    assert first[64:128] == pytest.approx(space.encoder.encode(["blocks"])[0])
    assert first[128:].tolist() == [1, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    assert not second[128:].any()


class CountedWords(Words):
    """Notes what was encoded."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.asked.extend(texts)
        return super().encode(texts)


def test_phrases_are_encoded_once() -> None:
    words = CountedWords()
    space = Space(vocabulary("chemprot"), words)
    words.asked.clear()
    assert space.encode(["a b", "c", "a b"]).shape == (3, 64)
    assert space.encode(["c"]).shape == (1, 64)
    assert space.encode([]).shape == (0, 64)
    assert words.asked == ["a b", "c"]
    space.encode([f"x{number}" for number in range(5000)])
    space.encode(["y", "a b"])
    assert words.asked[-1] == "y"  # the rest of the call is kept, older ones are dropped
    space.encode(["c"])
    assert words.asked[-1] == "c"


def test_domain_and_range_speak_for_biolink() -> None:
    space = Space(vocabulary(), Words())
    drug, illness = ("biolink:Drug",), ("biolink:Disease",)
    claims = [Claim("a", "treats", "b", "", drug, illness), Claim("a", "treats", "b", "", illness, drug)]
    hits = retrieve(["treats", "treats"], [space], k=300)
    described = describe(claims, hits, space, None)
    at = [hit.key for hit in hits[0]].index("biolink:treats")
    assert described.candidates[:, at, FEATURES.index("fits")].tolist() == [1, -1]


def test_weights_come_back_from_their_files(space: Space, tmp_path: Path) -> None:
    given = weights(similarity=1.5, none_bare=-2)
    head = Head(("agonist",), (np.arange(3 * ROWS) / 1024).reshape(ROWS, 3).astype(np.float32))
    write_weights(tmp_path, "elsewhere-00", {"chemprot": RerankerWeights(given.candidates, given.none, head)})
    claims = [Claim("aspirin", "inhibitor of", "COX-1", TEXT)]
    hits = retrieve(["inhibitor of"], [space])
    expected = Reranker(space, RerankerWeights(given.candidates, given.none, head)).rank(claims, hits)
    (found,) = Reranker.load(space, tmp_path).rank(claims, hits)
    assert [key for key, _ in found.choices] == [key for key, _ in expected[0].choices]
    assert found.none == pytest.approx(expected[0].none, abs=1e-3)


def test_weights_of_another_encoder_are_refused(space: Space, tmp_path: Path) -> None:
    write_weights(tmp_path, "words-ff", {"chemprot": weights()})
    with pytest.raises(UsageError, match="words-ff"):
        Reranker.load(space, tmp_path)
    with pytest.raises(UsageError, match="chemprot"):
        Reranker.load(space, tmp_path / "absent")


def test_a_sentence_suggests_keys_that_the_phrase_did_not_find(space: Space) -> None:
    hits = retrieve(["antagonist of"] * 2, [space], k=1)
    assert hits[0][0].key == "antagonist"
    head = Head(("cofactor",), np.vstack([np.zeros((ROWS - 1, 3)), [3, 0, 0]]).astype(np.float32))
    lifted = weights(lift=2)
    reranker = Reranker(space, RerankerWeights(lifted.candidates, lifted.none, head))
    claims = [Claim("aspirin", "antagonist of", "COX-1", text) for text in (TEXT, "")]
    rankings = reranker.rank(claims, hits)
    assert [[key for key, _ in ranking.choices] for ranking in rankings] == [
        ["cofactor", "antagonist"],
        ["antagonist"],
    ]


def test_a_damaged_file_of_weights_is_told_in_plain_words(space: Space, tmp_path: Path) -> None:
    head = Head(("cofactor",), np.zeros((ROWS, 3), np.float32))
    given = weights()
    write_weights(
        tmp_path, space.encoder.name, {"chemprot": RerankerWeights(given.candidates, given.none, head)}
    )
    heads = tmp_path / "reranker_heads.npz"
    heads.write_bytes(heads.read_bytes()[:100])
    with pytest.raises(UsageError, match="no reranker for chemprot"):
        Reranker.load(space, tmp_path)
