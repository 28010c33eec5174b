"""Negative pairs: pairs of a labelled sentence that its rows do not list, as examples of "none"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bioloom.extraction.networks.crf import Span
from bioloom_lab.training.extraction.annotated_lines import TripleLine

Text = tuple[str, ...]

_LONGEST = 8  # words of a name that is looked for


def wrong_pairs(merged: Sequence[TripleLine]) -> list[tuple[TripleLine, ...]]:
    """Give, for each line with all rows of its sentence, lines of two names that no row joins.

    Names are those of the line's own rows, and those of other lines that stand in it as words. A pair
    whose texts a row joins is none of them, wherever the two stand.
    """
    known = {text: span.kind for line in merged for text, span in _named(line)}
    return [tuple(_unlisted(line, known)) for line in merged]


def _unlisted(line: TripleLine, known: Mapping[Text, int]) -> Iterator[TripleLine]:
    spans = sorted([*line.spans, *_unlisted_names(line, known)], key=lambda span: span.first)
    texts = [_text(line, span) for span in spans]
    own = [text for text, _ in _named(line)]
    joined = {frozenset((own[one], own[other])) for one, other in line.links}
    for one, text in enumerate(texts):
        for other in range(one + 1, len(texts)):
            if text != texts[other] and frozenset((text, texts[other])) not in joined:
                yield replace(line, spans=(spans[one], spans[other]), links={})


def _unlisted_names(line: TripleLine, known: Mapping[Text, int]) -> Iterator[Span]:
    """Find the names of other lines in a line, the longest from the left, none over one of its own."""
    taken = {word for span in line.spans for word in range(span.first, span.last + 1)}
    first = 0
    while first < len(line.words):
        last = next(_matches(line, known, taken, first), None)
        if last is not None:
            yield Span(0, first, last, known[_text(line, Span(0, first, last, 0, 1.0))], 1.0)
        first = first + 1 if last is None else last + 1


def _matches(line: TripleLine, known: Mapping[Text, int], taken: set[int], first: int) -> Iterator[int]:
    for last in range(min(first + _LONGEST, len(line.words)) - 1, first - 1, -1):
        if not taken & set(range(first, last + 1)) and _text(line, Span(0, first, last, 0, 1.0)) in known:
            yield last


def _named(line: TripleLine) -> list[tuple[Text, Span]]:
    return [(_text(line, span), span) for span in line.spans]


def _text(line: TripleLine, span: Span) -> Text:
    words = line.words
    places = range(span.first, span.last + 1)
    return tuple(line.text[words.starts[at] : words.ends[at]].lower() for at in places)
