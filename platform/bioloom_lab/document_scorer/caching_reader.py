"""Caching reader: each question is put to the wrapped reader once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.label_reader import LabelReader

_AT_ONCE = 512


class RememberingReader:
    """Reader with a cache of likelihoods; `asked` counts the questions that were put to the wrapped one."""

    def __init__(self, reader: LabelReader, on_progress: Callable[[int], None] | None = None) -> None:
        self._reader = reader
        self._kept: dict[LabelQuestion, NDArray[np.float64]] = {}
        self._on_progress = on_progress
        self.name = reader.name
        self.labels = reader.labels

    @property
    def asked(self) -> int:
        """The number of distinct questions that were answered so far."""
        return len(self._kept)

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        """Give log p(label | document, sentence): shape (asked, labels)."""
        new = [each for each in dict.fromkeys(asked) if each not in self._kept]
        for start in range(0, len(new), _AT_ONCE):
            part = new[start : start + _AT_ONCE]
            self._kept |= zip(part, self._reader.likelihoods(part), strict=True)
            if self._on_progress:
                self._on_progress(self.asked)
        found = np.empty((len(asked), len(self.labels)))
        for row, each in enumerate(asked):
            found[row] = self._kept[each]
        return found
