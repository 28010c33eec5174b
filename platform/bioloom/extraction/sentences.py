"""Text to sentences and steps with exact offsets."""

import re
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module

Span = tuple[int, int]

_LINE = re.compile(r"[^\r\n\x0b\x0c\x85\u2028\u2029]+")
_MARKER = re.compile(
    r"\s*(?:#{1,6}(?=\s)"
    r"|[-–—+](?=\s+\D)|>(?=\s+(?:\D|[0-9]{1,3}[.)]\s))|[*•·‣▪●○◦](?=\s)|\[[ xX]\](?=\s)"
    r"|\(?[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}[.)](?=\s|[A-Z][a-z])"
    r"|[1-9][0-9]?(?:\.[0-9]{1,2}){1,3}(?=\s+[A-Z][a-z]{2})"
    r"|\(?[a-zA-Z]\)(?=\s)|[a-z]\.(?=\s+[A-Z])|\(?[ivx]{1,4}\)(?=\s)"
    r"|(?i:step)\s[0-9]{1,3}\s?[.:)](?=\s))"
)
_BARE_MARK = re.compile(r"[\s#>*+•·‣▪●○◦_=~`|-]*|\(?[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}[.)]")
_NEWLINES = re.compile(r"[\r\n]")
_HARD_WRAPPED = 60
_LONGEST_FOR_PYSBD = 1200
_ENDS = re.compile(r"[.!?]['\")\]]*(?=\s)")
_ABBREVIATIONS = frozenset(
    {
        *("approx", "e.g", "i.e", "conc", "vol", "vols", "fig", "figs", "ca", "cf", "no", "nos", "sp", "spp"),
        *("temp", "eq", "eqs", "ref", "refs", "vs", "resp", "incl", "etc", "al", "dr", "prof", "inc", "ltd"),
        *("cat", "var", "subsp", "wt", "aq", "soln", "dil", "diam", "avg", "est", "eds", "max"),
    }
)
_UNITS_WITH_POINT = frozenset(
    {
        *("min", "mins", "sec", "secs", "hr", "hrs", "h", "s", "d", "ml", "mg", "ul", "µl", "μl"),
        *("l", "g", "kg", "cm", "mm", "rpm"),
    }
)


def split_sentences(text: str) -> tuple[Span, ...]:
    """Give the sentences or steps of a text as character spans: ``text[start:end]`` without blank ends.

    A line that begins with a list mark or stands alone is a step; hard-wrapped lines are one paragraph.
    List marks and heading marks stay outside. Points of abbreviations, decimals and units never split.

    >>> text = "1. Add approx. 0.5 ml of buffer. Mix.\\n2) Spin at 4 °C."
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['Add approx. 0.5 ml of buffer.', 'Mix.', 'Spin at 4 °C.']
    """
    return tuple(
        span
        for start, end in _paragraphs(text)
        for span in _sentences(text, start, end)
        if _BARE_MARK.fullmatch(text, *span) is None
    )


def _paragraphs(text: str) -> Iterator[Span]:
    """Yield the blocks of a text without their marks: single lines, or the lines of a wrapped paragraph."""
    block: Span | None = None
    last_end = -1
    for line in _LINE.finditer(text):
        if not line.group().strip():
            continue
        start = _after_marks(text, line.start(), line.end())
        marked = bool(text[line.start() : start].strip())
        wrapped = (
            block is not None and not marked and _goes_on(text, block, last_end, line.start(), line.end())
        )
        if block is not None and wrapped:
            block = (block[0], line.end())
        else:
            if block is not None:
                yield block
            block = (start, line.end())
        last_end = line.end()
    if block is not None:
        yield block


def _after_marks(text: str, start: int, end: int) -> int:
    """Find where a line begins behind its list and heading marks; `> 2. Add` has two."""
    for _ in range(3):
        marker = _MARKER.match(text, start, end)
        if marker is None:
            break
        start = marker.end()
    return start


def _goes_on(text: str, block: Span, last_end: int, start: int, end: int) -> bool:
    """Whether a line continues the one before: wrapped in mid-sentence, no blank line between."""
    between = text[last_end:start]
    if between.replace("\r\n", "\n").count("\n") > 1 or between.strip("\r\n"):
        return False
    last = text[max(block[0], text.rfind("\n", block[0], last_end) + 1) : last_end].rstrip()
    if len(last) < _HARD_WRAPPED or last[-1] in ".!?:;":
        return False
    return text[start:end].lstrip()[:1].islower()


def _sentences(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the sentences of one block, with what was split at an abbreviation joined again."""
    open_span: Span | None = None
    for piece in _pieces(text, start, end):
        if open_span is not None and _joined(text, open_span, piece):
            open_span = (open_span[0], piece[1])
        else:
            if open_span is not None:
                yield open_span
            open_span = piece
    if open_span is not None:
        yield open_span


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield trimmed pieces: the whole block if nothing ends inside it, else by pysbd, or by rule if long."""
    block = text[start:end]
    if _ENDS.search(block) is None:
        cuts = [len(block)]
    elif len(block) <= _LONGEST_FOR_PYSBD:
        cuts = _by_pysbd(block) or _by_rule(block)
    else:
        cuts = _by_rule(block)
    begin = 0
    for cut in cuts:
        piece = block[begin:cut]
        lead = len(piece) - len(piece.lstrip())
        if piece.strip():
            yield start + begin + lead, start + begin + len(piece.rstrip())
        begin = cut


def _by_rule(block: str) -> list[int]:
    """Cut after every point, question or exclamation mark before white space; `_joined` mends the rest."""
    return [*(found.end() for found in _ENDS.finditer(block)), len(block)]


def _by_pysbd(block: str) -> list[int]:
    """Cut where pysbd does; empty if it changed the text, so that no offset can go astray."""
    cuts = []
    position = 0
    block = _NEWLINES.sub(" ", block)
    for sentence in _segmenter()(block):
        body = sentence.strip()
        if not body:
            continue
        found = block.find(body, position)
        if found < 0 or block[position:found].strip():
            return []
        position = found + len(body)
        cuts.append(position)
    if not cuts or block[position:].strip():
        return []
    cuts[-1] = len(block)
    return cuts


@cache
def _segmenter() -> Callable[[str], list[str]]:
    """Load pysbd on first use; its old-style escapes make Python warn when it is compiled."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        segmenter = import_module("pysbd").Segmenter(language="en", clean=False)

    def segment(block: str) -> list[str]:
        return [str(sentence) for sentence in segmenter.segment(block)]

    return segment


def _joined(text: str, before: Span, after: Span) -> bool:
    """Whether two pieces are one sentence: no point between them, or one that belongs to an abbreviation."""
    left = text[max(before[0], before[1] - 20) : before[1]]
    right = text[after[0] : after[0] + 20]
    if left[-1] not in ".!?\"')]":
        return True
    if right[0].islower() and right[:2] not in ("pH", "mR"):
        return left[-1] == "."
    if left[-1] != ".":
        return False
    word = left[:-1].split()[-1].lstrip("([{\"'").casefold() if left[:-1].split() else ""
    if word in _ABBREVIATIONS:
        return True
    if word in _UNITS_WITH_POINT:
        return re.match(r"[A-Z][a-z]+", right) is None
    return (
        len(word) == 1
        and word.isalpha()
        and left[-2].isupper()
        and right[0].isalpha()
        and right[:2].istitle()
    )
