"""What ``settings.json`` of a protocol model says."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, PositiveInt

Name = Annotated[str, Field(min_length=1, max_length=200)]

SETTINGS = "settings.json"


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
