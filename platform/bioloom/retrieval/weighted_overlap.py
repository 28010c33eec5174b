"""Weighted word overlap of a question and a text, inflections aside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import lru_cache

from bioloom.names import tokens
from bioloom.question_parsing import stem

_SHORTEST_BEGINNING = 4


@lru_cache(maxsize=16384)
def stems_of(text: str) -> frozenset[str]:
    """Give the stems of a text's words."""
    return frozenset(stem(word) for word in tokens(text))


def covered_share(weights: Mapping[str, float], known: Set[str]) -> float:
    """Give the weighted share of words that stand among some stems, 0 to 1; without words 0.

    >>> covered_share({"stained": 3.0, "cells": 1.0}, stems_of("Stain the slide."))
    0.75
    """
    total = sum(weights.values())
    if not total:
        return 0.0
    return sum(weight for word, weight in weights.items() if stands(word, known)) / total


def beyond(weights: Mapping[str, float], title: str) -> dict[str, float]:
    """Give the words of a question that a title does not hold: what is asked of the document it names.

    >>> beyond({"dna": 1.0, "extraction": 2.0, "lysate": 3.0}, "Extraction of DNA")
    {'lysate': 3.0}
    """
    named = stems_of(title)
    return {word: weight for word, weight in weights.items() if not stands(word, named)}


class Cover:
    """The same share for many texts: what each word may be matched by is looked up once for all of them."""

    def __init__(self, weights: Mapping[str, float], vocabulary: Iterable[str]) -> None:
        known = frozenset(vocabulary)
        self._total = sum(weights.values())
        self._words = [
            (weight, [_alike(stem(part), known) for part in parts])
            for word, weight in weights.items()
            if (parts := tokens(word))
        ]

    def share(self, stems: Set[str]) -> float:
        """Give the weighted share of words that stand among the stems of one text."""
        if not self._total:
            return 0.0
        held = (weight for weight, parts in self._words if all(part & stems for part in parts))
        return sum(held) / self._total


def _alike(part: str, known: Set[str]) -> frozenset[str]:
    same = frozenset({part} & known)
    if len(part) < _SHORTEST_BEGINNING or not part.isalpha():
        return same
    return same | {each for each in known if _begins(part, {each})}


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
