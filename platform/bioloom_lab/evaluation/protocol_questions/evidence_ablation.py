"""Evidence ablation: sentences or graphs of the retrieved evidence are withheld from the reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bioloom.answering.composition.citation_verification import neighbour, verify
from bioloom.answering.readers.protocol_reader import read_parts
from bioloom.question_parsing import parse_question
from bioloom.records import Answer, Evidence, Subgraph
from bioloom.retrieval import DEFAULT_METHOD


@dataclass(frozen=True, slots=True)
class Shown:
    """Shown part of a retrieved sentence: its words, its graph, or both."""

    sentences: bool = True
    graphs: bool = True


WHOLE = Shown()
SHOWN = {
    "both": WHOLE,
    "graphs withheld": Shown(graphs=False),
    "sentences withheld": Shown(sentences=False),
}
"""Shown parts by name (SPEC B27)."""

WITHHELD = ("bm25", "fused", DEFAULT_METHOD)
"""Methods whose evidence is also shown in part; the others' is shown whole."""


def read_shown(
    question: str,
    weights: Mapping[str, float],
    evidence: Sequence[Evidence],
    shown: Shown,
) -> Answer:
    """Let the local reader answer from what it is shown of some evidence; it never abstains for doubt.

    `confidence` is that of the draft, whether or not `ask` would give the answer.
    """
    seen = show(evidence, shown)
    draft = replace(read_parts(parse_question(question), weights, seen, needed=0.0), evidence=seen)
    _, citations = verify(draft, question)
    return Answer(question, "", draft.abstained, draft.confidence, citations, short=draft.short)


def show(evidence: Sequence[Evidence], shown: Shown) -> tuple[Evidence, ...]:
    """Withhold the graphs of sentences, or their words; the names in the graphs then stand in for them.

    The words of the steps before and after go with the words; those that are evidence themselves are named
    by their graphs as well. Titles of documents stay.
    """
    pieces = list(evidence)
    if not shown.sentences:
        names = {piece.sentence_id: _names(piece) for piece in pieces if piece.sentence_id}
        pieces = [
            replace(
                piece,
                text=_names(piece),
                before=names.get(neighbour(piece.sentence_id, -1) or ""),
                after=names.get(neighbour(piece.sentence_id, 1) or ""),
            )
            for piece in pieces
        ]
    if not shown.graphs:
        pieces = [replace(piece, subgraph=Subgraph()) for piece in pieces]
    return tuple(pieces)


def _names(piece: Evidence) -> str:
    here = [
        node
        for node in piece.subgraph.nodes
        if node.properties.get("sentence_id", piece.sentence_id) == piece.sentence_id
    ]
    return " ".join(node.name for node in here)
