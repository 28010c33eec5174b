"""Fitting of the reranker: a sentence classifier, and the weights of its features."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bioloom.extras import optional
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.descriptor_retrieval import retrieve
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.marked_sentences import mark_ends
from bioloom.standardization.relate.reranker import RerankerWeights
from bioloom.standardization.relate.reranker_features import Described, Head, Numbers, describe
from bioloom_lab.relate_cases.case import NONE, RelationCase
from bioloom_lab.relate_cases.gold_labels import gold_keys, single_key

_HEAD_PENALTY, _PENALTY = 3e-4, 1e-3
_FEATURE = "Training a reranker"
_RANK = 10
_SHORT = 6  # words of a descriptor that a text could use as it stands
NONE_SHARE = 0.05
"""The share of claims without a predicate that is taken for granted; far more are in the training data."""


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """Claim with the keys that are right for it, none if NONE is, and the one to teach if there is one."""

    claim: Claim
    keys: frozenset[str]
    key: str | None = None


def judged(cases: Sequence[RelationCase], space: Space) -> tuple[JudgedCase, ...]:
    """Give the cases that the space's vocabulary can answer, NONE included."""
    words = space.vocabulary
    found = (
        JudgedCase(case.claim, frozenset(gold_keys(case, words)), single_key(case, words))
        if case.labels != (NONE,)
        else JudgedCase(case.claim, frozenset(), NONE)
        for case in cases
    )
    return tuple(each for each in found if each.keys or each.key)


def stated(space: Space) -> tuple[JudgedCase, ...]:
    """Make a claim, with a sentence of its own, of every short descriptor of a key.

    The corpora know few keys and cut phrases roughly; these claims teach that a clear phrase counts whatever
    the key. Every key with the same target is right.
    """
    words = space.vocabulary
    alike: dict[tuple[object, ...], set[str]] = {}
    for key, target in words.targets.items():
        meaning = (target.predicate, tuple(sorted(target.qualifiers.items())), target.swapped)
        alike.setdefault(meaning, set()).add(key)
    right = {key: frozenset(keys) for keys in alike.values() for key in keys}
    return tuple(
        JudgedCase(Claim("alpha", each.text, "beta", f"Alpha {each.text} beta."), right[each.key], each.key)
        for each in words.descriptors
        if not each.negated and len(each.text.split()) <= _SHORT
    )


def fit_reranker(
    taught: Sequence[JudgedCase], held: Sequence[JudgedCase], space: Space, *, seed: int = 0
) -> RerankerWeights:
    """Fit the sentence head on what the encoder was taught and the feature weights on what it was not.

    Each held-out claim stands four times: with its sentence and categories, and without either or both.
    """
    head = fit_head(taught, space, seed=seed)
    varied = [each for claim in (*held, *stated(space)) for each in _variants(claim)]
    claims = [each.claim for each in varied]
    hits = retrieve([claim.relationship for claim in claims], [space], k=_RANK)
    described = describe(claims, hits, space, head)
    right = np.zeros((len(claims), described.present.shape[1] + 1), bool)
    for at, (each, found) in enumerate(zip(varied, described.keys, strict=True)):
        for order, key in enumerate(found):
            right[at, order] = key in each.keys
        right[at, -1] = not each.keys
    reached = right.any(axis=1)
    candidates, none = _fit_weights(described, right, reached)
    for place, heard in ((0, False), (1, True)):  # "phrase alone" and "with sentence"
        rows = reached & (described.none[:, 1] == heard)
        none[place] += _log_odds(NONE_SHARE) - _log_odds(float(right[rows, -1].mean()))
    return RerankerWeights(candidates, none, head)


def fit_head(taught: Sequence[JudgedCase], space: Space, *, seed: int = 0) -> Head:
    """Fit a multinomial logistic regression on the marked sentences that have one key, or NONE."""
    torch = optional("torch", _FEATURE, extra="lab")
    labelled: dict[str, str] = {}
    for each in taught:
        if each.key and (text := mark_ends(each.claim)):
            labelled[text] = each.key
    texts = sorted(labelled)
    keys = tuple(sorted(set(labelled.values()) - {NONE}))
    places = {key: at for at, key in enumerate((*keys, NONE))}
    vectors = torch.from_numpy(space.encoder.encode(texts))
    wanted = torch.tensor([places[labelled[text]] for text in texts])
    torch.manual_seed(seed)
    weights = torch.zeros(vectors.shape[1] + 1, len(places), requires_grad=True)

    def cost() -> Any:
        scores = vectors @ weights[:-1] + weights[-1]
        penalty = _HEAD_PENALTY * weights[:-1].square().sum()
        return torch.nn.functional.cross_entropy(scores, wanted) + penalty

    _minimise(cost, [weights])
    found: Numbers = weights.detach().numpy().astype(np.float32)
    return Head(keys, found)


def _fit_weights(described: Described, right: Any, reached: Any) -> tuple[Numbers, Numbers]:
    torch = optional("torch", _FEATURE, extra="lab")
    features = torch.from_numpy(described.candidates[reached])
    none_features = torch.from_numpy(described.none[reached])
    absent = torch.from_numpy(~described.present[reached])
    wanted = torch.from_numpy(right[reached])
    candidates = torch.zeros(features.shape[2], requires_grad=True)
    none = torch.zeros(none_features.shape[1], requires_grad=True)

    def cost() -> Any:
        scores = (features @ candidates).masked_fill(absent, -1e9)
        scores = torch.cat([scores, (none_features @ none)[:, None]], dim=1)
        chance = torch.log_softmax(scores, dim=1).masked_fill(~wanted, -1e9).logsumexp(dim=1)
        return -chance.mean() + _PENALTY * (candidates.square().sum() + none.square().sum())

    _minimise(cost, [candidates, none])
    return candidates.detach().numpy().astype(np.float32), none.detach().numpy().astype(np.float32)


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share)) if 0 < share < 1 else 0.0


def _minimise(cost: Any, parameters: list[Any]) -> None:
    torch = optional("torch", _FEATURE, extra="lab")
    optimiser = torch.optim.LBFGS(parameters, max_iter=300, line_search_fn="strong_wolfe")

    def closure() -> Any:
        optimiser.zero_grad()
        value = cost()
        value.backward()
        return value

    optimiser.step(closure)


def _variants(each: JudgedCase) -> list[JudgedCase]:
    """Give the claim as it is, without text, without categories, without both."""
    claim = each.claim
    bare = replace(claim, subject_categories=(), object_categories=())
    return [
        JudgedCase(one, each.keys, each.key)
        for one in (claim, replace(claim, text=""), bare, replace(bare, text=""))
    ]
