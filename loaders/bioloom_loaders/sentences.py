"""Sentence layout of texts, in agreement with mentions."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bioloom.extraction import block_sentences, blocks, split_sentences
from bioloom.extraction.text_blocks import Block
from bioloom_loaders.documents import Heading, Span, line_spans, trimmed

_TITLE_MARK = re.compile(r"\s*#\s")
_LEVEL = re.compile(r" {0,3}(#{1,6})\s")
_LOWEST = 7
"""Level of headings without marks, below all that have them."""

_PATH = " – "
_TITLE_WITHIN = 20
LONGEST_TITLE = 300
"""Characters of the first line of a publication that can be its title."""

_LEFT_OUT = {"heading": "HEADING", "code": "CODE", "front": "FRONT_MATTER"}


@dataclass(frozen=True, slots=True)
class Layout:
    """The title and sentences of a plain text; how many of its lines are no sentences, by reason.

    `titled` is the line of the title; empty where no line is one. `headings` are those of its sections.
    """

    title: str
    sentences: tuple[Span, ...]
    left_out: Counter[str]
    titled: Span = (0, 0)
    headings: tuple[Heading, ...] = ()


def lay_out(text: str, slack: float = 0.0) -> Layout:
    """Find the title and the steps of a text; headings, code and front matter are no steps.

    The title is the only Markdown heading of the first level, if that stands near the top, or else the
    first line with a word in it, and counts as a sentence. `slack` is that of `blocks`.

    >>> text = "# Miniprep\\n## Lysis\\n1. Add P1. Mix."
    >>> layout = lay_out(text)
    >>> layout.title, [text[start:end] for start, end in layout.sentences]
    ('Miniprep', ['Miniprep', 'Add P1.', 'Mix.'])
    """
    found = list(blocks(text, slack))
    top = [block for block in found if block.kind in ("text", "heading", "row")][:_TITLE_WITHIN]
    headed = [block for block in found if _TITLE_MARK.match(text, block.first, block.end)]
    worded = (block for block in top if any(map(str.isalnum, text[block.start : block.end])))
    titled = headed[0] if len(headed) == 1 and headed[0] in top else next(worded, None)
    spans: list[Span] = []
    left_out: Counter[str] = Counter()
    headings: list[Heading] = []
    above: dict[int, str] = {}
    for block in found:
        if block.kind in _LEFT_OUT and block is not titled:
            left_out[_LEFT_OUT[block.kind]] += 1
            if block.kind == "heading":
                above = _sections(above, text, block)
                headings.append((block.first, _PATH.join(above.values())[:LONGEST_TITLE]))
        else:
            spans.extend(trimmed(text, block_sentences(text, block)))
    sentences = tuple(spans)
    if not sentences:
        return Layout(_first_line(text, *line_spans(text)[0]), line_spans(text), Counter())
    if titled is None:
        return Layout(_first_line(text, *sentences[0]), sentences, left_out, headings=tuple(headings))
    span = (titled.start, titled.end)
    return Layout(_first_line(text, *span), sentences, left_out, span, tuple(headings))


def _sections(above: Mapping[int, str], text: str, heading: Block) -> dict[int, str]:
    """Give the headings that stand above what follows one, by their levels, this one the last."""
    marks = _LEVEL.match(text, heading.first, heading.end)
    level = len(marks[1]) if marks else _LOWEST
    kept = {each: words for each, words in above.items() if each < level}
    words = text[heading.start : heading.end].strip("#*_:|= \t\r\n")
    return {**kept, level: " ".join(words.split())} if words else kept


def lay_out_publication(text: str, layout: Layout) -> Layout:
    """Make the title of a publication one sentence; where the first line is no title, take a sentence.

    >>> text = "Is tea safe? A trial.\\nIt is."
    >>> [text[start:end] for start, end in lay_out_publication(text, lay_out(text)).sentences]
    ['Is tea safe? A trial.', 'It is.']
    """
    start, end = layout.titled
    inside = [span for span in layout.sentences if start <= span[0] and span[1] <= end]
    if len(inside) < 2:
        return layout
    others = [span for span in layout.sentences if span not in inside]
    if not others or end - start > LONGEST_TITLE:
        return replace(layout, title=" ".join(text[slice(*inside[0])].split())[:LONGEST_TITLE])
    whole = (inside[0][0], inside[-1][1])
    return replace(layout, sentences=tuple(sorted((whole, *others))))


def _first_line(text: str, start: int, end: int) -> str:
    line = text[start:end].strip("\ufeff\0 \t\r\n").splitlines()[0].strip("#*_ \t")
    return line[:LONGEST_TITLE].strip() or "untitled"


def prose_spans(text: str) -> tuple[Span, ...]:
    """Split a text into sentences; one of nothing but marks is taken line by line."""
    return tuple(sentence_spans(text)) or line_spans(text)


def sentence_spans(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """Split a text, or a stretch of it, into sentences without white space at their ends."""
    found = split_sentences(text[start:end])
    return trimmed(text, ((start + begin, start + stop) for begin, stop in found))


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
