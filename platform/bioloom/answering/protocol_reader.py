"""Reading an answer off protocol sentences and their subgraphs, without a language model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bioloom.answering.citation_verification import neighbour
from bioloom.answering.competing_sentences import Rivals
from bioloom.answering.confidence import Signals, belief
from bioloom.answering.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.neighbouring_steps import READ, in_order
from bioloom.answering.question_coverage import coverage
from bioloom.answering.role_matching import Tie, acts_on, names, tie
from bioloom.names import normalise, tokens
from bioloom.records import Evidence, SubgraphNode
from bioloom.retrieval import ASKING_WORDS, Asked, stated_values, stem
from bioloom.retrieval.weighted_overlap import beyond

CLOSE = 0.7
"""Share of the highest belief at which a reading whose nodes bear the noun asked for is preferred."""

NEAR = 0.4
"""Share of the highest belief at which a step whose own words fit better is the one that is meant."""

FOLLOWED = 3
"""First sentences that name no value and whose neighbours are read for one."""

OTHERS = 3
"""Sentences of other protocols that are shown beside an answer from which they differ."""

AS_GOOD = 0.85
"""What another sentence must reach of the first one's coverage and belief to be shown beside it."""


_BESIDE = {0: "", 1: "in the next step: ", -1: "in the step before: "}
"""What is said before a value or thing that another step states than the one asked about."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One sentence read for a question: the nodes that would answer it, and how far to believe them.

    `anchor` is the sentence that the question describes, where the answer stands in another one; `step` is
    then 1 if that is the next step, -1 if it is the one before; 0 if the question names what is done there.
    """

    number: int
    evidence: Evidence
    nodes: tuple[SubgraphNode, ...]
    signals: Signals
    anchor: int | None = None
    step: int = 0

    @property
    def belief(self) -> float:
        """Give the calibrated probability that this reading answers the question, 0 to 1."""
        return belief(self.signals)

    @property
    def fit(self) -> float:
        """Give the belief that it would have as the first sentence of the ranking."""
        return belief(replace(self.signals, share=1.0, first=True))


def read_steps(asked: Asked, weights: Mapping[str, float], evidence: Sequence[Evidence]) -> Draft:
    """Answer from ranked sentences: the nodes asked for, the step asked for, or else the best sentence.

    Every sentence is read, and the reading believed most answers; its belief is the confidence. What other
    protocols say that fit the question as well is shown beside it, and lowers the confidence.
    """
    readings = read_sentences(asked, weights, evidence)
    if not readings:
        return Draft(abstained=True, reason="no sentence of the graph matches the question")
    best = max(readings, key=lambda reading: reading.belief)
    close = [each for each in readings if each.signals.named and each.fit >= CLOSE * best.fit]
    best = max(close, key=lambda reading: reading.belief, default=best)
    if asked.kind in ("after", "before"):
        near = [each for each in readings if each.belief >= NEAR * best.belief]
        return draft_of(asked, max(near, key=lambda reading: reading.fit))
    others = _differing(best, readings)
    sentences = [_sentence(best), *(_sentence(each, lead="Elsewhere otherwise: ") for each in others)]
    return Draft(
        tuple(sentences),
        confidence=best.belief / (1 + len(others)) ** 0.25,
        short=tuple(dict.fromkeys(node.name for node in best.nodes)),
    )


def draft_of(asked: Asked, reading: Reading) -> Draft:
    """Give the answer that one reading makes by itself, with its belief as the confidence."""
    if asked.kind in ("after", "before"):
        return _neighbour(asked, reading)
    short = tuple(dict.fromkeys(node.name for node in reading.nodes))
    return Draft((_sentence(reading),), confidence=reading.belief, short=short)


def read_sentences(
    asked: Asked, weights: Mapping[str, float], evidence: Sequence[Evidence]
) -> tuple[Reading, ...]:
    """Read the first ranked sentences, each on its own; a title is read only where there is nothing else."""
    pieces = [(number, piece) for number, piece in enumerate(evidence, 1) if piece.sentence_id]
    told = [(number, piece) for number, piece in pieces if not is_title(piece)] or pieces
    if not told:
        return ()
    if asked.step:
        return _compared(asked, weights, _ordered(asked, weights, told), pieces)
    top = max(piece.score for _, piece in told)
    readings = [
        Reading(
            number, piece, *_read(asked, weights, piece, piece, rank, piece.score / top if top > 0 else 0.0)
        )
        for rank, (number, piece) in enumerate(told[:READ], 1)
    ]
    if asked.kind == "value":
        for reading in [each for each in readings[:FOLLOWED] if not each.nodes]:
            readings += _beside(asked, weights, told, reading, top)
    return _compared(asked, weights, readings, pieces)


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
        (number, step, _answers(asked, frozenset(), step)[0])
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
    short = tuple(dict.fromkeys(node.name for _, _, nodes in told for node in nodes))
    return Draft(tuple(sentences), confidence=0.9 * covered, short=short)


def is_title(piece: Evidence) -> bool:
    """Say whether a sentence is no more than the title of its document."""
    return bool(piece.document_title) and tokens(piece.text) == tokens(piece.document_title or "")


def _ordered(
    asked: Asked, weights: Mapping[str, float], told: Sequence[tuple[int, Evidence]]
) -> tuple[Reading, ...]:
    """Read the steps beside those that the question may describe: "What is added after X?"."""
    top = max(piece.score for _, piece in told)
    found = []
    for rank, (number, described, other, piece) in enumerate(in_order(asked, told), 1):
        score = max(described.score, piece.score)
        if asked.types:
            nodes, signals = _read(asked, weights, described, piece, rank, score / top if top > 0 else 0.0)
            if nodes:
                beside = replace(signals, kind="beside")
                found.append(Reading(other, piece, nodes, beside, anchor=number, step=asked.step))
        else:
            _, signals = _read(asked, weights, described, described, rank, score / top if top > 0 else 0.0)
            found.append(Reading(number, described, (), signals))
    if found or asked.types:
        return tuple([each for each in found if each.signals.verb] or found)
    number, piece = told[0]
    return (Reading(number, piece, *_read(asked, weights, piece, piece, 1, 1.0)),)


def _compared(
    asked: Asked,
    weights: Mapping[str, float],
    readings: Sequence[Reading],
    pieces: Sequence[tuple[int, Evidence]],
) -> tuple[Reading, ...]:
    """Add what the other sentences say: whether one of them fits the question better, and says nothing."""
    telling = {word: weight for word, weight in weights.items() if word not in ASKING_WORDS}
    by_number = dict(pieces)
    rivals = Rivals(asked, telling, [piece for _, piece in pieces if not is_title(piece)])
    found = []
    for reading in readings:
        described = reading.evidence if reading.anchor is None else by_number[reading.anchor]
        found.append(replace(reading, signals=rivals.add_to(reading.signals, described, reading.evidence)))
    return tuple(found)


def _beside(
    asked: Asked,
    weights: Mapping[str, float],
    told: Sequence[tuple[int, Evidence]],
    silent: Reading,
    top: float,
) -> list[Reading]:
    """Read the steps around one that names no value: "Add X. Wait 5 min." states how long X stays."""
    by_id = {piece.sentence_id: (number, piece) for number, piece in told}
    found = []
    for step in (1, -1):
        at = by_id.get(neighbour(silent.evidence.sentence_id, step))
        if at is not None:
            share = silent.evidence.score / top if top > 0 else 0.0
            nodes, signals = _read(asked, weights, silent.evidence, at[1], 1 + (step < 0), share)
            if nodes:
                beside = replace(signals, kind="beside")
                about = 0 if signals.verb else step
                found.append(Reading(*at, nodes, beside, anchor=silent.number, step=about))
    return found


def _read(
    asked: Asked, weights: Mapping[str, float], described: Evidence, piece: Evidence, rank: int, share: float
) -> tuple[tuple[SubgraphNode, ...], Signals]:
    """Read a sentence; `described` is the one that the question's words are about, mostly the same."""
    telling = {word: weight for word, weight in weights.items() if word not in ASKING_WORDS}
    words = frozenset(stem(word) for word in telling)
    nodes, ties = _answers(asked, words, piece)
    own = replace(described, before=None, after=None, document_title=None)
    title = replace(described, text="", before=None, after=None)
    steps = [node for node in described.subgraph.nodes if node.type == "verb"]
    rest = frozenset(stem(word) for word in beyond(telling, described.document_title or ""))
    acted, same = acts_on(rest, described)
    closer = [tie(asked, rest, piece, each.node) for each in ties]
    return nodes, Signals(
        kind=asked.kind,
        covered=coverage(telling, described),
        own=coverage(telling, own),
        title=coverage(telling, title),
        share=share,
        first=rank == 1,
        found=bool(nodes),
        verb=any(each.verb for each in ties),
        thing=any(each.thing for each in ties),
        asked=any(each.asked for each in ties),
        bound=any(each.bound for each in ties),
        named=any(_bears(node, asked.noun) for node in nodes),
        acts=any(names(node, words) for node in steps),
        several=len(nodes) > 1,
        acted=acted,
        same_act=same,
        own_verb=any(each.verb for each in closer),
        own_thing=any(each.thing for each in closer),
    )


def _answers(
    asked: Asked, words: frozenset[str], piece: Evidence
) -> tuple[tuple[SubgraphNode, ...], tuple[Tie, ...]]:
    """List the nodes of the types asked for, those tied most closely to what the question names alone.

    A sentence without annotation has none; a value asked for is then read off its words.
    """
    if not asked.types:
        return (), ()
    if not piece.subgraph.nodes:
        stated = stated_values(piece.text, sorted(asked.types)) if asked.kind == "value" else ()
        made = tuple(SubgraphNode(f"{piece.sentence_id}~{said}", said, name) for said, name in stated)
        return made, ()
    here = [
        node
        for node in piece.subgraph.nodes
        if node.properties.get("sentence_id", piece.sentence_id) == piece.sentence_id
        and not _stems(node) <= words
    ]
    ties = [tie(asked, words, piece, node) for node in here]
    wanted = [each for each in ties if each.node.type.replace("_", " ") in asked.types]
    if asked.relations and any(each.asked for each in ties):
        wanted = [each for each in ties if each.asked and each.node.type != "verb"] or wanted
    if named_so := [each for each in wanted if _bears(each.node, asked.noun)]:
        wanted = named_so
    if not wanted:
        return (), ()
    most = max(each.strength for each in wanted)
    kept = tuple(each for each in wanted if each.strength == most)
    return tuple(each.node for each in kept), kept


def _differing(best: Reading, readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Find what other protocols say otherwise to the same question, where it fits them as well."""
    if not best.nodes:
        return ()
    said = {_said(best)}
    found = []
    for each in sorted(readings, key=lambda reading: -reading.belief):
        alike = (
            each.evidence.document_id != best.evidence.document_id
            and each.signals.title >= AS_GOOD * best.signals.title
            and each.signals.own >= AS_GOOD * best.signals.own
            and each.fit >= AS_GOOD * best.fit
        )
        if alike and each.nodes and _said(each) not in said:
            said.add(_said(each))
            found.append(each)
    return tuple(found[:OTHERS])


def _said(reading: Reading) -> str:
    return " ".join(sorted(normalise(node.name) for node in reading.nodes))


def _sentence(reading: Reading, lead: str = "") -> DraftSentence:
    text = reading.evidence.text
    where = _BESIDE[reading.step] if lead else _BESIDE[reading.step].capitalize()
    said = f"{lead}{where}{_led(reading.nodes)}{_titled(reading.evidence)}“{text}”"
    return DraftSentence(said, (Quote(reading.number, text),))


def _neighbour(asked: Asked, best: Reading) -> Draft:
    piece = best.evidence
    text = piece.after if asked.kind == "after" else piece.before
    anchor = Quote(best.number, piece.text)
    if text is None:
        where = "last" if asked.kind == "after" else "first"
        said = f"{_titled(piece)}“{piece.text}” is the {where} step"
        return Draft((DraftSentence(said, (anchor,)),), confidence=0.8 * best.belief)
    order = "follows" if asked.kind == "after" else "comes before"
    said = f"{_titled(piece)}“{text}” {order} “{piece.text}”"
    return Draft(
        (DraftSentence(said, (Quote(best.number, text), anchor)),), confidence=best.belief, short=(text,)
    )


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
