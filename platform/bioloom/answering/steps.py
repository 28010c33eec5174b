"""Reading an answer off protocol sentences and their subgraphs, without a language model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bioloom.answering.citing import neighbour
from bioloom.answering.draft import Draft, DraftSentence, Quote
from bioloom.answering.questions import ASKING_WORDS, Asked
from bioloom.answering.support import coverage
from bioloom.names import tokens
from bioloom.records import Evidence, SubgraphNode
from bioloom.retrieval import stem

BESIDE = 0.9
"""What an answer from the neighbouring step is worth beside one from the step itself."""

CLOSE = 0.7
"""A lower hit may answer in place of the first if it covers and scores at least this share of it."""


@dataclass(frozen=True, slots=True)
class _Reading:
    number: int
    evidence: Evidence
    covered: float
    nodes: tuple[SubgraphNode, ...]


def read_steps(asked: Asked, weights: Mapping[str, float], evidence: Sequence[Evidence]) -> Draft:
    """Answer from ranked sentences: the nodes asked for, the step asked for, or else the best sentence.

    Confidence grows with the share of the question that the sentence covers and with finding what was
    asked for.
    """
    readings = [
        _Reading(
            number, piece, coverage(weights, piece, asked_words=ASKING_WORDS), _answers(asked, weights, piece)
        )
        for number, piece in enumerate(evidence, 1)
        if piece.sentence_id
    ]
    if not readings:
        return Draft(abstained=True, reason="no sentence of the graph matches the question")
    first = readings[0]
    if asked.kind in ("after", "before"):
        return _neighbour(asked, first)
    best = next(
        (
            reading
            for reading in readings
            if reading.nodes
            and reading.evidence.score >= CLOSE * first.evidence.score
            and reading.covered >= CLOSE * first.covered
        ),
        None,
    )
    share = 1.0
    if best is None and asked.kind == "value":
        best = _beside(first, readings)
        share = BESIDE
    best = best or first
    text = best.evidence.text
    found = f"{_joined(best.nodes)} – " if best.nodes else ""
    sentence = DraftSentence(f"{found}{_titled(best.evidence)}“{text}”", (Quote(best.number, text),))
    certainty = 0.8 + 0.2 * bool(best.nodes) if asked.types else 0.9
    return Draft((sentence,), confidence=max(best.covered, share * first.covered * (share < 1)) * certainty)


def _beside(first: _Reading, readings: Sequence[_Reading]) -> _Reading | None:
    """Find the step after the first hit, or else before it, that holds the value: "Add X. Wait 5 min." """
    for step in (1, -1):
        wanted = neighbour(first.evidence.sentence_id, step)
        for reading in readings:
            if reading.nodes and reading.evidence.sentence_id == wanted:
                return reading
    return None


def _neighbour(asked: Asked, first: _Reading) -> Draft:
    piece = first.evidence
    text = piece.after if asked.kind == "after" else piece.before
    anchor = Quote(first.number, piece.text)
    if text is None:
        where = "last" if asked.kind == "after" else "first"
        said = f"{_titled(piece)}“{piece.text}” is the {where} step"
        return Draft((DraftSentence(said, (anchor,)),), confidence=0.7 * first.covered)
    order = "follows" if asked.kind == "after" else "comes before"
    said = f"{_titled(piece)}“{text}” {order} “{piece.text}”"
    return Draft((DraftSentence(said, (Quote(first.number, text), anchor)),), confidence=0.9 * first.covered)


def _answers(asked: Asked, weights: Mapping[str, float], piece: Evidence) -> tuple[SubgraphNode, ...]:
    """List the nodes of the types asked for, those tied to what the question names first and alone."""
    if not asked.types:
        return ()
    words = {stem(word) for word in weights if word not in ASKING_WORDS}
    here = [
        node
        for node in piece.subgraph.nodes
        if node.properties.get("sentence_id", piece.sentence_id) == piece.sentence_id
    ]
    named = {node.id for node in here if _stems(node) & words}
    wanted = [
        node for node in here if node.type.replace("_", " ") in asked.types and not _stems(node) <= words
    ]
    if not wanted:
        return ()
    kin = _kin(piece, named)
    tied = [node for node in wanted if node.id in kin]
    heads = [node for node in wanted if _stems(node) & {stem(word) for word in weights}]
    if asked.kind == "thing" and heads:
        return tuple(heads)
    return tuple(tied or wanted)


def _kin(piece: Evidence, named: set[str]) -> set[str]:
    """Give the named nodes, their neighbours, and what hangs on the same step as they do."""
    around: dict[str, set[str]] = {}
    for edge in piece.subgraph.edges:
        if edge.original_predicate != "next_step":
            around.setdefault(edge.subject, set()).add(edge.object)
            around.setdefault(edge.object, set()).add(edge.subject)
    verbs = {node.id for node in piece.subgraph.nodes if node.type == "verb"}
    near = set(named).union(*(around.get(node, set()) for node in named))
    return near.union(*(around.get(node, set()) for node in near & verbs))


def _stems(node: SubgraphNode) -> frozenset[str]:
    return frozenset(stem(word) for word in tokens(node.name))


def _joined(nodes: Sequence[SubgraphNode]) -> str:
    return ", ".join(dict.fromkeys(node.name for node in nodes))


def _titled(piece: Evidence) -> str:
    return f"{piece.document_title.strip().rstrip('.')}: " if piece.document_title else ""
