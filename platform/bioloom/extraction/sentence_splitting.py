"""Sentence splitting: text to sentences and steps with exact offsets."""

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module

from bioloom.extraction.text_blocks import (
    DATE,
    LINE_ENDS,
    OPEN_ENDS,
    WORDS,
    Block,
    Span,
    blocks,
    instruction_verbs,
)

_BARE_MARK = re.compile(r"[\s#>*+•·‣▪●○◦_=~`|-]*|\(?[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}[.)]")
_AS_BLANKS = str.maketrans(dict.fromkeys(LINE_ENDS, " "))
_NEWLINES = re.compile(r"[\r\n]")
_GLUED_MARK = re.compile(r"(?<=[.!?)\]])([0-9]{1,2})[.)]\s{1,9}(?=[A-Z])")
_GLUED_END = re.compile(r"(?<=[^\W\d_)\]][.!?])(?=[A-Z][a-z]{1,30}[\s,])")
_INSTRUCTION = re.compile(
    r"(?P<last>;|(?<![^\W_])[a-z0-9%°)\]][^\W_]*)(?=\s+(?P<verb>[^\W\d_]+(?:-[a-z]+)?)(?P<plain>\s[a-z0-9])?)"
)
_LAST_WORD = re.compile(r"([^\W\d_]*)[)\]]*[.!?)\]]+\Z")
_SEEN_BEFORE = 24  # characters
_LONGEST_OF_LINES = 20_000  # characters; a longer line is no list that lost its line ends
_LONGEST_FOR_PYSBD = 1200
_ENDS = re.compile(r"[.!?]['\")\]]*(?=\s)")
_LEADER = "...."  # between an ingredient and its amount
_SHORTENED = re.compile(r"(?<![^\W_])[a-z]\.\s?[a-z]\.[)\]]+\Z")
"""An abbreviation of two letters that ends in brackets, which end no sentence: "(1.5 mg/kg s.c.)"."""

_SMALL_NAME = re.compile(r"[a-z]{1,3}[A-Z]|[a-z]{1,3}[-.]?[0-9]|[cgp]\.[A-Z]")
"""How names begin that are written small at the begin of a sentence: pH, rs1800497, c.35delG."""

_ABBREVIATIONS = WORDS.words("abbreviation")
_BEFORE_NUMBER = WORDS.words("before_number")
_NUMBER = re.compile(r"[#+(~<>]{0,2}\s?\d")
_UNITS_WITH_POINT = WORDS.words("unit_with_point")
_LETTER_UNIT = re.compile(r"(?<![\w.,])\d[\d.,]*\s?[A-Z\u00c5\u212b]\.(?=\s+[A-Z][a-z]+\s)")
"""A unit of one letter at the end of a sentence, which is no initial: "at 3.4 Å. The protein"."""


def split_sentences(text: str) -> tuple[Span, ...]:
    """Give the sentences or steps of a text as character spans: ``text[start:end]`` without blank ends.

    A line that begins with a list mark or stands alone is a step; hard-wrapped lines are one paragraph.
    List marks and heading marks stay outside. Points of abbreviations, decimals and units never split.

    >>> text = "1. Add approx. 0.5 ml of buffer. Mix.\\n2) Spin at 4 °C."
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['Add approx. 0.5 ml of buffer.', 'Mix.', 'Spin at 4 °C.']
    """
    return tuple(span for block in blocks(text) for span in block_sentences(text, block))


def instruction_ends(line: str) -> tuple[int, ...]:
    """Say where the instructions of a sentence end: its sentences, and what a semicolon or nothing parts.

    A sentence that was wrapped is one line here; the last end is that of the sentence. What follows a
    semicolon, or begins with a capital letter in mid-sentence, is an instruction if its first word is the
    verb of one.

    >>> instruction_ends("Add 5 ml; mix. Spin at 4 °C Discard it.")
    (9, 14, 27, 39)
    """
    line = line.translate(_AS_BLANKS)
    ends = {len(line), *(end for _, end in split_sentences(line)[:-1])}
    for found in _INSTRUCTION.finditer(line):
        before, verb = found.group("last", "verb")
        begins = before == ";" or (found["plain"] and verb.istitle() and before not in OPEN_ENDS)
        if begins and verb.casefold() in instruction_verbs():
            ends.add(found.end("last"))
    return tuple(sorted(ends))


def block_sentences(text: str, block: Block) -> Iterator[Span]:
    """Give the sentences of one block; a row of a table and a line of code are never cut."""
    spans: Iterator[Span]
    parts: Iterable[Span]
    if block.kind in ("text", "heading"):
        lines = block.end - block.start <= _LONGEST_OF_LINES
        parts = _unglued(text, block.start, block.end) if lines else ((block.start, block.end),)
        spans = (span for begin, end in parts for span in _sentences(text, begin, end))
    else:
        spans = _pieces(text, block.start, block.end, whole=True)
    for span in spans:
        if _BARE_MARK.fullmatch(text, *span) is None:
            yield span


def _unglued(text: str, start: int, end: int) -> Iterator[Span]:
    """Cut where a program lost the line end: ``4 °C.3. Dry`` at a mark of a list, ``dry.Then`` at a point.

    Numbers are marks of a list only if they count up from 2; they stay outside like all marks.
    """
    cuts: list[Span] = []
    number = 2
    for found in _GLUED_MARK.finditer(text, start, end):
        word, closed = _word_before(text, start, found.start())
        ended = (word or closed) and word != "v" and word not in _ABBREVIATIONS
        if int(found[1]) == number and ended:
            cuts.append((found.start(), found.end()))
            number += 1
    for found in _GLUED_END.finditer(text, start, end):
        word, closed = _word_before(text, start, found.start())
        if (len(word) > 2 and word not in _ABBREVIATIONS) or closed:
            cuts.append((found.start(), found.start()))
    for stop, following in sorted(cuts):
        if stop >= start:
            yield start, stop
            start = following
    yield start, end


def _word_before(text: str, start: int, place: int) -> tuple[str, bool]:
    """Give the last word before a point in small letters, empty for none, and whether a bracket closes."""
    found = _LAST_WORD.search(text[max(start, place - _SEEN_BEFORE) : place])
    return (found[1].casefold(), found[0][0] in ")]") if found else ("", False)


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


def _pieces(text: str, start: int, end: int, whole: bool = False) -> Iterator[Span]:
    """Yield trimmed pieces: the whole block if nothing ends inside it, else by pysbd, or by rule if long."""
    block = text[start:end]
    if whole or _ENDS.search(block) is None:
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
    return sorted({*cuts, *(found.end() for found in _LETTER_UNIT.finditer(block))})


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
    """Whether two pieces are one sentence: no point between them, or one of an abbreviation or a date."""
    if DATE.fullmatch(text, *before):
        return True
    around = max(before[0], before[1] - 20), after[0] + 40
    left = text[around[0] : before[1]]
    right = text[after[0] : after[0] + 20]
    if left[-1] not in ".!?\"')]" or left.endswith(_LEADER):
        return True
    goes_on = right[0].islower() and _SMALL_NAME.match(right) is None
    if (goes_on or right[0].isdecimal()) and _SHORTENED.search(left):
        return True
    if goes_on:
        return left[-1] == "."
    if left[-1] != ".":
        return False
    word = left[:-1].split()[-1].lstrip("([{\"'").casefold() if left[:-1].split() else ""
    if word in _ABBREVIATIONS:
        return True
    if word in _BEFORE_NUMBER:
        return _NUMBER.match(right) is not None
    if word in _UNITS_WITH_POINT:
        return re.match(r"[A-Z][a-z]+", right) is None
    return (
        len(word) == 1
        and word.isalpha()
        and left[-2].isupper()
        and right[0].isalpha()
        and right[:2].istitle()
        and not any(found.end() == before[1] for found in _LETTER_UNIT.finditer(text, *around))
    )
