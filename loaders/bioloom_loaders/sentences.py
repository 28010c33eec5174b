"""Sentences of a document that agree with its mentions."""

from collections.abc import Iterable

from bioloom.extraction import split_sentences
from bioloom_loaders.documents import Span, line_spans, trim


def prose_spans(text: str) -> tuple[Span, ...]:
    """Split a text into sentences; one of nothing but marks is taken line by line."""
    spans = (trim(text, start, end) for start, end in split_sentences(text))
    return tuple(span for span in spans if span[0] < span[1]) or line_spans(text)


def joined(sentences: Iterable[Span], mentions: Iterable[Span]) -> tuple[Span, ...]:
    """Join sentences wherever a mention reaches over the boundary; one outside of all stands alone.

    >>> joined([(0, 9), (10, 20), (25, 30)], [(2, 4), (7, 12), (21, 22)])
    ((0, 20), (21, 22), (25, 30))
    """
    result: list[Span] = []
    for start, end in sorted((*sentences, *mentions)):
        if result and start < result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], end))
        else:
            result.append((start, end))
    return tuple(result)
