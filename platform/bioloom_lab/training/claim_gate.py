"""Fitting of `ontology/claims/gate.tsv` on claims of the local model that were judged by reading.

Run: ``python -m bioloom_lab.training.claim_gate JUDGED.jsonl > ontology/claims/gate.tsv``; with
``--cross-validate`` it prints what ten folds by document say of the thresholds instead, with ``--shipped``
what the shipped gate, caps and all, keeps of claims to which it was not fitted.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bioloom.errors import SourceError
from bioloom.extraction.triples.claim_gate import claim_features, weigh_claims
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence
from bioloom_lab.evaluation.gold_files import read_gold
from bioloom_lab.training.convex_fits import fit_logistic

RIDGE, FOLDS, SEEDS = 3.0, 10, 5
THRESHOLDS = (0.0, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65)

Numbers = NDArray[np.float64]

_HEAD = """\
# What weighs in whether a sentence states a claim that the local model reads out of it, as log-odds: for
# bioloom.extraction.triples.claim_gate. Made by bioloom_lab.training.claim_gate from 830 claims judged by
# reading (tests/data/claims/judged_train.jsonl).
feature\tweight
"""


@dataclass(frozen=True, slots=True)
class WeighedClaim:
    """Features of a claim, the shipped gate's probability, whether it was judged right, document and draw."""

    features: Mapping[str, float]
    shipped: float
    right: bool
    document: str
    draw: int


def read_claims(path: Path) -> tuple[WeighedClaim, ...]:
    """Read judged claims; SourceError names the file and line that cannot be read."""
    return read_gold(path, _claim, "claims")


def fit_gate(claims: Sequence[WeighedClaim]) -> Mapping[str, float]:
    """Fit the weights by logistic regression with a small penalty on all but the constant."""
    names = list(claims[0].features)
    weights = fit_logistic(_table(claims), _right(claims), [0.0, *[RIDGE] * len(names)])
    return dict(zip(("constant", *names), weights.tolist(), strict=True))


def cross_validate(claims: Sequence[WeighedClaim]) -> Numbers:
    """Give each claim's probability by weights that saw no claim of its document, over some shuffles."""
    documents = sorted({claim.document for claim in claims})
    table, odds = _table(claims), np.zeros(len(claims))
    for seed in range(SEEDS):
        order = random.Random(seed).sample(documents, len(documents))
        fold = {document: at % FOLDS for at, document in enumerate(order)}
        folds = np.array([fold[claim.document] for claim in claims])
        for held in range(FOLDS):
            weights = fit_gate([claim for claim, at in zip(claims, folds, strict=True) if at != held])
            odds[folds == held] += table[folds == held] @ np.array(list(weights.values())) / SEEDS
    return np.asarray(1 / (1 + np.exp(-odds)))


def main(arguments: Sequence[str] | None = None) -> str:
    """Give the table of weights, or that of the thresholds on the first draw, which was uniform."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("judged", type=Path)
    parser.add_argument("--cross-validate", action="store_true")
    parser.add_argument("--shipped", action="store_true")
    given = parser.parse_args(arguments)
    claims = read_claims(given.judged)
    if given.shipped:
        return _thresholds(claims, np.array([claim.shipped for claim in claims]))
    if not given.cross_validate:
        rows = fit_gate(claims).items()
        return _HEAD + "".join(f"{name}\t{weight:.3f}\n" for name, weight in rows)
    return _thresholds(claims, cross_validate(claims))


def _thresholds(claims: Sequence[WeighedClaim], chances: Numbers) -> str:
    right = _right(claims)
    drawn = np.array([claim.draw == 1 for claim in claims])
    lines = ["threshold\tkept\tof\tright\tof the right ones kept\n"]
    for least in THRESHOLDS:
        kept = drawn & (chances >= least)
        share = right[kept].sum() / right[drawn].sum()
        lines.append(f"{least:g}\t{kept.sum()}\t{drawn.sum()}\t{right[kept].mean():.3f}\t{share:.3f}\n")
    return "".join(lines)


def _table(claims: Sequence[WeighedClaim]) -> Numbers:
    return np.array([[1.0, *claim.features.values()] for claim in claims])


def _right(claims: Sequence[WeighedClaim]) -> Numbers:
    return np.array([float(claim.right) for claim in claims])


def _claim(line: str, file: str, number: int) -> WeighedClaim:
    try:
        return _weighed(json.loads(line), Place(file, number))
    except (ValueError, KeyError, TypeError) as fault:
        raise SourceError(f"is no judged claim: {fault!r}", file, number) from fault


def _weighed(row: Mapping[str, Any], place: Place) -> WeighedClaim:
    text = row["text"]
    subject, object_ = (
        Mention(name, "s", one["name"], one["start"], one["end"], one["type"], confidence=one["confidence"])
        for name, one in (("T1", row["subject"]), ("T2", row["object"]))
    )
    others = [
        Mention(f"T{at}", "s", text[start:end], start, end, "")
        for at, (start, end) in enumerate(row["others"], start=3)
    ]
    relation = Relation("T1", row["relation"], "T2", place, confidence=row["confidence"])
    sentence = Sentence("s", row["source"], 0, text, 0, len(text))
    features = claim_features(relation, subject, object_, sentence, others)
    document = AnnotatedDocument(
        Document(row["source"], "", text, "abstract", "infores:judged", place),
        (sentence,),
        (subject, object_, *others),
        (relation,),
    )
    (weighed,) = weigh_claims(document)
    return WeighedClaim(
        features, weighed.confidence or 0.0, row["verdict"] == "right", row["source"], row["draw"]
    )


if __name__ == "__main__":
    sys.stdout.write(main())
