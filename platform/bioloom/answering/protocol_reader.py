"""Protocol reader: an answer from ranked steps and their subgraphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bioloom.answering.answer_nodes import answer_nodes, bears_noun
from bioloom.answering.answer_wording import is_title, names_prefix, title_prefix
from bioloom.answering.citation_verification import neighbour
from bioloom.answering.competing_sentences import Rivals
from bioloom.answering.confidence import Signals, belief
from bioloom.answering.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.neighbouring_steps import READ, in_order
from bioloom.answering.question_coverage import BELIEVED, coverage
from bioloom.answering.reading_context import ReadingContext
from bioloom.answering.role_matching import acts_on, names, tie
from bioloom.answering.whole_protocol_reader import asks_for_whole_protocol
from bioloom.names import normalise
from bioloom.question_parsing import ASKING_WORDS, QuestionType, stem
from bioloom.records import Evidence, SubgraphNode
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
class StepReading:
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


class StepReader:
    """Answers with the nodes, the step or the sentence that is asked for."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the ranked steps; None where a whole protocol is asked for."""
        asked = context.question.type
        if asks_for_whole_protocol(asked, context.hits):
            return None
        if not context.hits:
            return Draft(abstained=True, needed=BELIEVED)
        draft = read_steps(asked, context.weights, context.pieces)
        return replace(draft, evidence=context.pieces, needed=BELIEVED)


def read_steps(asked: QuestionType, weights: Mapping[str, float], evidence: Sequence[Evidence]) -> Draft:
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


def draft_of(asked: QuestionType, reading: StepReading) -> Draft:
    """Give the answer that one reading makes by itself, with its belief as the confidence."""
    if asked.kind in ("after", "before"):
        return _neighbour(asked, reading)
    short = tuple(dict.fromkeys(node.name for node in reading.nodes))
    return Draft((_sentence(reading),), confidence=reading.belief, short=short)


def read_sentences(
    asked: QuestionType, weights: Mapping[str, float], evidence: Sequence[Evidence]
) -> tuple[StepReading, ...]:
    """Read the first ranked sentences, each on its own; a title is read only where there is nothing else."""
    pieces = [(number, piece) for number, piece in enumerate(evidence, 1) if piece.sentence_id]
    told = [(number, piece) for number, piece in pieces if not is_title(piece)] or pieces
    if not told:
        return ()
    if asked.step:
        return _compared(asked, weights, _ordered(asked, weights, told), pieces)
    top = max(piece.score for _, piece in told)
    readings = [
        StepReading(
            number, piece, *_read(asked, weights, piece, piece, rank, piece.score / top if top > 0 else 0.0)
        )
        for rank, (number, piece) in enumerate(told[:READ], 1)
    ]
    if asked.kind == "value":
        for reading in [each for each in readings[:FOLLOWED] if not each.nodes]:
            readings += _beside(asked, weights, told, reading, top)
    return _compared(asked, weights, readings, pieces)


def _ordered(
    asked: QuestionType, weights: Mapping[str, float], told: Sequence[tuple[int, Evidence]]
) -> tuple[StepReading, ...]:
    """Read the steps beside those that the question may describe: "What is added after X?"."""
    top = max(piece.score for _, piece in told)
    found = []
    for rank, (number, described, other, piece) in enumerate(in_order(asked, told), 1):
        score = max(described.score, piece.score)
        if asked.types:
            nodes, signals = _read(asked, weights, described, piece, rank, score / top if top > 0 else 0.0)
            if nodes:
                beside = replace(signals, kind="beside")
                found.append(StepReading(other, piece, nodes, beside, anchor=number, step=asked.step))
        else:
            _, signals = _read(asked, weights, described, described, rank, score / top if top > 0 else 0.0)
            found.append(StepReading(number, described, (), signals))
    if found or asked.types:
        return tuple([each for each in found if each.signals.verb] or found)
    number, piece = told[0]
    return (StepReading(number, piece, *_read(asked, weights, piece, piece, 1, 1.0)),)


def _compared(
    asked: QuestionType,
    weights: Mapping[str, float],
    readings: Sequence[StepReading],
    pieces: Sequence[tuple[int, Evidence]],
) -> tuple[StepReading, ...]:
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
    asked: QuestionType,
    weights: Mapping[str, float],
    told: Sequence[tuple[int, Evidence]],
    silent: StepReading,
    top: float,
) -> list[StepReading]:
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
                found.append(StepReading(*at, nodes, beside, anchor=silent.number, step=about))
    return found


def _read(
    asked: QuestionType,
    weights: Mapping[str, float],
    described: Evidence,
    piece: Evidence,
    rank: int,
    share: float,
) -> tuple[tuple[SubgraphNode, ...], Signals]:
    """Read a sentence; `described` is the one that the question's words are about, mostly the same."""
    telling = {word: weight for word, weight in weights.items() if word not in ASKING_WORDS}
    words = frozenset(stem(word) for word in telling)
    nodes, ties = answer_nodes(asked, words, piece)
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
        named=any(bears_noun(node, asked.noun) for node in nodes),
        acts=any(names(node, words) for node in steps),
        several=len(nodes) > 1,
        acted=acted,
        same_act=same,
        own_verb=any(each.verb for each in closer),
        own_thing=any(each.thing for each in closer),
    )


def _differing(best: StepReading, readings: Sequence[StepReading]) -> tuple[StepReading, ...]:
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


def _said(reading: StepReading) -> str:
    return " ".join(sorted(normalise(node.name) for node in reading.nodes))


def _sentence(reading: StepReading, lead: str = "") -> DraftSentence:
    text = reading.evidence.text
    where = _BESIDE[reading.step] if lead else _BESIDE[reading.step].capitalize()
    said = f"{lead}{where}{names_prefix(reading.nodes)}{title_prefix(reading.evidence)}“{text}”"
    return DraftSentence(said, (Quote(reading.number, text),))


def _neighbour(asked: QuestionType, best: StepReading) -> Draft:
    piece = best.evidence
    text = piece.after if asked.kind == "after" else piece.before
    anchor = Quote(best.number, piece.text)
    if text is None:
        where = "last" if asked.kind == "after" else "first"
        said = f"{title_prefix(piece)}“{piece.text}” is the {where} step"
        return Draft((DraftSentence(said, (anchor,)),), confidence=0.8 * best.belief)
    order = "follows" if asked.kind == "after" else "comes before"
    said = f"{title_prefix(piece)}“{text}” {order} “{piece.text}”"
    return Draft(
        (DraftSentence(said, (Quote(best.number, text), anchor)),), confidence=best.belief, short=(text,)
    )
