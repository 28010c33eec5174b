"""Spans of words as places in a sentence's text, and mentions as spans of words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

import numpy as np

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.tokenization import Words
from bioloom.records import Mention


def characters(text: str, words: Words, span: Span) -> tuple[int, int]:
    """Say where a span begins and ends in its line; a combining character belongs to the letter before it.

    Both are the same if the span is nothing but combining characters.
    """
    start, end = int(words.starts[span.first]), _behind_marks(text, int(words.ends[span.last]))
    while start < end and (_is_mark(text[start]) or text[start].isspace()):
        start += 1
    return start, end


def spans_of(
    start: int, words: Words, mentions: Iterable[Mention], types: Sequence[str]
) -> list[tuple[Span, Mention]]:
    """Find the words that mentions cover, even in part, in the order of the text.

    `start` is where the line of these words begins in its document. Left out are mentions of no word of these
    and of other types than `types`.
    """
    placed = []
    for mention in mentions:
        if mention.native_type in types:
            first = int(np.searchsorted(words.ends, mention.start - start, side="right"))
            last = int(np.searchsorted(words.starts, mention.end - start, side="left")) - 1
            if first <= last:
                placed.append((Span(0, first, last, types.index(mention.native_type), 1.0), mention))
    return sorted(placed, key=lambda pair: (pair[0].first, pair[0].last))


def _behind_marks(text: str, place: int) -> int:
    while place < len(text) and _is_mark(text[place]):
        place += 1
    return place


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")
