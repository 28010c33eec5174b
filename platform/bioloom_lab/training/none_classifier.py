"""Fitting of `ontology/relate/rejection.tsv` on claims judged by hand (SPEC R20).

Run: ``python -m bioloom_lab.training.none_classifier CLAIMS.jsonl > ontology/relate/rejection.tsv``
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Encoder, open_encoder
from bioloom.settings import Settings
from bioloom.standardization.relate.claim_preparation import PreparedClaim, read_claim
from bioloom.standardization.relate.descriptor_retrieval import retrieve
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.none_classifier import unrelated_phrases
from bioloom.standardization.relate.vocabulary import vocabulary
from bioloom_lab.evaluation.rejection import JudgedClaim, read_judged
from bioloom_lab.training.convex_fits import fit_logistic

LOST = 0.04
"""The share of the judged relations that may be lost."""

FLOOR = 0.42
"""A phrase as far as this from everything that is described is about something else."""

_RIDGE = 0.05

Numbers = NDArray[np.float64]

_HEAD = """\
# How a phrase's nearness to the phrases of unrelated.tsv is weighed against its nearness to the predicates:
# for bioloom.standardization.relate.none_classifier. Made by bioloom_lab.training.none_classifier from claims
# judged by reading (tests/data/standardization/rejection_train.jsonl); the constant is set so that 4 of 100
# relations are lost there.
feature\tweight
"""


def measured(judged: Sequence[JudgedClaim], encoder: Encoder) -> tuple[Numbers, NDArray[np.bool_]]:
    """Give 1 and the two cosines of each claim that no rule decides, shape (n, 3), and which state nothing.

    A phrase of the table is not compared with itself.
    """
    readings = [(each.refused, read_claim(each.claim)) for each in judged]
    open_ = [(refused, one.asked.relationship) for refused, one in readings if isinstance(one, PreparedClaim)]
    phrases = [phrase for _, phrase in open_]
    space = Space(vocabulary("biolink"), encoder, Settings().cache)
    related = [max(hits[0].similarities) for hits in retrieve(phrases, [space])]
    table = unrelated_phrases()
    compared = encoder.encode(phrases) @ encoder.encode(table).T
    own = np.array([[phrase.lower() == text for text in table] for phrase in phrases])
    unrelated = np.where(own, -1.0, compared).max(axis=1)
    return np.column_stack([np.ones(len(phrases)), unrelated, related]), np.array(
        [refused for refused, _ in open_]
    )


def fit(features: Numbers, refused: NDArray[np.bool_]) -> Numbers:
    """Fit a logistic regression with a small penalty on all weights but the constant;
    then move the constant so that not more than the share LOST of the relations is refused."""
    penalty = [0.0, *[_RIDGE] * (features.shape[1] - 1)]
    weights = fit_logistic(features, refused.astype(float), penalty)
    weights[0] -= float(np.quantile((features @ weights)[~refused], 1 - LOST))
    return weights


def main(file: Path) -> str:
    """Give the table for a file of judged claims."""
    weights = fit(*measured(read_judged(file), open_encoder()))
    rows = zip(("constant", "unrelated", "related", "floor"), (*weights, FLOOR), strict=True)
    return _HEAD + "".join(f"{name}\t{value:.3f}\n" for name, value in rows)


if __name__ == "__main__":
    sys.stdout.write(main(Path(sys.argv[1])))
