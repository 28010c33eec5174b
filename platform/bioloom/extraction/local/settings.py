"""What ``settings.json`` of a protocol model says."""

import math
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, PositiveInt

Name = Annotated[str, Field(min_length=1, max_length=200)]

SETTINGS = "settings.json"


class Calibration(BaseModel):
    """How a network's probability becomes a confidence: by a line over its log-odds."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    slope: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 1.0
    offset: Annotated[float, Field(allow_inf_nan=False)] = 0.0

    def apply(self, probability: float) -> float:
        """Give the confidence; without slope and offset it is the probability.

        >>> round(Calibration(slope=0.5).apply(0.9), 2), round(Calibration().apply(0.9), 2)
        (0.75, 0.9)
        """
        inside = min(max(probability, 1e-6), 1 - 1e-6)
        odds = self.slope * math.log(inside / (1 - inside)) + self.offset
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))


class ProtocolSettings(BaseModel):
    """A scheme, its types and relations in the order of the networks' outputs, and the networks' sizes.

    `window` is how many pieces are read together, `max_tokens` how many a network can take.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")
    scheme: Name
    types: Annotated[tuple[Name, ...], Field(min_length=1)]
    relations: Annotated[tuple[Name, ...], Field(min_length=1)]
    dimension: PositiveInt
    pair_width: PositiveInt
    window: Annotated[int, Field(ge=16)]
    max_tokens: Annotated[int, Field(ge=16)]
    entity_confidence: Calibration = Calibration()
    relation_confidence: Calibration = Calibration()
