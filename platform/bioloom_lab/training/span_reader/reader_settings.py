"""Settings schema of a reader (``settings.json``)."""

import math
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Finite = Annotated[float, Field(allow_inf_nan=False)]

SETTINGS = "settings.json"
CLIP = 8.0
"""Log-odds beyond which a confidence does not change."""


def span_inputs(found: float, chance: float) -> tuple[float, float]:
    """Give what a confidence is fitted to: the log-odds that one of the sentences that were read answers, and
    those of a span's share of belief times its expected part of the answer."""
    inside = min(max(chance, 1e-4), 1 - 1e-4)
    return max(-CLIP, min(CLIP, found)), math.log(inside / (1 - inside))


class SpanConfidence(BaseModel):
    """The probability that a span answers: the weights of `span_inputs`, and an offset."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    found: Finite = 0.0
    span: Finite = 1.0
    offset: Finite = 0.0

    def apply(self, found: float, chance: float) -> float:
        """Give the confidence, 0 to 1.

        >>> round(SpanConfidence().apply(0.0, 0.25), 2), SpanConfidence(found=1).apply(-9, 0.25) < 0.01
        (0.25, True)
        """
        first, second = span_inputs(found, chance)
        return 1 / (1 + math.exp(-(self.found * first + self.span * second + self.offset)))


class ReaderSettings(BaseModel):
    """How far a reader's scores are believed.

    A sentence's score is `relevance` times that of the network minus `prior` times the natural logarithm of
    its rank. `fitted_on` holds the fingerprints of the articles whose questions it learnt from.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    relevance: Finite = 1.0
    prior: Finite = 1.0
    confidence: SpanConfidence = SpanConfidence()
    fitted_on: tuple[str, ...] = ()
