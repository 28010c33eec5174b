"""Windows of consecutive lines of a document, so that each line is encoded with its neighbours."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bioloom.extraction.networks.tokenization import Whole, Words


@dataclass(frozen=True, slots=True)
class TokenLine:
    """Tokens of a sentence, or of a part of one that is too long; `number` identifies it."""

    number: int
    words: Words


Window = Sequence[TokenLine]


@dataclass(frozen=True, slots=True)
class WindowBatch:
    """Windows as the rows of matrices: ``[CLS] line [SEP] line [SEP]``, padded with 0 to the longest.

    `rows` and `offsets` say where the first piece of each of `lines` stands.
    """

    ids: Whole
    mask: Whole
    shapes: Whole
    lines: tuple[TokenLine, ...]
    rows: Whole
    offsets: Whole


def cut(words: Words, most: int) -> Iterator[Words]:
    """Give a line as it is, or in parts of at most so many pieces; no word is lost, none is cut."""
    start = 0
    while start < len(words):
        reach = words.piece_after(start - 1) + most
        end = len(words) if len(words.ids) <= reach else int(np.searchsorted(words.first, reach, "right")) - 1
        yield words.part(start, end)
        start = end


def pack_windows(lines: Iterable[TokenLine], sizes: Iterator[int]) -> Iterator[list[TokenLine]]:
    """Put lines of one document together while their pieces and marks are at most the next of `sizes`.

    A longer line stands alone.
    """
    window: list[TokenLine] = []
    length, size = 1, next(sizes)
    for line in lines:
        more = len(line.words.ids) + 1
        if window and length + more > size:
            yield window
            window, length, size = [], 1, next(sizes)
        window.append(line)
        length += more
    if window:
        yield window


def length_of(window: Window) -> int:
    """Count the pieces of a window with its marks."""
    return 1 + sum(len(line.words.ids) + 1 for line in window)


def batches(
    windows: Sequence[Window], pieces: int, order: Callable[[Window], float] = length_of
) -> list[list[Window]]:
    """Put windows of like length together, at most so many pieces a batch, padding counted; longest first."""
    result: list[list[Window]] = []
    batch: list[Window] = []
    longest = 0
    for window in sorted(windows, key=order, reverse=True):
        length = length_of(window)
        if batch and max(longest, length) * (len(batch) + 1) > pieces:
            result.append(batch)
            batch, longest = [], 0
        batch.append(window)
        longest = max(longest, length)
    return [*result, batch] if batch else result


def lay_out(windows: Sequence[Window], begin: int, between: int) -> WindowBatch:
    """Write windows into matrices; `begin` and `between` are the ids of the two marks."""
    ids = np.zeros((len(windows), max(map(length_of, windows))), np.int64)
    mask, shapes = np.zeros_like(ids), np.zeros_like(ids)
    lines, rows, offsets = [], [], []
    for row, window in enumerate(windows):
        ids[row, 0] = begin
        place = 1
        for line in window:
            end = place + len(line.words.ids)
            ids[row, place:end], shapes[row, place:end] = line.words.ids, line.words.shapes
            ids[row, end] = between
            lines.append(line)
            rows.append(row)
            offsets.append(place)
            place = end + 1
        mask[row, :place] = 1
    return WindowBatch(ids, mask, shapes, tuple(lines), np.array(rows, np.int64), np.array(offsets, np.int64))
