"""Span bounds: brackets that a span cuts apart are taken in whole or left out, letters of a list left out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.document_batches import characters
from bioloom.extraction.networks.tokenization import Words

_PAIRS = {")": "(", "]": "["}
_FARTHEST = 30
"""Characters to the other half of a bracket, none of them blank."""

_LISTED = re.compile(r"\b[A-Z](?:,| and| or) $")
_LETTER = re.compile(r"[A-Z] (?=[a-z]{4})")
_PLURAL_END = re.compile(r"\)s?$")

Bounds = tuple[int, int]


def mend_spans(text: str, words: Words, spans: Sequence[Span]) -> list[Span]:
    """Mend the bounds of a line's spans, which stay apart from each other; none is lost."""
    ends = [characters(text, words, span) for span in spans]
    mended: list[Span] = []
    for at, (span, (start, end)) in enumerate(zip(spans, ends, strict=True)):
        if start == end:  # nothing but combining characters
            mended.append(span)
            continue
        least = int(words.ends[mended[-1].last]) if mended else 0
        most = ends[at + 1][0] if at + 1 < len(ends) else len(text)
        bounds = mend_bounds(text, start, end, least, most)
        mended.append(span if bounds == (start, end) else _respanned(words, span, bounds))
    return mended


def mend_bounds(text: str, start: int, end: int, least: int, most: int) -> Bounds:
    """Give the bounds of a name with both halves of its brackets, or without the half that stands in it.

    `least` and `most` are where the names before and behind it end and begin.

    >>> [text[slice(*mend_bounds(text, 6, 12, 0, 15))] for text in ("with (TNF)-α", "with -82(G/A) or")]
    ['(TNF)-α', '82(G/A)']
    """
    if _LETTER.match(text, start) is not None and _LISTED.search(text, 0, start) is not None:
        start += 2
    for place, sign in _unmatched(text, start, end):
        if not start <= place < end:
            continue
        if sign in _PAIRS:
            other = _opened_before(text, start, sign, least)
            joined = None if other is None or _PLURAL_END.match(text, place, end) else (other, end)
        else:
            other = _closed_behind(text, end, sign, most)
            joined = None if other is None else (start, other)
        bounds = _larger_part(text, start, end, place) if joined is None else joined
        if bounds is not None:
            start, end = bounds
    return start, end


def _unmatched(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Give the halves of brackets in a part of a text whose other half is not there."""
    opened: list[tuple[int, str]] = []
    for place in range(start, end):
        sign = text[place]
        if sign in "([":
            opened.append((place, sign))
        elif sign in _PAIRS:
            if opened and opened[-1][1] == _PAIRS[sign]:
                opened.pop()
            else:
                yield place, sign
    yield from opened


def _opened_before(text: str, start: int, closing: str, least: int) -> int | None:
    depth = 0
    for place in range(start - 1, max(least, start - _FARTHEST) - 1, -1):
        sign = text[place]
        if sign.isspace():
            return None
        depth += (sign == closing) - (sign == _PAIRS[closing])
        if depth < 0:
            return place
    return None


def _closed_behind(text: str, end: int, opening: str, most: int) -> int | None:
    depth = 0
    for place in range(end, min(most, end + _FARTHEST)):
        sign = text[place]
        if sign.isspace():
            return None
        depth += (sign == opening) - (_PAIRS.get(sign) == opening)
        if depth < 0:
            return place + 1
    return None


def _larger_part(text: str, start: int, end: int, place: int) -> Bounds | None:
    """Cut a name at a half bracket and keep its larger part; None where that would part other brackets."""
    parts = [(start, place), (place + 1, end)]
    first, last = max(parts, key=lambda part: part[1] - part[0])
    while first < last and text[first] in " -":
        first += 1
    while first < last and text[last - 1] in " -":
        last -= 1
    has_name = any(sign.isalnum() for sign in text[first:last])
    return (first, last) if has_name and next(_unmatched(text, first, last), None) is None else None


def _respanned(words: Words, span: Span, bounds: Bounds) -> Span:
    first = int(np.searchsorted(words.starts, bounds[0], "left"))
    last = int(np.searchsorted(words.ends, bounds[1], "right")) - 1
    return replace(span, first=first, last=last) if first <= last else span
