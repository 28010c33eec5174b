"""Settings of a local model: the content of ``settings.json``, validated."""

import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, model_validator

Name = Annotated[str, Field(min_length=1, max_length=200)]
Share = Annotated[float, Field(ge=0, le=1)]

SETTINGS = "settings.json"


class Calibration(BaseModel):
    """Calibration of a network's probability to a confidence: a line over its log-odds."""

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


class TaggerSettings(BaseModel):
    """Types in the order of the outputs of a tagger, and its sizes; it can take `max_tokens` pieces."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    types: Annotated[tuple[Name, ...], Field(min_length=1)]
    dimension: PositiveInt
    max_tokens: Annotated[int, Field(ge=16)]


class ModelSettings(TaggerSettings):
    """Settings of a tagger and a scorer of pairs: their relations as well, in the order of its outputs.

    `window` is how many pieces are read together.
    """

    relations: Annotated[tuple[Name, ...], Field(min_length=1)]
    pair_width: PositiveInt
    window: Annotated[int, Field(ge=16)]


class ProtocolSettings(ModelSettings):
    """The settings of a model of one scheme, whose types and relations are named as in the scheme."""

    scheme: Name
    entity_confidence: Calibration = Calibration()
    relation_confidence: Calibration = Calibration()


class SchemeSettings(BaseModel):
    """Settings of one of several schemes.

    `symmetrical`: relations have no direction, so that a pair is asked once, in the order of the text.
    `negatives`: "none" may be the answer to who asks about a given pair. `context`: the model learnt with
    all names of a sentence marked, not those of one pair alone. A span or a relation that is less probable
    than its threshold is not given. `read_as` has other names of types, such as the types of another
    scheme (``scheme/name``) whose pairs are asked here, and how they are called here.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")
    symmetrical: bool = False
    negatives: bool = True
    context: bool = True
    read_as: Mapping[Name, Name] = {}
    entity_threshold: Share = 0.0
    relation_threshold: Share = 0.5
    entity_confidence: Calibration = Calibration()
    relation_confidence: Calibration = Calibration()


class TripleSettings(ModelSettings):
    """The settings of a model of several schemes; types and relations are named ``scheme/name``.

    `document` is how many pieces of a retrieved document are read before a sentence.
    """

    schemes: Annotated[Mapping[Name, SchemeSettings], Field(min_length=1)]
    document: PositiveInt = 64

    @model_validator(mode="after")
    def _belong(self) -> Self:
        for name in (*self.types, *self.relations):
            if name.partition("/")[0] not in self.schemes or not name.partition("/")[2]:
                raise ValueError(f"{name} is of none of the schemes {', '.join(self.schemes)}")
        for scheme, stated in self.schemes.items():
            if not self.types_of(scheme) or not self.relations_of(scheme):
                raise ValueError(f"the scheme {scheme} has no types or no relations")
            for name in stated.read_as.values():
                if f"{scheme}/{name}" not in self.types:
                    raise ValueError(f"{name} is no type of the scheme {scheme}")
        return self

    def types_of(self, scheme: str) -> tuple[int, ...]:
        """Give the numbers of a scheme's types."""
        return _within(scheme, self.types)

    def relations_of(self, scheme: str) -> tuple[int, ...]:
        """Give the numbers of a scheme's relations."""
        return _within(scheme, self.relations)

    def type_named(self, scheme: str, name: str) -> int | None:
        """Give the number of a type of a scheme, which may have another name; None if there is none.

        In a scheme of one type, every name is that type's.
        """
        own = self.types_of(scheme)
        found = f"{scheme}/{self.schemes[scheme].read_as.get(name, name.removeprefix(f'{scheme}/'))}"
        if found in self.types:
            return self.types.index(found)
        return own[0] if len(own) == 1 and "/" not in name else None

    def bare_types(self) -> tuple[str, ...]:
        """Give the names of all types without their schemes."""
        return tuple(name.partition("/")[2] for name in self.types)


def _within(scheme: str, names: Sequence[str]) -> tuple[int, ...]:
    return tuple(number for number, name in enumerate(names) if name.startswith(f"{scheme}/"))
