"""Fitting of the reranker: a sentence classifier, and the weights of its features."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.descriptor_retrieval import retrieve
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.marked_sentences import mark_ends
from bioloom.standardization.relate.reranker import HEADS, MODEL, RerankerWeights
from bioloom.standardization.relate.reranker_features import (
    FEATURES,
    KINDS,
    NONE_FEATURES,
    Described,
    Head,
    Numbers,
    describe,
    head_rows,
    signature_fit,
)
from bioloom_lab.relate_cases.case import NONE, RelationCase
from bioloom_lab.relate_cases.gold_labels import gold_keys, single_key
from bioloom_lab.training.convex_fits import Floats, minimise

_HEAD_PENALTY, _PENALTY = 3e-5, 1e-3
_STEPS = 200
_OTHER, _CLEAR, _ENDS = "", 0.5, 3  # any other key; weight of a clear phrase, and its pairs of kinds
_RANK = 10
_SHORT = 6  # words of a descriptor that a text could use as it stands
WEIGHTS = {"biored": 0.3}
"""How much a case of a corpus counts: BioRED's labels are those of a document, and it has the most pairs."""
NONE_SHARE = 0.05
"""The share of claims without a predicate that is taken for granted; far more are in the training data."""


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """Claim with the keys that are right for it, none if NONE is, and the one to teach if there is one.

    `weight` says how much it counts.
    """

    claim: Claim
    keys: frozenset[str]
    key: str | None = None
    weight: float = 1.0


def judged(cases: Sequence[RelationCase], space: Space) -> tuple[JudgedCase, ...]:
    """Give the cases that the space's vocabulary can answer, NONE included."""
    words = space.vocabulary
    found = (
        JudgedCase(
            case.claim,
            frozenset(gold_keys(case, words)),
            single_key(case, words),
            WEIGHTS.get(case.source, 1.0),
        )
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


def fit_reranker(taught: Sequence[JudgedCase], held: Sequence[JudgedCase], space: Space) -> RerankerWeights:
    """Fit the head on what the encoder was taught, the weights on what it was not, then the head on both.

    Each held-out claim stands four times: with its sentence and categories, and without either or both.
    """
    head = fit_head(taught, space)
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
    share = np.array([each.weight for each in varied])[reached]
    candidates, none = _fit_weights(described, right, reached, share / share.sum())
    for place, heard in ((0, False), (1, True)):  # "phrase alone" and "with sentence"
        rows = reached & (described.none[:, 1] == heard)
        none[place] += _log_odds(NONE_SHARE) - _log_odds(float(right[rows, -1].mean()))
    return RerankerWeights(candidates, none, fit_head([*taught, *held], space, clear(space)))


def clear(space: Space, *, seed: int = 0) -> tuple[JudgedCase, ...]:
    """Give the claims of `stated` without kinds of their ends and with some that their key admits.

    They keep a head from trusting kinds more than a clear phrase.
    """
    dice = random.Random(seed)
    pairs = [((one,), (other,)) for one in KINDS for other in KINDS]
    found = []
    for each in stated(space):
        target = space.vocabulary.target(str(each.key))
        admitted = [pair for pair in pairs if signature_fit(*pair, target, space.vocabulary.name) >= 0]
        ends = [((), ()), *dice.sample(admitted, min(_ENDS, len(admitted)))]
        found += [
            replace(
                each,
                claim=replace(each.claim, subject_categories=one, object_categories=other),
                weight=_CLEAR / len(ends),
            )
            for one, other in ends
        ]
    return tuple(found)


def fit_head(taught: Sequence[JudgedCase], space: Space, beside: Sequence[JudgedCase] = ()) -> Head:
    """Fit a multinomial logistic regression on the claims with a sentence that have one key, or NONE.

    A claim with kinds of its ends stands twice, half each: with them and without. What stands `beside` is
    learnt as it is; a key that only these have counts as any other key.
    """
    labelled = {
        (one.claim, text): (one.key, each.weight / (1 + bool(each.claim.subject_categories)))
        for each in taught
        for one in (each, replace(each, claim=_kindless(each.claim)))
        if one.key and (text := mark_ends(one.claim))
    }
    keys = tuple(sorted({key for key, _ in labelled.values()} - {NONE}))
    for each in beside:
        if text := mark_ends(each.claim):
            labelled.setdefault((each.claim, text), (each.key if each.key in keys else _OTHER, each.weight))
    places = {key: at for at, key in enumerate((*keys, _OTHER, NONE))}
    sentences = space.encoder.encode([text for _, text in labelled])
    rows = head_rows([claim for claim, _ in labelled], sentences, space)
    rows = np.concatenate([rows, np.ones((len(rows), 1), np.float32)], axis=1)
    wanted = np.array([places[key] for key, _ in labelled.values()])
    share = np.array([weight for _, weight in labelled.values()], np.float32)
    share /= share.sum()
    order = np.arange(len(rows))
    shape = rows.shape[1], len(places)
    kept = np.full((shape[0], 1), _HEAD_PENALTY, np.float32)
    kept[-1] = 0.0  # the bias

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(shape).astype(np.float32)
        scores = rows @ weights
        scores -= scores.max(axis=1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        value = -(share * scores[order, wanted]).sum() + (kept * weights**2).sum()
        away = np.exp(scores)
        away[order, wanted] -= 1
        slope = rows.T @ (away * share[:, None]) + 2 * kept * weights
        return float(value), slope.ravel().astype(np.float64)

    found = minimise(loss, np.zeros(shape[0] * shape[1]), most=_STEPS)
    return Head(keys, found.reshape(shape).astype(np.float32))


def _kindless(claim: Claim) -> Claim:
    return replace(claim, subject_categories=(), object_categories=())


def _fit_weights(described: Described, right: Any, reached: Any, share: Any) -> tuple[Numbers, Numbers]:
    """Fit the weights by which the right candidates of a claim, or NONE, get the largest share together."""
    none = described.none[reached][:, None, :]
    width = described.candidates.shape[2]
    features = np.zeros((len(none), right.shape[1], width + none.shape[2]), np.float64)
    features[:, :-1, :width] = described.candidates[reached]
    features[:, -1:, width:] = none
    there = np.concatenate([described.present[reached], np.ones((len(none), 1), bool)], axis=1)
    wanted = right[reached] & there

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = np.where(there, features @ weights, -np.inf)
        scores -= scores.max(axis=1, keepdims=True)
        shares = np.exp(scores)
        all_, some = shares.sum(axis=1), np.maximum((shares * wanted).sum(axis=1), 1e-30)
        value = share @ np.log(all_ / some) + _PENALTY * (weights @ weights)
        away = (shares / all_[:, None] - shares * wanted / some[:, None]) * share[:, None]
        slope = np.tensordot(away, features, axes=2) + 2 * _PENALTY * weights
        return float(value), slope

    found = minimise(loss, np.zeros(features.shape[2]), most=_STEPS).astype(np.float32)
    return found[:width], found[width:]


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share)) if 0 < share < 1 else 0.0


def _variants(each: JudgedCase) -> list[JudgedCase]:
    """Give the claim as it is, without text, without categories, without both."""
    claim = each.claim
    bare = _kindless(claim)
    return [
        replace(each, claim=one) for one in (claim, replace(claim, text=""), bare, replace(bare, text=""))
    ]


def write_weights(folder: Path, encoder: str, trained: Mapping[str, RerankerWeights]) -> None:
    """Write the weights of several vocabularies: the features' as JSON to read, the heads' as arrays."""
    table = {
        "encoder": encoder,
        "vocabularies": {
            name: {
                "candidates": dict(zip(FEATURES, map(_rounded, each.candidates), strict=True)),
                "none": dict(zip(NONE_FEATURES, map(_rounded, each.none), strict=True)),
                "head": list(each.head.keys) if each.head else None,
            }
            for name, each in trained.items()
        },
    }
    (folder / MODEL).write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    heads = {name: each.head.weights.astype(np.float16) for name, each in trained.items() if each.head}
    np.savez(folder / HEADS, **heads)  # type: ignore[arg-type]


def _rounded(value: float) -> float:
    return round(float(value), 4)
