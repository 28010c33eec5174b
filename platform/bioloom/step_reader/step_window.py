"""Windows of a reader: a question, the title of a document, and the steps or sentences that fit beside."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np

from bioloom.extraction.networks.tokenization import Whole, WordReader
from bioloom.extraction.networks.windows import TokenLine, WindowBatch, cut, lay_out, length_of
from bioloom.question_parsing import canonical_words, matches_any

QUESTION, WHOLE, TITLE, STEP = range(4)
"""Kinds of lines: the part of a question that is answered, all of it, the title of a protocol, its steps."""

PARTS = 5
"""How many kinds of pieces the network knows: those of lines, and 0 for what fills a row up."""

WINDOW = 224
"""Pieces of a window."""

WINDOWS = (2, 1)
"""Windows in which the likeliest protocol is read at most, and each of the others: the steps that share most
words with the question first."""

_LONGEST = (72, 72, 24)
LONGEST_STEP = 80
"""Pieces that are read of a step."""

_BESIDE = 0.4
_ALSO_FIRST = 0.02


@dataclass(frozen=True, slots=True)
class StepWindow:
    """The lines of a window, the steps named by their numbers from 0, others by negative ones."""

    lines: tuple[TokenLine, ...]


def asked_of(part: str, whole: str) -> str:
    """Put a part of a question and all of it, where it has other parts, together."""
    return f"{part} {whole}" if whole else part


def choose_steps(question: str, steps: Sequence[str], words: Sequence[Set[str]] | None = None) -> list[int]:
    """Order the steps of a protocol by the words of a question that they or the steps beside them hold."""
    question_words = list(dict.fromkeys(canonical_words(question)))
    known = words if words is not None else [frozenset(canonical_words(step)) for step in steps]
    rarity = [1 / (1 + sum(word in each for each in known)) for word in question_words]
    own = [
        sum(
            rare
            for word, rare in zip(question_words, rarity, strict=True)
            if matches_any(word, frozenset(each))
        )
        for each in known
    ]
    smeared = [
        score + _BESIDE * max(own[at - 1] if at else 0.0, own[at + 1] if at + 1 < len(own) else 0.0)
        for at, score in enumerate(own)
    ]
    return sorted(range(len(steps)), key=lambda at: (_ALSO_FIRST * at - smeared[at] * len(steps), at))


def make_windows(
    reader: WordReader,
    question: tuple[str, str],
    title: str,
    steps: Sequence[str],
    order: Sequence[int],
    *,
    size: int = WINDOW,
    most: int = max(WINDOWS),
    longest: int = LONGEST_STEP,
) -> tuple[StepWindow, ...]:
    """Put a part of a question, all of it where it has others, a title and steps together, the first steps of
    an order in the first window; in each they stand as the protocol has them. Of a step `longest` pieces are
    read."""
    head = []
    for kind, text in ((QUESTION, question[0]), (WHOLE, question[1]), (TITLE, title)):
        words = reader.read(text)
        if len(words):
            head.append(TokenLine(kind - STEP, next(cut(words, _LONGEST[kind]))))
    room = size - length_of(head)
    windows: list[list[TokenLine]] = []
    left = 0
    for at in order:
        words = reader.read(steps[at])
        if not len(words):
            continue
        line = TokenLine(at, next(cut(words, longest)))
        length = len(line.words.ids) + 1
        if length > room:
            continue
        if not windows or length > left:
            if len(windows) == most:
                break
            windows.append([])
            left = room
        windows[-1].append(line)
        left -= length
    return tuple(StepWindow((*head, *sorted(chosen, key=lambda each: each.number))) for chosen in windows)


def lay_windows(windows: Sequence[StepWindow], reader: WordReader) -> tuple[WindowBatch, Whole]:
    """Write windows into matrices, and the kind of each piece."""
    batch = lay_out([each.lines for each in windows], reader.begin, reader.between)
    parts = np.zeros_like(batch.ids)
    for line, row, offset in zip(batch.lines, batch.rows, batch.offsets, strict=True):
        kind = line.number + STEP if line.number < 0 else STEP
        parts[row, offset : offset + len(line.words.ids) + 1] = 1 + kind
    return batch, parts
