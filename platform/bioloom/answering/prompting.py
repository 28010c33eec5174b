"""Evidence laid out as numbered, delimited data."""

from __future__ import annotations

from collections.abc import Sequence

from bioloom.llm import inert
from bioloom.records import Evidence, EvidenceEdge, SubgraphNode

LONGEST_EVIDENCE = 24_000
"""Characters of evidence in one prompt; what lies beyond is left out, the best evidence first."""


def lay_out(evidence: Sequence[Evidence], mark: str) -> str:
    """Number and delimit evidence; a subgraph is one line an edge, ``head –relation→ tail`` with types."""
    pieces: list[str] = []
    room = LONGEST_EVIDENCE
    for number, piece in enumerate(evidence, 1):
        laid = _piece(number, piece, mark)
        if len(laid) > room and pieces:
            break
        pieces.append(laid[:room])
        room -= len(laid)
    return "\n".join((f"<evidence-{mark}>", *pieces, f"</evidence-{mark}>"))


def _piece(number: int, piece: Evidence, mark: str) -> str:
    lines = [f"[{number}]"]
    if piece.document_title:
        lines.append(f"document: {piece.document_title}")
    if piece.assertion_id:
        against = any(edge.negated for edge in piece.subgraph.edges)
        lines.append(f"assertion from {piece.source}" + (" (against)" if against else ""))
    if piece.endpoint:
        lines.append(f"statement of {piece.source}, fetched from {piece.endpoint} on {piece.retrieved_on}")
    if piece.before:
        lines.append(f"before: {piece.before}")
    lines.append(f"text: {piece.text}")
    if piece.supporting_text:
        lines.append(f"stated in: {piece.supporting_text}")
    if piece.after:
        lines.append(f"after: {piece.after}")
    nodes = {node.id: node for node in piece.subgraph.nodes}
    graph = [
        _edge(edge, nodes) for edge in piece.subgraph.edges if edge.subject in nodes and edge.object in nodes
    ]
    if graph:
        lines += ["graph:", *graph]
    return "\n".join(inert(line, mark) for line in lines)


def _edge(edge: EvidenceEdge, nodes: dict[str, SubgraphNode]) -> str:
    subject, relation, object_ = edge.stated
    head, tail = nodes[subject], nodes[object_]
    negation = "not " if edge.negated else ""
    return f"{head.name} ({head.type}) –{negation}{relation}→ {tail.name} ({tail.type})"
