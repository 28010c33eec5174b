"""Wording shared by readers: titles and names before a quoted sentence."""

import re
from collections.abc import Collection, Sequence

from bioloom.question_parsing import canonical_word
from bioloom.records import Evidence, SubgraphNode

_WRITTEN = re.compile(r"\w+(?:[-.]\d+)?")


def title_prefix(piece: Evidence) -> str:
    """Give the title of a piece's document with a colon; empty where it has none."""
    return f"{piece.document_title.strip().rstrip('.')}: " if piece.document_title else ""


def names_prefix(nodes: Sequence[SubgraphNode]) -> str:
    """Give the names of nodes with a dash; empty where there are none."""
    return f"{', '.join(dict.fromkeys(node.name for node in nodes))} – " if nodes else ""


def texts_of(pieces: Sequence[Evidence]) -> list[str]:
    """List the texts of pieces of evidence, and the titles of their documents."""
    return [text for piece in pieces for text in (piece.text, piece.document_title) if text]


def as_asked(question: str, words: Collection[str]) -> str:
    """List canonical words, and names of letters and digits, as a question writes them.

    >>> as_asked("How long are the Cells in IL-6?", ["cell", "IL-6"])
    'Cells, IL-6'
    """
    written = (
        word
        for word in _WRITTEN.findall(question)
        if word in words or word.lower() in words or canonical_word(word.lower()) in words
    )
    return ", ".join(dict.fromkeys(written))
