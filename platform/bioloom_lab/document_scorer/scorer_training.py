"""Training of the document scorer against a frozen reader (SPEC P16): the reader is asked once, before.

What is learnt are two low-rank changes of the identity, W = I + A B, one for sentences and one for documents.
A part of the sentences is held out; after every round the choice is tried on them, and the round whose chosen
documents the reader liked best is kept. Round 0 is the plain cosine, so a scorer that learns nothing of use
stays the cosine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bioloom.errors import UsageError
from bioloom.extras import optional
from bioloom_lab.document_scorer.document_utility import JudgedDocuments
from bioloom_lab.document_scorer.losses import LOSSES, torch_loss
from bioloom_lab.document_scorer.scorer import TEMPERATURE, Maps, Scorer
from bioloom_lab.training.loop import train_steps

if TYPE_CHECKING:
    from bioloom.embedding import Encoder

_FEATURE = "Training a scorer"


@dataclass(frozen=True, slots=True)
class ScorerSchedule:
    """Sizes of one training; `tuning` is the share of sentences that are held out for choosing the round.

    `patience` is after how many rounds without a better choice it stops.
    """

    rounds: int = 40
    batch: int = 32
    rate: float = 2e-3
    decay: float = 0.01
    rank: int = 32
    tuning: float = 0.2
    patience: int = 8
    temperature: float = TEMPERATURE


@dataclass(frozen=True, slots=True)
class FittedScorer:
    """Fitted scorer with its learning curve.

    `losses` is the loss on the learning part after each round, the first one before any learning; `chosen` is
    the mean p(label | chosen document, sentence) on the held-out part; `kept` is the round that the scorer is
    of.
    """

    scorer: Scorer
    losses: tuple[float, ...]
    chosen: tuple[float, ...]
    kept: int


def fit_scorer(
    judged: Sequence[JudgedDocuments],
    encoder: Encoder,
    loss: str,
    *,
    seed: int = 0,
    schedule: ScorerSchedule = ScorerSchedule(),
) -> FittedScorer:
    """Fit a scorer to what a reader made of the documents of some sentences.

    UsageError if the loss has no such name, or if fewer than two distinct sentences have documents to choose
    from.
    """
    if loss not in LOSSES:
        raise UsageError(f"there is no loss {loss}; there are {', '.join(LOSSES)}")
    learnt, held_out = _folds([each for each in judged if len(each.documents) > 1], schedule.tuning, seed)
    torch = optional("torch", _FEATURE, extra="lab")
    drawn = torch.Generator().manual_seed(seed)
    learning, tuning = (_PaddedVectors(torch, part, encoder) for part in (learnt, held_out))
    changes = [_LowRankMap(torch, encoder.dimension, schedule.rank, drawn) for _ in range(2)]
    weights = [weight for change in changes for weight in change.weights]
    optimiser = torch.optim.AdamW(weights, lr=schedule.rate, weight_decay=schedule.decay)

    def value(part: _PaddedVectors, rows: Any) -> Any:
        similar = part.similarities(changes, rows)
        return torch_loss(torch, loss, similar, part.likely[rows], part.there[rows], schedule.temperature)

    everything = torch.arange(len(learnt))
    losses: list[float] = []
    chosen: list[float] = []
    best, kept = _maps(changes), 0
    for round_ in range(schedule.rounds + 1):
        if round_:
            parts = torch.randperm(len(learnt), generator=drawn).split(schedule.batch)
            train_steps(optimiser, parts, lambda rows: value(learning, rows))
        with torch.no_grad():
            losses.append(float(value(learning, everything)))
            chosen.append(tuning.likelihood_of_choice(changes))
        if round_ and chosen[-1] > chosen[kept]:
            best, kept = _maps(changes), round_
        if round_ - kept >= schedule.patience:
            break
    scorer = Scorer(encoder, best, temperature=schedule.temperature)
    return FittedScorer(scorer, tuple(losses), tuple(chosen), kept)


class _LowRankMap:
    """Low-rank change of the identity; at first it changes nothing."""

    def __init__(self, torch: Any, dimension: int, rank: int, drawn: Any) -> None:
        rank = min(rank, dimension)
        left = torch.randn(dimension, rank, generator=drawn) / dimension**0.5
        self.weights = [left.requires_grad_(), torch.zeros(rank, dimension, requires_grad=True)]

    def apply(self, vectors: Any) -> Any:
        """Map row vectors: v becomes v + v B' A' (that is, (I + A B) v)."""
        left, right = self.weights
        return vectors + vectors @ right.T @ left.T

    def matrix(self) -> Any:
        left, right = (weight.detach().numpy() for weight in self.weights)
        return np.eye(left.shape[0], dtype=np.float32) + left @ right


class _PaddedVectors:
    """Vectors and likelihoods of sentences and their documents, padded to the longest list."""

    def __init__(self, torch: Any, judged: Sequence[JudgedDocuments], encoder: Encoder) -> None:
        self._torch = torch
        most = max(len(each.documents) for each in judged)
        distinct = list(dict.fromkeys(one.text for each in judged for one in each.documents))
        at = {text: row for row, text in enumerate(distinct)}
        where = np.zeros((len(judged), most), np.int64)
        there = np.zeros((len(judged), most), bool)
        likely = np.zeros((len(judged), most), np.float32)
        for row, each in enumerate(judged):
            count = len(each.documents)
            where[row, :count] = [at[one.text] for one in each.documents]
            there[row, :count] = True
            likely[row, :count] = each.likelihoods
        self._sentences = torch.from_numpy(encoder.encode([each.sentence for each in judged]))
        self._documents = torch.from_numpy(encoder.encode(distinct))
        self._where, self.there, self.likely = (torch.from_numpy(each) for each in (where, there, likely))

    def similarities(self, changes: Sequence[_LowRankMap], rows: Any) -> Any:
        """Give sim(x, d): (rows, documents)."""
        unit = self._torch.nn.functional.normalize
        asked = unit(changes[0].apply(self._sentences[rows]), dim=-1)
        held = unit(changes[1].apply(self._documents[self._where[rows]]), dim=-1)
        return (held * asked[:, None]).sum(-1)

    def likelihood_of_choice(self, changes: Sequence[_LowRankMap]) -> float:
        """Give the mean p(label | chosen document, sentence)."""
        rows = self._torch.arange(len(self._sentences))
        similar = self.similarities(changes, rows).masked_fill(~self.there, -2.0)
        return float(self.likely[rows, similar.argmax(1)].exp().mean())


def _maps(changes: Sequence[_LowRankMap]) -> Maps:
    return Maps(changes[0].matrix(), changes[1].matrix())


def _folds(
    judged: Sequence[JudgedDocuments], share: float, seed: int
) -> tuple[list[JudgedDocuments], list[JudgedDocuments]]:
    """Split by distinct sentence, so that no sentence stands on both sides; neither side is empty."""
    sentences = sorted({each.sentence for each in judged})
    if len(sentences) < 2:
        raise UsageError("a scorer needs two sentences or more that have documents to choose from")
    random.Random(seed).shuffle(sentences)
    held_out = set(sentences[: min(len(sentences) - 1, max(1, round(share * len(sentences))))])
    return (
        [each for each in judged if each.sentence not in held_out],
        [each for each in judged if each.sentence in held_out],
    )
