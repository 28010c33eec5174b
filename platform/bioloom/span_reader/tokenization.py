"""Tokenization of questions and sentences, with character offsets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.encoder import encodable
from bioloom.errors import SourceError

Whole = NDArray[np.int64]

LONGEST_QUESTION = 48
"""TokenPieces of a question that are read."""

LONGEST_PASSAGE = 112
"""TokenPieces of a sentence that are read."""

_CHARACTERS_A_PIECE = 40


@dataclass(frozen=True, slots=True)
class TokenPieces:
    """The ids of a text's pieces between the tokenizer's own marks, and where each stands in the text."""

    ids: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]


class PieceReader:
    """Cuts texts into pieces, never more than the encoder's `most` with their marks.

    SourceError if the tokenizer lacks the marks of a BERT model.
    """

    def __init__(self, tokenizer: Any, file: str, most: int) -> None:
        tokenizer.no_truncation()
        self._tokenizer, self._most = tokenizer, most - 2
        marks = [tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]")]
        if None in marks:
            raise SourceError("the tokenizer has no [CLS] or [SEP]", file)
        self._begin, self._end = marks

    def read(self, texts: Sequence[str], longest: int) -> list[TokenPieces]:
        """Cut texts, each to at most `longest` pieces."""
        longest = min(longest, self._most)
        most = longest * _CHARACTERS_A_PIECE
        found = self._tokenizer.encode_batch(
            [encodable(text, most) for text in texts], add_special_tokens=False
        )
        return [
            TokenPieces(
                tuple(each.ids[:longest]),
                tuple(start for start, _ in each.offsets[:longest]),
                tuple(end for _, end in each.offsets[:longest]),
            )
            for each in found
        ]

    def marked(self, pieces: TokenPieces) -> list[int]:
        """Put the tokenizer's marks around the ids of a text."""
        return [self._begin, *pieces.ids, self._end]


def padded(rows: Sequence[Sequence[int]]) -> tuple[Whole, Whole]:
    """Lay rows of ids out as a matrix padded with 0, and the mask of what is there."""
    width = max(len(row) for row in rows)
    ids = np.zeros((len(rows), width), np.int64)
    mask = np.zeros_like(ids)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = row
        mask[at, : len(row)] = 1
    return ids, mask
