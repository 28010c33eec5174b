"""Wording shared by readers: titles and names before a quoted sentence."""

from __future__ import annotations

from collections.abc import Sequence

from bioloom.names import tokens
from bioloom.records import Evidence, SubgraphNode


def is_title(piece: Evidence) -> bool:
    """Say whether a sentence is no more than the title of its document."""
    return bool(piece.document_title) and tokens(piece.text) == tokens(piece.document_title or "")


def title_prefix(piece: Evidence) -> str:
    """Give the title of a piece's document with a colon; empty where it has none."""
    return f"{piece.document_title.strip().rstrip('.')}: " if piece.document_title else ""


def names_prefix(nodes: Sequence[SubgraphNode]) -> str:
    """Give the names of nodes with a dash; empty where there are none."""
    return f"{', '.join(dict.fromkeys(node.name for node in nodes))} – " if nodes else ""
