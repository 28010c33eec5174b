"""Several name indexes as one: the graph and a list of names, or names of two sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from bioloom.grounding.name_index import NameIndex
from bioloom.records import NamedEntity


class JoinedIndex:
    """Asks every index and gives each record once; the first index stands first."""

    def __init__(self, *indexes: NameIndex) -> None:
        self._indexes = indexes

    def exact(self, keys: Sequence[str]) -> Mapping[str, tuple[NamedEntity, ...]]:
        """Find the entities that have these keys in any index."""
        found: dict[str, dict[NamedEntity, None]] = {}
        for index in self._indexes:
            for key, records in index.exact(keys).items():
                found.setdefault(key, {}).update(dict.fromkeys(records))
        return {
            key: tuple(sorted(records, key=lambda record: record.synonym)) for key, records in found.items()
        }

    def near(self, texts: Sequence[str], k: int = 10) -> list[tuple[NamedEntity, ...]]:
        """Find up to k entities for each text, the indexes taking turns."""
        lists = [index.near(texts, k) for index in self._indexes]
        return [_turns([each[number] for each in lists], k) for number in range(len(texts))]


def _turns(lists: Sequence[Sequence[NamedEntity]], k: int) -> tuple[NamedEntity, ...]:
    found: dict[str, NamedEntity] = {}
    for row in zip_longest(*lists):
        for record in row:
            if record is not None:
                found.setdefault(record.id, record)
    return tuple(found.values())[:k]
