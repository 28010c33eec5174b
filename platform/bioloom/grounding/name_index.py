"""Name index interface: look-up of entities by name."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bioloom.records import NamedEntity


class NameIndex(Protocol):
    """Finds entities by their names; one record for each name that matched, preferred names first."""

    def exact(self, keys: Sequence[str]) -> Mapping[str, tuple[NamedEntity, ...]]:
        """Find the entities that have these keys (`name_normalization`); a key that none has is left out."""

    def near(self, texts: Sequence[str], k: int = 10) -> list[tuple[NamedEntity, ...]]:
        """Find for each text up to k entities with names like it, the most similar first."""
