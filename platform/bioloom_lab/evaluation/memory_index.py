"""In-memory name index for tests, evaluations and name lists, and a union of several indexes."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bioloom.grounding.name_index import NameIndex
from bioloom.grounding.name_normalization import key, keys
from bioloom.records import Entity, NamedEntity

_GRAM = 3
_Numbers: TypeAlias = NDArray[np.uint32]


class MemoryIndex:
    """Name index by keys, with a trigram index that is built when it is first asked.

    >>> index = MemoryIndex([Entity("NCBIGene:7124", "TNF", ("biolink:Gene",), ("TNF-alpha",))])
    >>> [(found.id, found.matched) for found in index.exact(["tnfalpha"])["tnfalpha"]]
    [('NCBIGene:7124', 'TNF-alpha')]
    """

    def __init__(self, entities: Iterable[Entity]) -> None:
        self._entities: list[tuple[str, str, tuple[str, ...]]] = []
        self._names: list[str] = []
        self._owner = array("I")
        self._first = array("I")
        self._keys: dict[str, list[int]] = {}
        self._grams: dict[str, _Numbers] | None = None
        self._sizes: NDArray[np.float32] = np.empty(0, dtype=np.float32)
        for entity in entities:
            self._add(entity)

    def __len__(self) -> int:
        return len(self._entities)

    def exact(self, keys: Sequence[str]) -> Mapping[str, tuple[NamedEntity, ...]]:
        """Find the entities that have these keys; a key that none has is left out."""
        found = {}
        for wanted in keys:
            numbers = self._keys.get(wanted)
            if numbers:
                records = [self._record(number) for number in numbers]
                found[wanted] = tuple(sorted(records, key=lambda record: record.synonym))
        return found

    def near(self, texts: Sequence[str], k: int = 10) -> list[tuple[NamedEntity, ...]]:
        """Find for each text up to k entities whose keys share most trigrams with its own (Dice)."""
        return [self._near(text, k) for text in texts]

    def _add(self, entity: Entity) -> None:
        owner = len(self._entities)
        self._entities.append((entity.id, entity.name, entity.categories))
        self._first.append(len(self._names))
        for name in dict.fromkeys((entity.name, *entity.synonyms)):
            if not name:
                continue
            for found in keys(name):
                self._keys.setdefault(found, []).append(len(self._names))
            self._names.append(name)
            self._owner.append(owner)

    def _record(self, number: int) -> NamedEntity:
        owner = self._owner[number]
        id_, name, categories = self._entities[owner]
        return NamedEntity(id_, name, categories, self._names[number], number != self._first[owner])

    def _near(self, text: str, k: int) -> tuple[NamedEntity, ...]:
        grams = _grams(key(text))
        if self._grams is None:
            self._grams = self._build()
        posted = [self._grams[gram] for gram in grams if gram in self._grams]
        if not posted or k < 1:
            return ()
        shared = np.bincount(np.concatenate(posted), minlength=len(self._names)).astype(np.float32)
        likeness = 2 * shared / (self._sizes + len(grams))
        count = min(4 * k, len(self._names))
        best = np.argpartition(-likeness, count - 1)[:count]
        found: dict[str, NamedEntity] = {}
        for number in sorted(best.tolist(), key=lambda number: (-likeness[number], number)):
            if likeness[number] > 0:
                record = self._record(number)
                found.setdefault(record.id, record)
        return tuple(found.values())[:k]

    def _build(self) -> dict[str, _Numbers]:
        posted: dict[str, array[int]] = defaultdict(lambda: array("I"))
        sizes = np.zeros(len(self._names), dtype=np.float32)
        for number, name in enumerate(self._names):
            grams = _grams(key(name))
            sizes[number] = len(grams)
            for gram in grams:
                posted[gram].append(number)
        self._sizes = sizes
        return {gram: np.frombuffer(numbers, dtype=np.uint32) for gram, numbers in posted.items()}


def _grams(text: str) -> frozenset[str]:
    padded = f"^{text}$"
    return frozenset(padded[start : start + _GRAM] for start in range(len(padded) - _GRAM + 1))


class JoinedIndex:
    """Union of name indexes: each record is given once; the first index stands first."""

    def __init__(self, *indexes: NameIndex) -> None:
        self._indexes = indexes

    def exact(self, keys: Sequence[str]) -> Mapping[str, tuple[NamedEntity, ...]]:
        """Find the entities that have these keys in any index."""
        found: dict[str, dict[NamedEntity, None]] = {}
        for index in self._indexes:
            for name, records in index.exact(keys).items():
                found.setdefault(name, {}).update(dict.fromkeys(records))
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
