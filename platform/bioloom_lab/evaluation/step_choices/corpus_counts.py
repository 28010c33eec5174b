"""Corpus counts over steps: terms, their neighbours, and similar steps."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bioloom.question_parsing import STOP_WORDS

START, END = "^", "$"
NEAR = 40
"""Steps that are taken for alike."""

_TERM = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[°%×/+\-–]")
_ALIKE = str.maketrans({"μ": "µ", "º": "°", "˚": "°"})
_COMMON = 0.2
"""Share of steps from which a word says nothing of what a step is like."""
_CANDIDATES = 300
_SHORTENED = 0.08


def terms(text: str) -> list[str]:
    """Cut a text into numbers, words and signs, lower-case.

    >>> terms("Add 2.5 ml at 37°C.")
    ['add', '2.5', 'ml', 'at', '37', '°', 'c']
    """
    return _TERM.findall(text.lower().translate(_ALIKE))


@dataclass(slots=True)
class PhraseCounts:
    """Counts over steps: of terms, pairs and triples of neighbours, and the steps that each term is in."""

    steps: list[list[str]] = field(default_factory=list)
    ones: Counter[str] = field(default_factory=Counter)
    twos: Counter[tuple[str, str]] = field(default_factory=Counter)
    threes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    where: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    @classmethod
    def of(cls, texts: Iterable[str]) -> PhraseCounts:
        """Count some steps."""
        made = cls()
        for text in texts:
            found = terms(text)
            edged = [START, *found, END]
            made.ones.update(found)
            made.twos.update(itertools.pairwise(edged))
            made.threes.update(zip(edged, edged[1:], edged[2:], strict=False))
            for term in found:
                made.where[term].add(len(made.steps))
            made.steps.append(found)
        return made

    def rarity(self, term: str) -> float:
        """Give how much a term tells: the logarithm of how few steps hold it."""
        return math.log(1 + len(self.steps) / (1 + self.held(term)))

    def held(self, term: str) -> int:
        """Count the steps that hold a term."""
        return len(self.where.get(term, ()))

    def together(self, found: Sequence[str]) -> set[int]:
        """Give the steps that hold all of some terms."""
        if not found:
            return set()
        return set.intersection(*(self.where.get(term, set()) for term in found))

    def alike(self, words: Iterable[str]) -> list[tuple[int, float]]:
        """Give the steps that share most with some words, long ones discounted, with their scores."""
        scores: dict[int, float] = defaultdict(float)
        for word in words:
            if self.held(word) < _COMMON * len(self.steps):
                rarity = self.rarity(word)
                for step in self.where.get(word, ()):
                    scores[step] += rarity
        most = sorted(scores.items(), key=lambda one: (-one[1], one[0]))[:_CANDIDATES]
        first = [(step, score / (1 + _SHORTENED * len(self.steps[step]))) for step, score in most]
        return sorted(first, key=lambda one: (-one[1], one[0]))[:NEAR]


def telling(found: Iterable[str]) -> frozenset[str]:
    """Keep the words that say what a step is about: no numbers, no signs, no stop words."""
    return frozenset(term for term in found if len(term) > 1 and term.isalpha() and term not in STOP_WORDS)
