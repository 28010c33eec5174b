"""Weighted word overlap of a question and a text, inflections aside."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import islice, takewhile

from bioloom.names import tokens
from bioloom.question_parsing import stem

_SHORTEST_BEGINNING = 4


_stem = lru_cache(maxsize=16384)(stem)
"""Stems by their word; texts that share a word share the stem, too."""


def stems_of(text: str) -> frozenset[str]:
    """Give the stems of a text's words."""
    return _read(text)[0]


def token_count(text: str) -> int:
    """Count the words of a text."""
    return _read(text)[1]


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[frozenset[str], int]:
    found = tokens(text)
    return frozenset(map(_stem, found)), len(found)


def covered_share(weights: Mapping[str, float], known: Set[str]) -> float:
    """Give the weighted share of words that stand among some stems, 0 to 1; without words 0.

    >>> covered_share({"stained": 3.0, "cells": 1.0}, stems_of("Stain the slide."))
    0.75
    """
    total = sum(weights.values())
    if not total:
        return 0.0
    return sum(weight for word, weight in weights.items() if stands(word, known)) / total


class OverlapScorer:
    """Weighted overlap of one question with many texts: each text becomes a set of bits, one a word part.

    What each part may be matched by is looked up once for the vocabulary of all texts.
    """

    def __init__(self, weights: Mapping[str, float], texts: Iterable[str]) -> None:
        known = {text: stems_of(text) for text in texts}
        vocabulary = frozenset().union(*known.values())
        order = sorted(vocabulary)
        alike: list[frozenset[str]] = []
        self._words: list[tuple[float, int]] = []
        for word, weight in weights.items():
            bits = 0
            for part in tokens(word):
                bits |= 1 << len(alike)
                alike.append(_alike(stem(part), vocabulary, order))
            self._words.append((weight, bits))
        self._bits = {
            text: sum(1 << at for at, those in enumerate(alike) if not those.isdisjoint(stems))
            for text, stems in known.items()
        }
        self._shares: dict[tuple[int, int], float] = {}

    def bits(self, text: str) -> int:
        """Give the word parts that stand in one of the texts; those of two texts together are their union."""
        return self._bits[text]

    def share(self, bits: int, title: int = 0) -> float:
        """Give the weighted share of words that stand in a text, of those that do not stand in the title."""
        found = self._shares.get((bits, title))
        if found is None:
            words = [(weight, own) for weight, own in self._words if not _held(own, title)]
            total = sum(weight for weight, _ in words)
            found = sum(weight for weight, own in words if _held(own, bits)) / total if total else 0.0
            self._shares[bits, title] = found
        return found


def _held(word: int, bits: int) -> bool:
    return bool(word) and word & bits == word


def _alike(part: str, known: Set[str], order: Sequence[str]) -> frozenset[str]:
    """Give the stems that a part of a word equals or begins as; `order` are the known ones, sorted."""
    found = {part} & known
    if len(part) >= _SHORTEST_BEGINNING and part.isalpha():
        found |= {part[:end] for end in range(_SHORTEST_BEGINNING, len(part))} & known
        start = bisect_left(order, part)
        found |= set(takewhile(lambda other: other.startswith(part), islice(order, start, None)))
    return frozenset(found)


def stands(word: str, known: Set[str]) -> bool:
    """Say whether every part of a word is among some stems, or begins as one of them does."""
    parts = [stem(part) for part in tokens(word)]
    return bool(parts) and all(part in known or _begins(part, known) for part in parts)


def _begins(part: str, known: Set[str]) -> bool:
    if len(part) < _SHORTEST_BEGINNING or not part.isalpha():
        return False
    return any(
        len(other) >= _SHORTEST_BEGINNING and (other.startswith(part) or part.startswith(other))
        for other in known
    )
