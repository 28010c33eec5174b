"""Sentences of prose within the lines of a document, and never a boundary inside a mention."""

from collections.abc import Iterable, Iterator

from bioloom.extraction import split_sentences
from bioloom_loaders.documents import Span, trim


def split_line(text: str, line: Span) -> Iterator[Span]:
    """Split one line of a document into sentences, with offsets into the document."""
    offset, stop = line
    for start, end in split_sentences(text[offset:stop]):
        span = trim(text, offset + start, offset + end)
        if span[0] < span[1]:
            yield span


def joined(sentences: Iterable[Span], mentions: Iterable[Span]) -> tuple[Span, ...]:
    """Join neighbouring sentences wherever a mention reaches over the boundary between them.

    >>> joined([(0, 9), (10, 20), (21, 30)], [(2, 4), (7, 12)])
    ((0, 20), (21, 30))
    """
    reach = sorted(mentions)
    result: list[Span] = []
    index, furthest = 0, -1
    for start, end in sentences:
        while index < len(reach) and reach[index][0] < start:
            furthest = max(furthest, reach[index][1])
            index += 1
        if result and furthest > start:
            result[-1] = (result[-1][0], max(result[-1][1], end))
        else:
            result.append((start, end))
    return tuple(result)
