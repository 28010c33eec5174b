"""The mean of several readers: probabilities, not their logarithms, and only of the same labels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from bioloom_lab.readers.ensemble import MeanReader
from bioloom_lab.readers.instruction import LabelQuestion


class Sure:
    """Says the same of everything."""

    name = "sure"

    def __init__(self, *chances: float, labels: tuple[str, ...] = ("a", "b")) -> None:
        self.labels = labels
        self._chances = chances

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        return np.log([self._chances for _ in asked])


def test_probabilities_are_averaged() -> None:
    mean = MeanReader([Sure(0.9, 0.1), Sure(0.2, 0.8), Sure(0.1, 0.9)])
    assert np.allclose(np.exp(mean.likelihoods([LabelQuestion("x")] * 2)), [[0.4, 0.6]] * 2)
    assert "3" in mean.name


def test_readers_of_other_labels_are_not_averaged() -> None:
    with pytest.raises(ValueError, match="same labels"):
        MeanReader([Sure(0.5, 0.5), Sure(0.5, 0.5, labels=("b", "a"))])
