"""Training, on the packaged model and a handful of texts."""

from __future__ import annotations

import gzip
import math
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from bioloom_lab.training.standardizer.encoder import (  # noqa: E402
    MARGIN,
    PULL,
    PUSH,
    THRESHOLD,
    multi_similarity,
)


def by_hand(vectors: np.ndarray, keys: list[str]) -> float:
    """The formula of the loss, pair by pair."""
    total = 0.0
    for i, one in enumerate(keys):
        scores = {j: float(vectors[i] @ vectors[j]) for j in range(len(keys)) if j != i}
        same = {j: s for j, s in scores.items() if keys[j] == one}
        others = {j: s for j, s in scores.items() if keys[j] != one}
        pulled = [s for s in same.values() if s < max(others.values(), default=-2) + MARGIN]
        pushed = [s for s in others.values() if s > min(same.values(), default=2) - MARGIN]
        total += math.log1p(sum(math.exp(-PULL * (s - THRESHOLD)) for s in pulled)) / PULL
        total += math.log1p(sum(math.exp(PUSH * (s - THRESHOLD)) for s in pushed)) / PUSH
    return total / len(keys)


def test_the_loss_is_the_formula() -> None:
    draws = np.random.default_rng(0).normal(size=(7, 5)).astype(np.float32)
    vectors = draws / np.linalg.norm(draws, axis=1, keepdims=True)
    keys = ["a", "a", "a", "b", "b", "a_NEG", "c"]
    same = torch.tensor(
        [[i != j and one == other for j, other in enumerate(keys)] for i, one in enumerate(keys)]
    )
    far = torch.tensor([[one != other for other in keys] for one in keys])
    found = multi_similarity(torch.from_numpy(vectors), same, far)
    assert float(found) == pytest.approx(by_hand(vectors, keys), rel=1e-4)


def test_vectors_in_two_parts_are_those_of_the_model() -> None:
    from bioloom.embedding.hugging_face import open_model
    from bioloom_lab.training.standardizer.encoder import PartlyFrozenBert

    network = open_model("packaged")
    texts = ["inhibits", "@SUBJECT$ strongly reduced the expression of @OBJECT$ in rat liver .", "binds to"]
    expected = network.encode(texts, normalize_embeddings=True)
    parts = PartlyFrozenBert(network[0].auto_model, network.tokenizer, dropout=False)
    assert np.abs(parts.encode(texts).detach().numpy() - expected).max() < 1e-3


def test_training_writes_a_standardizer_that_ranks(tmp_path: Path) -> None:
    from bioloom.embedding import open_encoder
    from bioloom.records.predicate_mapping import Claim
    from bioloom.standardization.relate.descriptor_retrieval import retrieve
    from bioloom.standardization.relate.embedding_space import Space
    from bioloom.standardization.relate.reranker import Reranker
    from bioloom.standardization.relate.vocabulary import vocabulary
    from bioloom_lab.training.standardizer.standardizer import train_standardizer

    _small_corpus(tmp_path / "data" / "chemprot_corpus")
    folder = train_standardizer(tmp_path / "data", tmp_path / "standardizer", steps=2)
    encoder = open_encoder(str(folder))
    claims = [Claim("drug", "inhibits", "KIN1", "The drug inhibits KIN1.")]
    for name in ("chemprot", "biolink"):
        space = Space(vocabulary(name), encoder)
        hits = retrieve(["inhibits"], [space])
        (ranking,) = Reranker.load(space, folder).rank(claims, hits)
        assert sum(chance for _, chance in ranking.choices) + ranking.none == pytest.approx(1, abs=1e-4)


def _small_corpus(folder: Path) -> None:
    folder.mkdir(parents=True)
    verbs = {"inhibits": "4\tINHIBITOR", "activates": "3\tACTIVATOR", "is degraded by": "9\tSUBSTRATE"}
    texts, mentions, relations = [], [], []
    for number in range(40):
        verb, label = list(verbs.items())[number % 3]
        abstract = f"The drug{number} {verb} KIN{number} and MAP{number}."
        texts.append(f"{number}\tTitle.\t{abstract}")
        text = f"Title.\n{abstract}"
        for at, (name, kind) in enumerate((("drug", "CHEMICAL"), ("KIN", "GENE-Y"), ("MAP", "GENE-Y"))):
            start = text.index(f"{name}{number}")
            end = start + len(f"{name}{number}")
            mentions.append(f"{number}\tT{at}\t{kind}\t{start}\t{end}\t{text[start:end]}\tNone")
        relations.append(f"{number}\tT0-T1\tT0\tT1\t{label}")
    for name, lines in (("txt", texts), ("ent", mentions), ("rel", relations)):
        with gzip.open(folder / f"train.{name}.gz", "wt", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
