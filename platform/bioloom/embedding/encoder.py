"""Encoder interface: texts to unit vectors."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Vectors: TypeAlias = NDArray[np.float32]


class Encoder(Protocol):
    """Turns texts into unit vectors, the same text always into the same one (to 1e-5).

    `name` identifies the weights, so that caches keyed by it never mix two models.
    """

    name: str
    dimension: int

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give one vector of length 1 a text: shape (len(texts), dimension), float32."""


def encodable(text: str, longest: int) -> str:
    """Cut a text to a number of characters and replace what is not Unicode text.

    >>> encodable("binds" + chr(0xD800) + " to", 7)
    'binds? '
    """
    return text[:longest].encode("utf-8", "replace").decode("utf-8")
