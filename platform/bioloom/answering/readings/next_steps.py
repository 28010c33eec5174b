"""Next steps: the step after or before another one, past headings, notes and warnings."""

from collections.abc import Iterator

from bioloom.answering.texts.protocol_text import Numbered, ProtocolText
from bioloom.extraction.sentence_roles import role_of_text

_ASIDES = frozenset({"heading", "note"})

_ENDED = 0.6
"""Share of the lines of a protocol that end in a mark, from which a short line without one is a heading."""

_HEADING = 6
"""Words of such a line."""


def next_step(text: ProtocolText, at: int, direction: int) -> Numbered | None:
    """Give the first step behind (1) or before (-1) a place, if it is at hand and a heading, a note or a
    warning stands between; else None."""
    ended = [_is_ended(piece.text) for _, piece in text.steps.values()]
    marked = sum(ended) >= _ENDED * len(ended)
    passed = False
    for number, piece in _onward(text, at, direction):
        if not _is_aside(piece.text, marked=marked):
            return (number, piece) if passed else None
        passed = True
    return None


def _onward(text: ProtocolText, at: int, direction: int) -> Iterator[Numbered]:
    """Give the steps from a place on, up to one that is not at hand."""
    while (at := at + direction) in text.steps:
        yield text.steps[at]


def _is_aside(line: str, *, marked: bool) -> bool:
    """Say whether a line is no step, in a protocol whose steps end in a mark (`marked`) or do not.

    >>> [_is_aside(line, marked=True) for line in ("Gel and transfer", "Note: it is toxic.", "Spin.")]
    [True, True, False]
    """
    bare = marked and not _is_ended(line) and len(line.split()) <= _HEADING
    return bare or role_of_text(line) in _ASIDES


def _is_ended(line: str) -> bool:
    return line.rstrip().endswith((".", "!", "?", ";", ")"))
