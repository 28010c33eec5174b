"""Tokenization of lines for the local models: words, their pieces, and the shape of each word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bioloom.extraction.hyphenation import CUT_WORD, keeps_hyphen

SHAPES = 19
"""How many shapes there are; 0 is that of marks between lines."""

MOST_PIECES = 6
"""Pieces that one word gives at most; the rest of a longer one is not seen."""

Whole = NDArray[np.int64]

_WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_SEEN_OF_A_WORD = 200  # characters; a WordPiece tokenizer knows no word of more than 100
_REMEMBERED = 65_536


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a line: ``line[starts[n]:ends[n]]``, and their pieces.

    `ids` and `shapes` have one entry a piece, `first` says at which piece each word begins.
    """

    starts: Whole
    ends: Whole
    first: Whole
    ids: Whole
    shapes: Whole

    def __len__(self) -> int:
        return len(self.starts)

    def piece_after(self, word: int) -> int:
        """Say at which piece the word after this one begins."""
        return int(self.first[word + 1]) if word + 1 < len(self) else len(self.ids)

    def part(self, start: int, end: int) -> Words:
        """Give some of the words with their pieces; the offsets still count in the whole line."""
        begin, finish = self.piece_after(start - 1), self.piece_after(end - 1)
        pieces = slice(begin, finish)
        return Words(
            self.starts[start:end],
            self.ends[start:end],
            self.first[start:end] - begin,
            self.ids[pieces],
            self.shapes[pieces],
        )


def word_spans(text: str) -> list[tuple[int, int]]:
    """Find the words of a text: runs of letters, runs of digits, and every other sign alone.

    A word that a hyphen cuts at a line end is one.

    >>> ["5 µL×2"[start:end] for start, end in word_spans("5 µL×2")]
    ['5', 'µL', '×', '2']
    >>> word_spans("centri-\\nfuge"), word_spans("pre-\\nwarm")
    ([(0, 12)], [(0, 3), (3, 4), (5, 9)])
    """
    spans = [found.span() for found in _WORD.finditer(text)]
    if "\n" not in text:
        return spans
    cut = [
        found.span() for found in CUT_WORD.finditer(text) if not keeps_hyphen(*found.group("left", "right"))
    ]
    outside = [span for span in spans if not any(start <= span[0] < end for start, end in cut)]
    return sorted([*outside, *cut])


def _whole(word: str) -> str:
    """Write a word without a line end in it and without ligatures."""
    if "\n" in word:
        word = "".join(letter for letter in word if letter.isalpha())
    return unicodedata.normalize("NFKC", word) if _LIGATURE.search(word) else word


def shape_of(word: str, spaced: bool) -> int:
    """Number how a word is written: its case, or that it is a number or a sign; odd if space precedes it.

    >>> shape_of("mL", spaced=False), shape_of("Add", spaced=True)
    (13, 12)
    """
    if word.isdigit():
        kind = 7
    elif not word[0].isalpha():
        kind = 8
    elif word.islower():
        kind = 1 if len(word) == 1 else 2
    elif word.isupper():
        kind = 3 if len(word) == 1 else 4
    elif word[0].isupper() and word[1:].islower():
        kind = 5
    else:
        kind = 6
    return 1 + 2 * kind + int(spaced)


class WordReader:
    """Turns lines into words and pieces; a word that was seen before is not tokenized again."""

    def __init__(self, tokenizer: Any) -> None:
        tokenizer.no_truncation()
        self._tokenizer = tokenizer
        self._unknown: int = _id_of(tokenizer, "[UNK]")
        self.begin: int = _id_of(tokenizer, "[CLS]")
        self.between: int = _id_of(tokenizer, "[SEP]")
        self._known: dict[str, tuple[int, ...]] = {}

    def read(self, line: str, usual: Mapping[str, str] = MappingProxyType({})) -> Words:
        """Read a line of any length; one without words gives no pieces.

        `usual` has words, in small letters, in whose place others are read.
        """
        spans = word_spans(line)
        first: list[int] = []
        ids: list[int] = []
        shapes: list[int] = []
        for start, end in spans:
            word = _whole(line[start:end])
            word = usual.get(word.casefold(), word)
            pieces = self._known.get(word) or self._pieces(word)
            first.append(len(ids))
            ids.extend(pieces)
            spaced = start == 0 or line[start - 1].isspace()
            shapes.extend([shape_of(word, spaced)] * len(pieces))
        starts, ends = zip(*spans, strict=True) if spans else ((), ())
        return Words(*(np.array(each, np.int64) for each in (starts, ends, first, ids, shapes)))

    def _pieces(self, word: str) -> tuple[int, ...]:
        seen = word[:_SEEN_OF_A_WORD].encode("utf-8", "replace").decode("utf-8")
        ids = self._tokenizer.encode(seen, add_special_tokens=False).ids[:MOST_PIECES]
        pieces = tuple(ids) or (self._unknown,)
        if len(word) <= _SEEN_OF_A_WORD:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[word] = pieces
        return pieces


def _id_of(tokenizer: Any, name: str) -> int:
    found: int | None = tokenizer.token_to_id(name)
    if found is None:
        raise ValueError(f"the tokenizer has no {name}")
    return found
