"""Ensemble of readers: the mean of their probabilities."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.label_reader import LabelReader


class MeanReader:
    """Mean of several readers' probabilities; ValueError if their labels differ."""

    def __init__(self, readers: Sequence[LabelReader]) -> None:
        if len({reader.labels for reader in readers}) != 1:
            raise ValueError("readers are averaged that have the same labels in the same order")
        self._readers = tuple(readers)
        self.labels = self._readers[0].labels
        self.name = f"mean of {len(self._readers)} models"

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        """Give the log of the mean of p(label | document, sentence): shape (asked, labels)."""
        every = np.stack([np.exp(reader.likelihoods(asked)) for reader in self._readers])
        logs: NDArray[np.float64] = np.log(every.mean(axis=0))
        return logs
