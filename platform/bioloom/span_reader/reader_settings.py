"""Settings schema of a reader (``settings.json``)."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, PositiveFloat, PositiveInt

from bioloom.extraction.networks.model_settings import Calibration

SETTINGS = "settings.json"


class ReaderSettings(BaseModel):
    """The sizes of a reader, and how far its scores are believed.

    A sentence's score is `relevance` times that of the network minus `prior` times the natural logarithm of
    its rank. `longest` is the most pieces of an answer, `sharpness` multiplies the scores of its ends.
    `confidence` makes a share of belief times an expected part the probability of a right answer. `fitted_on`
    holds the fingerprints of the articles whose questions it learnt from.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    dimension: PositiveInt
    max_tokens: PositiveInt
    longest: PositiveInt = 64
    sharpness: PositiveFloat = 1.0
    relevance: float = 0.25
    prior: float = 1.0
    confidence: Calibration = Calibration()
    fitted_on: tuple[str, ...] = ()
