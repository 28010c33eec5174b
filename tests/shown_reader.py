"""A reader that believes what it is shown, for tests: its probabilities can be worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bioloom.extraction.retrieval_augmentation.memory_examples import Retrieved
from bioloom_lab.readers.instruction import LabelQuestion

SHOWN = 4.0


@dataclass
class ShownReader:
    """Every label weighs 1, and 4 where the document has it as a value; weights divided by their sum.

    `asked` remembers every question.
    """

    labels: tuple[str, ...] = ("INHIBITS", "INTERACTS_WITH", "STIMULATES", "TREATS", "none")
    name: str = "toy:shown@1"
    asked: list[LabelQuestion] = field(default_factory=list)

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        self.asked += asked
        weights = np.ones((len(asked), len(self.labels)))
        for row, each in enumerate(asked):
            for column, label in enumerate(self.labels):
                if Retrieved((("", label),)).text in (each.document or ""):
                    weights[row, column] = SHOWN
        return np.asarray(np.log(weights / weights.sum(axis=1, keepdims=True)))
