"""Reading an answer off protocol sentences and their subgraphs, without a language model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bioloom.answering.citing import neighbour
from bioloom.answering.draft import Draft, DraftSentence, Quote
from bioloom.answering.questions import ASKING_WORDS, Asked
from bioloom.answering.support import coverage
from bioloom.answering.values import stated_values
from bioloom.names import tokens
from bioloom.records import Evidence, SubgraphNode
from bioloom.retrieval import stem

BESIDE = 0.9
"""What an answer from the neighbouring step is worth beside one from the step itself."""

CLOSE = 0.7
"""A lower hit may answer in place of the first if it covers and scores at least this share of it."""

NEAR = 0.5
"""A lower hit may be the step that is meant, if its own words cover more of the question and it scores at
least this share of the first."""


@dataclass(frozen=True, slots=True)
class _Reading:
    number: int
    evidence: Evidence
    covered: float
    nodes: tuple[SubgraphNode, ...]
    named: bool
    """Whether the nodes bear the noun asked for: an antibody where "which antibody" was asked."""


def read_steps(asked: Asked, weights: Mapping[str, float], evidence: Sequence[Evidence]) -> Draft:
    """Answer from ranked sentences: the nodes asked for, the step asked for, or else the best sentence.

    Confidence grows with the share of the question that the sentence covers and with finding what was
    asked for.
    """
    pieces = [(number, piece) for number, piece in enumerate(evidence, 1) if piece.sentence_id]
    if not pieces:
        return Draft(abstained=True, reason="no sentence of the graph matches the question")
    told = [(number, piece) for number, piece in pieces if not is_title(piece)] or pieces
    readings = [_reading(asked, weights, number, piece) for number, piece in told]
    if asked.kind in ("after", "before"):
        return _neighbour(asked, _meant(readings, weights))
    first = _meant(readings, weights) if asked.kind == "closed" else readings[0]
    close = [
        reading
        for reading in readings
        if reading.nodes
        and reading.evidence.score >= CLOSE * first.evidence.score
        and reading.covered >= CLOSE * first.covered
    ]
    best = next((reading for reading in close if reading.named), close[0] if close else None)
    share = 1.0
    if best is None and asked.kind == "value":
        best = _beside(first, readings)
        share = BESIDE
    best = best or first
    text = best.evidence.text
    sentence = DraftSentence(
        f"{_led(best.nodes)}{_titled(best.evidence)}“{text}”", (Quote(best.number, text),)
    )
    certainty = 0.8 + 0.2 * bool(best.nodes) if asked.types else 0.9
    return Draft((sentence,), confidence=max(best.covered, share * first.covered * (share < 1)) * certainty)


def read_protocol(
    asked: Asked,
    weights: Mapping[str, float],
    evidence: Sequence[Evidence],
    steps: Sequence[Evidence],
    *,
    before: int,
    most: int,
) -> Draft:
    """Answer with the steps of a whole protocol, each cited, or those with the things asked for.

    `before` pieces of evidence stand before the steps.
    Confidence is the share of the question that the first piece of evidence covers.
    """
    told = [
        (number, step, _answers(asked, {}, step))
        for number, step in enumerate(steps, before + 1)
        if not is_title(step)
    ]
    if asked.types:
        told = [(number, step, nodes) for number, step, nodes in told if nodes]
    sentences = [
        DraftSentence(f"{_led(nodes)}“{step.text}”", (Quote(number, step.text),))
        for number, step, nodes in told[:most]
    ]
    if not sentences:
        return Draft(abstained=True, reason="the graph holds no steps of this protocol")
    first = sentences[0]
    sentences[0] = DraftSentence(f"{_titled(steps[0])}{first.text}", first.quotes)
    if len(told) > most:
        last = sentences[-1]
        sentences[-1] = DraftSentence(f"{last.text} More steps follow: ask for more with -k.", last.quotes)
    covered = coverage(weights, evidence[0], asked_words=ASKING_WORDS)
    return Draft(tuple(sentences), confidence=0.9 * covered)


def is_title(piece: Evidence) -> bool:
    """Say whether a sentence is no more than the title of its document."""
    return bool(piece.document_title) and tokens(piece.text) == tokens(piece.document_title or "")


def _reading(asked: Asked, weights: Mapping[str, float], number: int, piece: Evidence) -> _Reading:
    nodes = _answers(asked, weights, piece)
    covered = coverage(weights, piece, asked_words=ASKING_WORDS)
    return _Reading(number, piece, covered, nodes, any(_bears(node, asked.noun) for node in nodes))


def _meant(readings: Sequence[_Reading], weights: Mapping[str, float]) -> _Reading:
    """Find the step that a question speaks of: the one whose own words cover most of it."""
    first = readings[0]
    near = [reading for reading in readings if reading.evidence.score >= NEAR * first.evidence.score]
    own = {
        reading.number: coverage(
            weights, replace(reading.evidence, before=None, after=None), asked_words=ASKING_WORDS
        )
        for reading in near
    }
    return max(near, key=lambda reading: own[reading.number])


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
    """List the nodes of the types asked for, those tied to what the question names first and alone.

    A sentence without annotation has none; a value asked for is then read off its words.
    """
    if not asked.types:
        return ()
    if not piece.subgraph.nodes:
        stated = stated_values(piece.text, sorted(asked.types)) if asked.kind == "value" else ()
        return tuple(SubgraphNode(f"{piece.sentence_id}~{words}", words, name) for words, name in stated)
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
    named_so = [node for node in wanted if _bears(node, asked.noun)]
    if named_so:
        return tuple(named_so)
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


def _bears(node: SubgraphNode, noun: str) -> bool:
    """Say whether a name holds the noun asked for, in singular or plural."""
    beginning = stem(noun)[:-1] if len(stem(noun)) > 5 else stem(noun)
    return bool(beginning) and any(part.startswith(beginning) for part in _stems(node))


def _stems(node: SubgraphNode) -> frozenset[str]:
    return frozenset(stem(word) for word in tokens(node.name))


def _led(nodes: Sequence[SubgraphNode]) -> str:
    return f"{', '.join(dict.fromkeys(node.name for node in nodes))} – " if nodes else ""


def _titled(piece: Evidence) -> str:
    return f"{piece.document_title.strip().rstrip('.')}: " if piece.document_title else ""
