"""Causal language model as a relation classifier (SPEC P14, P18)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bioloom.errors import UsageError
from bioloom.extraction.triples.instruction import Guide, fingerprint, instruct, write_label
from bioloom.extraction.triples.reader import LabelQuestion
from bioloom_lab.readers.causal_language_model import LanguageModel


class CausalReader:
    """Gives p(label | document, sentence) from a causal model's logits (SPEC P14).

    The score of a label is the mean log-probability of its tokens after the prompt of P18, so that a long
    label is not worse for its length; the scores of all labels are brought to a sum of 1.
    """

    def __init__(self, model: LanguageModel, guide: Guide) -> None:
        if guide.task == "triples":
            raise UsageError("a reader of labels has the task relation, classification or links")
        self._model, self._guide = model, guide
        self.labels = guide.labels
        told = fingerprint([guide.task, guide.lines()])
        self.name = f"causal:{model.name}:{guide.task}-{told}"

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        """Give log p(label | document, sentence): shape (asked, labels), each row sums to 1."""
        if not asked:
            return np.empty((0, len(self.labels)))
        prompts = [instruct(self._guide, each).prompt for each in asked]
        means = self._model.mean_log_likelihoods(prompts, list(map(write_label, self.labels)))
        rows: NDArray[np.float64] = means - np.logaddexp.reduce(means, axis=1, keepdims=True)
        return rows
