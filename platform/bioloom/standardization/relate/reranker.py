"""Reranker: candidates of claims ranked by a small trained model, with the probability that none fits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from bioloom.disk_cache import hex_digest
from bioloom.errors import UsageError
from bioloom.records.predicate_mapping import Claim
from bioloom.resources import weights
from bioloom.standardization.relate.descriptor_retrieval import DescriptorHit
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.ranker import Ranking
from bioloom.standardization.relate.reranker_features import (
    FEATURES,
    NONE_FEATURES,
    Described,
    Head,
    Numbers,
    describe,
)

MODEL, HEADS = "reranker.json", "reranker_heads.npz"


@dataclass(frozen=True, slots=True)
class RerankerWeights:
    """The trained part for one vocabulary: a weight a feature, and the classifier of sentences."""

    candidates: Numbers
    none: Numbers
    head: Head | None


@dataclass(frozen=True, slots=True)
class Reranker:
    """A linear model over the features of a claim's candidates; NONE is one more candidate.

    It judges similarities in the space that it was trained with: the first of those that gave the hits.
    """

    space: Space
    trained: RerankerWeights

    @classmethod
    def load(cls, space: Space, folder: Path | None = None) -> Reranker:
        """Read the weights that belong to a space's encoder and vocabulary: those that come with bioloom,
        or a folder's. UsageError if they were trained with another encoder or for another vocabulary."""
        return cls(space, read_weights(folder or weights("standardizer"), space))

    @property
    def fingerprint(self) -> str:
        """Name the weights: 16 hex digits; a change of any of them changes it."""
        head = self.trained.head
        arrays = (self.trained.candidates, self.trained.none, *([head.weights] if head else []))
        return hex_digest(array.tobytes() for array in arrays)

    def rank(self, claims: Sequence[Claim], hits: Sequence[Sequence[DescriptorHit]]) -> list[Ranking]:
        """Rank the hits of every claim and what its sentence suggests; without either, NONE is certain."""
        described = describe(claims, hits, self.space, self.trained.head)
        chances = probabilities(described, self.trained)
        order = np.argsort(-chances[:, :-1], axis=1, kind="stable")
        return [
            Ranking(tuple((keys[at], float(row[at])) for at in places if at < len(keys)), float(row[-1]))
            for keys, row, places in zip(described.keys, chances, order.tolist(), strict=True)
        ]


def probabilities(described: Described, trained: RerankerWeights) -> Numbers:
    """Give the probabilities of the candidates and, last, of NONE: shape (n, most candidates + 1)."""
    scores = np.where(described.present, described.candidates @ trained.candidates, -np.inf)
    scores = np.concatenate([scores, (described.none @ trained.none)[:, None]], axis=1)
    scores -= scores.max(axis=1, keepdims=True)
    chances = np.exp(scores)
    shares: Numbers = (chances / chances.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares


def read_weights(folder: Path, space: Space) -> RerankerWeights:
    """Read the weights for a space; UsageError if the folder has none for its encoder and vocabulary."""
    try:
        table = json.loads((folder / MODEL).read_text(encoding="utf-8"))
        if _digest(table["encoder"]) != _digest(space.encoder.name):
            raise UsageError(
                f"the reranker was trained with {table['encoder']}, not with {space.encoder.name}"
            )
        entry = table["vocabularies"][space.vocabulary.name]
        head = None
        if entry["head"] is not None:
            with (folder / HEADS).open("rb") as file, np.load(file) as arrays:
                head = Head(tuple(entry["head"]), arrays[space.vocabulary.name].astype(np.float32))
        return RerankerWeights(
            np.array([entry["candidates"][name] for name in FEATURES], np.float32),
            np.array([entry["none"][name] for name in NONE_FEATURES], np.float32),
            head,
        )
    except (OSError, EOFError, KeyError, ValueError, BadZipFile) as error:
        raise UsageError(f"no reranker for {space.vocabulary.name} in {folder.name}: {error!r}") from error


def _digest(encoder: str) -> str:
    """Give the part of an encoder's name that stands for its weights, whatever its folder is called."""
    return encoder.rpartition("-")[2]
