"""Competing sentences: whether others of the same document fit a question better and say nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bioloom.answering.confidence import Signals
from bioloom.question_parsing import QuestionType
from bioloom.records import Evidence
from bioloom.retrieval.weighted_overlap import beyond, covered_share, stems_of


class Rivals:
    """Compares a reading with the other sentences that were found of its document.

    A near miss names a step that states no such value, or a thing that the protocol does not hold: then some
    other sentence of the protocol holds the words that the cited one lacks, or none does.
    """

    def __init__(self, asked: QuestionType, weights: Mapping[str, float], pieces: Sequence[Evidence]) -> None:
        self._asked = asked
        self._weights = weights
        self._pieces = pieces
        titles = {piece.document_title or "" for piece in pieces}
        self._best_title = max((self._title(each) for each in titles), default=0.0)
        self._shares: dict[tuple[str, str], float] = {}

    def add_to(self, signals: Signals, described: Evidence, cited: Evidence) -> Signals:
        """Give the signals of a reading with those that need other sentences; `described` is the sentence
        that the words of the question are about, `cited` the one that answers."""
        title = described.document_title or ""
        rest = beyond(self._weights, title)
        own = self._share(rest, described)
        gap = self._best_title - self._title(title)
        same = [piece for piece in self._pieces if piece.document_id == described.document_id]
        told = frozenset().union(*(stems_of(piece.text) for piece in same))
        ids = (described.sentence_id, cited.sentence_id)
        others = [piece for piece in same if piece.sentence_id not in ids]
        silent = [piece for piece in others if self._asked.types and not self._says(piece)]
        return replace(
            signals,
            rest=own,
            known=covered_share(rest, told) if rest else 1.0,
            rival=max(0.0, max((self._share(rest, piece) for piece in others), default=0.0) - own),
            silent=max(0.0, max((self._share(rest, piece) for piece in silent), default=0.0) - own),
            gap=gap,
        )

    def _title(self, title: str) -> float:
        return covered_share(self._weights, stems_of(title))

    def _share(self, rest: Mapping[str, float], piece: Evidence) -> float:
        key = (piece.document_title or "", piece.text)
        if key not in self._shares:
            self._shares[key] = covered_share(rest, stems_of(piece.text))
        return self._shares[key]

    def _says(self, piece: Evidence) -> bool:
        """Say whether a sentence has a node of a type asked for."""
        return any(
            node.type.replace("_", " ") in self._asked.types
            for node in piece.subgraph.nodes
            if node.properties.get("sentence_id", piece.sentence_id) == piece.sentence_id
        )
