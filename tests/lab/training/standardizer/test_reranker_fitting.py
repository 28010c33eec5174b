"""Fitting of the reranker on a few claims, with an encoder of word counts."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
import pytest

from bioloom.embedding import Vectors
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.descriptor_retrieval import retrieve
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.reranker import Reranker
from bioloom.standardization.relate.reranker_features import KINDS, head_rows
from bioloom.standardization.relate.vocabulary import vocabulary
from bioloom_lab.relate_cases.case import NONE
from bioloom_lab.training.standardizer.reranker import JudgedCase, clear, fit_head, fit_reranker

pytest.importorskip("scipy")


class Words:
    """Counts words into 256 places."""

    name = "words-00"
    dimension = 256

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.full((len(texts), self.dimension), 1e-3, np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                vectors[row, zlib.crc32(word.encode()) % self.dimension] += 1
        found: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return found


@pytest.fixture(scope="module")
def space() -> Space:
    return Space(vocabulary("chemprot"), Words())


def case(phrase: str, key: str, kinds: bool = True) -> JudgedCase:
    ends = ((KINDS[0],), (KINDS[1],)) if kinds else ((), ())
    claim = Claim("zinc", phrase, "KIN1", f"Here zinc {phrase} KIN1.", *ends)
    return JudgedCase(claim, frozenset({key}) - {NONE}, key)


TAUGHT = [
    *(case(phrase, "downregulator") for phrase in ("blocks", "strongly blocks", "blocks and halts")),
    *(case(phrase, "upregulator") for phrase in ("raises", "strongly raises", "raises and lifts")),
    *(case(phrase, NONE) for phrase in ("and", "with", "like")),
]


def likeliest(head_keys: tuple[str, ...], lifts: np.ndarray) -> list[str]:
    return [(*head_keys, "any other key", NONE)[at] for at in lifts.argmax(axis=1)]


def test_a_head_learns_keys_none_and_that_there_are_others(space: Space) -> None:
    beside = [case(phrase, "cofactor", kinds=False) for phrase in ("is cofactor of", "as cofactor of")]
    head = fit_head(TAUGHT, space, beside)
    assert head.keys == ("downregulator", "upregulator")
    asked = [case(phrase, "").claim for phrase in ("blocks", "raises", "and", "is cofactor of")]
    sentences = space.encoder.encode([f"Here @SUBJECT$ {claim.relationship} @OBJECT$ ." for claim in asked])
    lifts = head.lifts(head_rows(asked, sentences, space))
    assert likeliest(head.keys, lifts) == ["downregulator", "upregulator", NONE, "any other key"]


def test_clear_claims_have_only_kinds_that_their_key_admits() -> None:
    biolink = Space(vocabulary(), Words())
    ends = {
        (each.claim.subject_categories, each.claim.object_categories)
        for each in clear(biolink)
        if each.key == "biolink:treats"
    }
    assert ((), ()) in ends
    assert len(ends) > 1
    assert ((KINDS[2],), (KINDS[0],)) not in ends  # a disease treats no chemical


def test_a_fitted_reranker_takes_what_the_sentence_says(space: Space) -> None:
    held = [case("blocks fully", "downregulator"), case("raises fully", "upregulator"), case("near", NONE)]
    trained = fit_reranker(TAUGHT, held, space)
    claims = [case(phrase, "").claim for phrase in ("blocks", "raises")]
    found = Reranker(space, trained).rank(claims, retrieve([one.relationship for one in claims], [space]))
    assert [ranking.choices[0][0] for ranking in found] == ["downregulator", "upregulator"]
