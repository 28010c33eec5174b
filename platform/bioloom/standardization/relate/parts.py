"""What the stages of RELATE hand to each other, as far as the standardizer asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bioloom.records.mapping import Claim


class Target(Protocol):
    """What a key of a vocabulary stands for in Biolink."""

    @property
    def predicate(self) -> str: ...
    @property
    def qualifiers(self) -> Mapping[str, str]: ...
    @property
    def swapped(self) -> bool: ...


class Vocabulary(Protocol):
    """The keys that a phrase may be mapped to."""

    @property
    def name(self) -> str: ...
    @property
    def keys(self) -> tuple[str, ...]: ...

    def target(self, key: str) -> Target: ...


class Hit(Protocol):
    """A key that retrieval found for a phrase."""

    @property
    def key(self) -> str: ...
    @property
    def score(self) -> float: ...
    @property
    def similarities(self) -> tuple[float, ...]: ...
    @property
    def negative(self) -> float: ...
    @property
    def descriptor(self) -> str: ...


class Ranking(Protocol):
    """The keys in the order in which they fit a claim, with probabilities, and that of none of them."""

    @property
    def choices(self) -> tuple[tuple[str, float], ...]: ...
    @property
    def none(self) -> float: ...


class Ranker(Protocol):
    """Ranks the hits of each claim; without a language model."""

    def rank(self, claims: Sequence[Claim], hits: Sequence[Sequence[Hit]]) -> Sequence[Ranking]: ...
