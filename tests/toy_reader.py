"""A reader of cue words, for tests: its probabilities can be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bioloom.extraction.retrieval_augmentation.memory_examples import spell_label
from bioloom_lab.readers.instruction import LabelQuestion

CUE, SHOWN = 8.0, 4.0
"""How much likelier a label is for its cue in the sentence, and for its name in the retrieved document."""

CUES: Mapping[str, str] = {
    "treats": "TREATS",
    "inhibits": "INHIBITS",
    "activates": "STIMULATES",
    "binds": "INTERACTS_WITH",
}


@dataclass
class ToyReader:
    """Every label weighs 1, 8 with its cue in the sentence, 4 times that with "= label" in the document.

    Probabilities are weights divided by their sum. A cue works forwards only: where the head stands
    behind the tail, it speaks for "none" (if there is such a label). `asked` remembers every question.
    """

    labels: tuple[str, ...] = ("INHIBITS", "INTERACTS_WITH", "STIMULATES", "TREATS", "none")
    cues: Mapping[str, str] = field(default_factory=lambda: CUES)
    name: str = "toy:cues@1"
    asked: list[LabelQuestion] = field(default_factory=list)

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        self.asked += asked
        weights = np.ones((len(asked), len(self.labels)), np.float64)
        for row, each in enumerate(asked):
            weights[row] = [self._weight(each, label) for label in self.labels]
        shares: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
        return np.log(shares)

    def _weight(self, asked: LabelQuestion, label: str) -> float:
        weight = CUE if label in self._cued(asked) else 1.0
        if asked.document is not None and f"= {spell_label(label)}" in asked.document:
            weight *= SHOWN
        return weight

    def _cued(self, asked: LabelQuestion) -> set[str]:
        words = asked.sentence.casefold().split()
        cued = {label for cue, label in self.cues.items() if cue in words}
        backwards = asked.head is not None and asked.tail is not None and asked.head > asked.tail
        return {"none"} if cued and backwards else cued
