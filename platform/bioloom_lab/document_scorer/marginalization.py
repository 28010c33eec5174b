"""Marginalization over documents: answers beside several documents, weighted by their scores.

The published method shows a reader one document (SPEC P18). Beyond it, a reader can be asked beside each of
the n most fitting ones and its answers averaged: p(y | x) = sum over d of P_T(d | x) p(y | d, x) (REPLUG).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bioloom.extraction.retrieval_augmentation.memory_examples import Retrieved
from bioloom_lab.document_scorer.document_utility import Shows, as_it_is
from bioloom_lab.document_scorer.scorer import Numbers, Scorer
from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.label_reader import LabelReader


def likelihoods(
    reader: LabelReader,
    asked: Sequence[LabelQuestion],
    documents: Sequence[Sequence[Retrieved]],
    scorer: Scorer,
    *,
    ensemble: int = 1,
    show: Shows = as_it_is,
) -> Numbers:
    """Give log p(label | sentence) read beside the `ensemble` most fitting documents: (asked, labels).

    1 is the published choice of one. `show` changes a chosen document before it is read, not what the scorer
    sees of it. What has no documents is read without one.
    """
    weights = scorer.probabilities_of([each.sentence for each in asked], documents)
    kept = [best(each, ensemble) for each in weights]
    questions: list[LabelQuestion] = []
    for each, group, rows in zip(asked, documents, kept, strict=True):
        questions += [replace(each, document=show(group[row]).text) for row in rows] or [
            replace(each, document=None)
        ]
    read = reader.likelihoods(questions) if questions else np.zeros((0, len(reader.labels)))
    averaged = np.zeros((len(asked), len(reader.labels)))
    start = 0
    for row, (weight, rows) in enumerate(zip(weights, kept, strict=True)):
        count = max(1, len(rows))
        own = weight[rows] if len(rows) else np.ones(1)
        averaged[row] = average(read[start : start + count], own)
        start += count
    return averaged


def best(weights: Numbers, count: int) -> list[int]:
    """Number the heaviest, heaviest first; of equals the earlier.

    >>> best(np.array([0.2, 0.4, 0.4]), 2)
    [1, 2]
    """
    return [int(row) for row in np.argsort(-weights, kind="stable")[:count]]


def average(rows: Numbers, weights: Numbers) -> Numbers:
    """Average log-probabilities, (documents, labels), as probabilities, by weights scaled to sum to 1.

    >>> np.exp(average(np.log([[0.5, 0.5], [0.9, 0.1]]), np.array([3.0, 1.0]))).round(3).tolist()
    [0.6, 0.4]
    """
    with np.errstate(divide="ignore"):
        mixed = np.logaddexp.reduce(rows + np.log(weights / weights.sum())[:, None], axis=0)
    return np.asarray(mixed)
