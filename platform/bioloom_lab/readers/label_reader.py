"""Label reader interface: p(label | document, sentence) of any model (SPEC P14, P18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bioloom_lab.readers.instruction import LabelQuestion


class LabelReader(Protocol):
    """Reads sentences beside retrieved documents; `labels` are those that it chooses among, in order.

    `name` says which engine, model and version, such as ``local:triples@3f2a91c0``.
    """

    name: str
    labels: tuple[str, ...]

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        """Give log p(label | document, sentence): shape (asked, labels), each row sums to 1 as probabilities.

        Where the label "none of these" exists it is one of `labels`.
        """
        ...
