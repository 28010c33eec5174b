"""Settings of a text classifier's folder (``settings.json``)."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt

from bioloom.extraction.networks.model_settings import Name

LEARNED = "learned.jsonl"


class RandomDraw(BaseModel):
    """Random draw of training rows from a larger file, by seed and sizes.

    `sizes` are the rows to learn from, to choose on and to score. With `distinct` they are drawn from rows
    of distinct texts.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")
    seed: int
    distinct: bool = False
    sizes: tuple[PositiveInt, NonNegativeInt, PositiveInt]


class ClassSettings(BaseModel):
    """The labels in the order of the network's outputs, its sizes, and how it learned.

    `longest` and `document` are how many pieces of a text and of what is retrieved for it are read. `beside`:
    it learned every text beside its nearest labelled one, and wants to read it so.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")
    labels: Annotated[tuple[Name, ...], Field(min_length=2)]
    dimension: PositiveInt
    max_tokens: Annotated[int, Field(ge=16)]
    longest: PositiveInt
    document: PositiveInt
    beside: bool = False
    draw: RandomDraw | None = None
