"""Hashed n-gram counts of texts: words, word pairs, character n-grams."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

PLACES = 1 << 16
LETTERS = (3, 4, 5)
_WORDS = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Grams:
    """Sparse matrix: value number i stands in row ``rows[i]`` at place ``places[i]`` of `width`.

    The values of a row have length 1 together; `count` is the number of rows.
    """

    rows: NDArray[np.int64]
    places: NDArray[np.int64]
    values: NDArray[np.float64]
    count: int
    width: int

    def pick(self, chosen: Sequence[int] | NDArray[np.int64]) -> Grams:
        """Give some rows, in this order."""
        starts = np.searchsorted(self.rows, np.arange(self.count + 1))
        spans = [np.arange(starts[row], starts[row + 1]) for row in chosen]
        at = np.concatenate(spans) if spans else np.empty(0, np.int64)
        rows = np.repeat(np.arange(len(spans)), [len(span) for span in spans])
        return Grams(rows, self.places[at], self.values[at], len(spans), self.width)


def word_grams(text: str) -> Iterator[str]:
    """Yield the words and signs of a text and the pairs of those that follow each other, without case.

    >>> list(word_grams("No rash."))
    ['no', 'rash', '.', 'no rash', 'rash .']
    """
    words = _WORDS.findall(text.casefold())
    yield from words
    for one, other in pairwise(words):
        yield f"{one} {other}"


def letter_grams(name: str) -> Iterator[str]:
    """Yield the words of a name, its last word marked, and its runs of 3 to 5 letters, without case.

    >>> [gram for gram in letter_grams("IL2") if len(gram) < 4]
    ['il2', ' il', 'il2', 'l2 ']
    """
    text = " ".join(name.casefold().split())
    words = _WORDS.findall(text)
    yield from words
    if words:
        yield f"last {words[-1]}"
    padded = f" {text} "
    for length in LETTERS:
        for start in range(len(padded) - length + 1):
            yield padded[start : start + length]


def count_grams(
    texts: Sequence[str], split: Callable[[str], Iterator[str]], *, places: int = PLACES
) -> Grams:
    """Count the pieces of texts at hashed places, damped (1 + log count), each text to length 1.

    >>> count_grams(["a b", ""], word_grams).count
    2
    """
    rows: list[NDArray[np.int64]] = []
    at: list[NDArray[np.int64]] = []
    values: list[NDArray[np.float64]] = []
    for row, text in enumerate(texts):
        counts = Counter(zlib.crc32(gram.encode("utf-8", "replace")) % places for gram in split(text))
        weights = 1 + np.log(np.fromiter(counts.values(), np.float64, len(counts)))
        at.append(np.fromiter(counts, np.int64, len(counts)))
        values.append(weights / max(float(np.linalg.norm(weights)), 1e-9))
        rows.append(np.full(len(counts), row, np.int64))
    if not rows:
        return Grams(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0), 0, places)
    return Grams(np.concatenate(rows), np.concatenate(at), np.concatenate(values), len(texts), places)


def join_grams(first: Grams, second: Grams) -> Grams:
    """Put the places of one behind those of another, row by row (a head and a tail)."""
    rows = np.concatenate([first.rows, second.rows])
    order = np.argsort(rows, kind="stable")
    return Grams(
        rows[order],
        np.concatenate([first.places, second.places + first.width])[order],
        np.concatenate([first.values, second.values])[order],
        first.count,
        first.width + second.width,
    )
