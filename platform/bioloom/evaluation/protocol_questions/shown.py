"""What is retrieved with, and what of it the reader is shown: two things that an ablation keeps apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bioloom.answering.beside import steps_beside
from bioloom.answering.citing import verify
from bioloom.answering.steps import read_steps
from bioloom.graph.connection import Graph
from bioloom.records import Answer, Evidence, Subgraph
from bioloom.retrieval import read_question, weigh


@dataclass(frozen=True, slots=True)
class View:
    """How an ablation retrieves (the default method if None) and whether sentences and graphs are shown."""

    method: str | None = None
    sentences: bool = True
    graphs: bool = True


VIEWS = {
    "both shown": View(),
    "graphs withheld": View(graphs=False),
    "sentences withheld": View(sentences=False),
    "retrieved with the published product": View("fused"),
    "retrieved with bm25": View("bm25"),
    "retrieved with bm25, graphs withheld": View("bm25", graphs=False),
}
"""The ablations of SPEC B27 and the one that it lacks, by name."""


def read_shown(graph: Graph, question: str, hits: Sequence[Evidence], view: View) -> Answer:
    """Let the local reader answer from what a view shows; it never abstains here."""
    asked = read_question(question)
    evidence = (*hits, *steps_beside(graph, asked, hits))
    shown = [show(piece, view) for piece in evidence]
    draft = read_steps(asked, weigh(graph, question), shown)
    _, citations = verify(draft, shown, question)
    return Answer(question, "", draft.abstained, draft.confidence, citations, short=draft.short)


def show(piece: Evidence, view: View) -> Evidence:
    """Withhold the graph of a sentence, or its words; the names in the graph then stand in for them."""
    if not view.graphs:
        piece = replace(piece, subgraph=Subgraph())
    if not view.sentences:
        names = " ".join(node.name for node in piece.subgraph.nodes)
        piece = replace(piece, text=names, before=None, after=None)
    return piece
