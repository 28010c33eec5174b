"""Protocol reader: each part of a question is read off the steps of the protocols to which it is bound."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial

from bioloom.answering.anchor_steps import anchor_steps
from bioloom.answering.answer_nodes import answer_nodes, bears_noun, owned
from bioloom.answering.asked_groups import other_member
from bioloom.answering.document_binding import Binding, bind_parts, twin
from bioloom.answering.document_ranking import word_weights
from bioloom.answering.draft_answer import Draft, join_parts
from bioloom.answering.forbidden_acts import forbidden
from bioloom.answering.foreign_words import denied_words, foreign_words, of_other_subject
from bioloom.answering.missing_words import NOTHING_MISSING, missing_words
from bioloom.answering.named_kinds import names_other_kind
from bioloom.answering.named_origins import asks_origin, lacks_model, thing_words, told_origin
from bioloom.answering.next_steps import next_step
from bioloom.answering.pooled_beliefs import believed, split_void
from bioloom.answering.publication_reader import readable
from bioloom.answering.question_coverage import NEEDED
from bioloom.answering.read_steps import (
    LEAST,
    SpokenStep,
    StepScorer,
    corrected,
    document_share,
    network_signals,
    read_steps,
    spoken_nodes,
)
from bioloom.answering.reading_beside import Beside, LoneReading
from bioloom.answering.reading_context import ReadingContext
from bioloom.answering.refusal_wording import NEAREST, refuse
from bioloom.answering.shared_answers import GivenWords, less_fitting
from bioloom.answering.sibling_names import names_kin, names_rival
from bioloom.answering.step_answers import AS_GOOD, ORDER, answered, differing, is_shared
from bioloom.answering.step_constraints import (
    ProtocolText,
    StepReading,
    meets,
    other_delay,
    protocol_texts,
    quantities_of,
    same,
    share,
    signals,
)
from bioloom.answering.whole_protocol_reader import asks_for_whole_protocol
from bioloom.question_parsing import (
    ParsedQuestion,
    QuestionPattern,
    folded_words,
    is_talk,
    stands_in,
    stated_values,
)
from bioloom.records import Evidence, SubgraphNode
from bioloom.retrieval import PUBLICATIONS
from bioloom.step_reader import open_step_reader

WORTH = math.log(0.02)
"""Logarithm of the probability from which the network reads more documents than the likeliest."""

_HOW_MANY = re.compile(r"\bhow many (sec|min|h(?:ou)?rs?|day|week|month)", re.IGNORECASE)
_TIME_UNIT = re.compile(
    r"\d\s?(s|m|h|d|w)(?:ecs?|econds?|ins?|inutes?|rs?|ours?|ays?|eeks?)?\b", re.IGNORECASE
)

_LEAST_LEFT = 0.2
"""Belief that is taken to be left for the other readings of a part at least."""

_BY_RULES = frozenset({*ORDER, "closed"})
"""Kinds of questions that the network has not learnt."""

NOT_VOID: Mapping[str, float] = {"void": 0.0, "void own": 0.0, "void act": 0.0}
"""Signals of a step that answers by the network's words, whatever the rules find in it."""


@dataclass(frozen=True, slots=True)
class PartReadings:
    """A part of a question with its readings, the most believed first: those that may answer it, and steps
    that it may mean and that answer nothing; `read_elsewhere` reads the documents that the question does not
    name, which only a refusal needs."""

    pattern: QuestionPattern
    binding: Binding
    own: tuple[StepReading, ...]
    void: tuple[StepReading, ...]
    read_elsewhere: Callable[[], tuple[StepReading, ...]]


class StepReader:
    """Answers with the values, things, steps or sentences that are asked for, part by part."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the steps; None where a whole protocol is asked for."""
        if asks_for_whole_protocol(context.question.type, context.hits):
            return None
        if not context.hits:
            return Draft(abstained=True, needed=NEEDED)
        question, weights, bindings = context.question, context.weights, context.bindings
        others = readable(context.settings, question, context.hits)
        draft = read_parts(
            question,
            weights,
            context.pieces,
            bindings,
            network=open_step_reader(),
            spared=PUBLICATIONS if others else frozenset(),
        )
        return replace(draft, evidence=context.pieces, needed=NEEDED)


def read_parts(
    question: ParsedQuestion,
    weights: Mapping[str, float],
    evidence: Sequence[Evidence],
    bindings: Sequence[Binding] = (),
    *,
    needed: float = NEEDED,
    network: StepScorer | None = None,
    spared: Set[str] = frozenset(),
) -> Draft:
    """Answer every part of a question, or say of it that it is not answered and what is known instead.

    With a `network` its readings take part. `spared` are kinds of documents that another reader answers from.
    """
    drafts = []
    parts = list(read_in_turn(question, weights, evidence, bindings, network, spared))
    answers = [_answer(part, needed, spared) for part in parts]
    for at in less_fitting([part.pattern for part in parts], [_given(answer) for answer in answers]):
        parts[at] = _without_best(parts[at])
        answers[at] = _answer(parts[at], needed, spared)
    for part, answer in zip(parts, answers, strict=True):
        if answer is not None:
            draft = answered(part.pattern, answer, () if part.binding.named else part.own)
        elif denied := forbidden(part.pattern, part.binding, evidence, spared):
            draft = denied
        else:
            best = part.own[0] if part.own else None
            nearest = best
            if part.void and (best is None or best.belief < NEAREST):
                nearest = part.void[0]
            of_clause = _of_same_clause(part, parts, answers)
            elsewhere = part.read_elsewhere()
            known = refuse(
                question, part.pattern, weights, evidence, part.binding, elsewhere, nearest, of_clause
            )
            may_answer = best is not None and best.evidence.document_kind not in spared
            draft = replace(known, confidence=best.belief if best and may_answer else 0.0)
        drafts.append(replace(draft, asked=part.pattern.text))
    if len(drafts) == 1:
        return drafts[0]
    return join_parts(drafts)


def _answer(part: PartReadings, needed: float, spared: Set[str]) -> StepReading | None:
    """Give the reading that answers a part; None where none is believed enough."""
    best = part.own[0] if part.own else None
    if best is None or best.evidence.document_kind in spared:
        return None
    if best.belief >= needed:
        return best
    return best if not part.binding.named and is_shared(best, differing(best, part.own)) else None


def _given(answer: StepReading | None) -> GivenWords | None:
    """Give the words of an answer; None for a whole step."""
    if answer is None or not answer.nodes:
        return None
    return GivenWords(answer.number, _names(answer), answer.evidence.text, answer.belief)


def _names(reading: StepReading) -> tuple[str, ...]:
    return tuple(node.name for node in reading.nodes)


def _without_best(part: PartReadings) -> PartReadings:
    """Leave out what the best reading says, which another part has; the others share its belief."""
    best = part.own[0]
    kept = [
        each
        for each in part.own
        if each.number != best.number or (each.nodes and _names(each) != _names(best))
    ]
    left = max(1.0 - best.belief, _LEAST_LEFT)
    return replace(part, own=tuple(replace(each, belief=each.belief / left) for each in kept))


def _of_same_clause(
    part: PartReadings, parts: Sequence[PartReadings], answers: Sequence[StepReading | None]
) -> StepReading | None:
    """Give the answer of a part that asks the same clause for another kind of value: its step is meant."""
    return next(
        (
            answer
            for other, answer in zip(parts, answers, strict=True)
            if answer is not None
            and part.binding.binds(answer.document)
            and Beside(other.pattern, answer, 1).shared(part.pattern)
        ),
        None,
    )


def read_in_turn(
    question: ParsedQuestion,
    weights: Mapping[str, float],
    evidence: Sequence[Evidence],
    bindings: Sequence[Binding] = (),
    network: StepScorer | None = None,
    spared: Set[str] = frozenset(),
) -> Iterator[PartReadings]:
    """Read the parts of a question, each in the documents to which it is bound: first the one that is
    answered the most surely, then the others beside the answer of the nearest part that was read.

    A `network` reads the steps as well, but not where the step after or before another one is asked for, nor
    for yes or no, nor in documents of the kinds that are `spared`."""
    told = word_weights(weights, question.text)
    texts = protocol_texts(evidence)
    bindings = bindings or bind_parts(question, weights, evidence)
    patterns = [
        _bound_pattern(pattern, binding, bindings[0], texts)
        for pattern, binding in zip(question.patterns, bindings, strict=True)
    ]

    bound = [
        [text for text in _likeliest_first(binding, texts) if not of_other_subject(pattern, text, texts)]
        for pattern, binding in zip(patterns, bindings, strict=True)
    ]
    several = len(patterns) > 1
    spoken = [
        None
        if network is None or pattern.type.kind in _BY_RULES
        else read_steps(
            network,
            pattern.text if several else question.text,
            question.text if several and not twin(pattern, patterns) else "",
            [
                text
                for at, text in enumerate(some)
                if text.kind not in spared and (not at or binding.log_share(text.document) >= WORTH)
            ],
        )
        for pattern, some, binding in zip(patterns, bound, bindings, strict=True)
    ]

    alone = [
        [
            each
            for text in some
            for each in _read_text(
                pattern,
                told,
                text,
                None if heard is None else heard.get(text.document, {}),
                binding.log_share(text.document),
            )
        ]
        for pattern, some, heard, binding in zip(patterns, bound, spoken, bindings, strict=True)
    ]

    def read(at: int, beside: Beside | None = None) -> tuple[StepReading, ...]:
        found = believed([each.beside(beside) for each in alone[at]])
        return _last_first(found) if patterns[at].type.kind in ORDER else found

    found = [read(at) for at in range(len(patterns))]
    sure = [next((each.belief for each in one if not each.void), 0.0) for one in found]
    known: list[int] = []
    turn = sorted(range(len(patterns)), key=lambda at: -sure[at])
    for at in (*turn, turn[0]):
        known = [other for other in known if other != at]
        if known:
            near = min(known, key=lambda other: abs(other - at))
            answer = next((each for each in found[near] if not each.void), None)
            if answer is not None and bindings[at].binds(answer.document):
                found[at] = read(at, Beside(patterns[near], answer, 1 if near < at else -1))
        known.append(at)
    for at, (pattern, binding) in enumerate(zip(patterns, bindings, strict=True)):
        named = frozenset(word for each in texts if binding.binds(each.document) for word in each.title)
        asked = replace(pattern, focus=tuple(word for word in pattern.focus if not stands_in(word, named)))
        others = [each for each in texts if not binding.binds(each.document)]
        yield PartReadings(
            pattern, binding, *split_void(found[at]), partial(_read_others, asked, told, others)
        )


def _of_another(pattern: QuestionPattern, piece: Evidence, title: str) -> bool:
    """Say whether a step is about another name or another delay than a part."""
    around = f"{piece.before} {piece.after} {title}"
    return (
        names_kin(pattern.text, piece.text)
        or names_rival(pattern.text, piece.text, around)
        or other_delay(pattern, piece.text)
        or other_member(pattern.text, piece.text, around, title)
    )


def _last_first(found: tuple[StepReading, ...]) -> tuple[StepReading, ...]:
    """Put the last of the steps of a protocol that are believed as much first: a list of reagents stands
    before the steps that use them."""
    if not found:
        return found
    least, document = AS_GOOD * found[0].belief, found[0].document
    alike = (each for each in found if each.belief >= least and each.document == document)
    last = max(alike, key=lambda each: each.at)
    return (last, *(each for each in found if each is not last))


def _likeliest_first(binding: Binding, texts: Sequence[ProtocolText]) -> list[ProtocolText]:
    """Give the documents that may answer a part in the order in which the network reads them."""
    may_answer = [each for each in texts if binding.binds(each.document)]
    return sorted(may_answer, key=lambda each: -binding.log_share(each.document))


def _read_others(
    pattern: QuestionPattern, told: Mapping[str, float], texts: Sequence[ProtocolText]
) -> tuple[StepReading, ...]:
    """Read the documents that may not answer, by rules alone."""
    read = (each.beside(None) for text in texts for each in _read_text(pattern, told, text))
    return split_void(believed(list(read)))[0]


def _bound_pattern(
    pattern: QuestionPattern, binding: Binding, first: Binding, texts: Sequence[ProtocolText]
) -> QuestionPattern:
    """Leave out the words of a part that only name documents: its own, or those of the part that lends."""
    named = frozenset(word for each in texts if binding.binds(each.document) for word in each.title)
    naming = (
        frozenset(word for each in texts if each.document in first.documents for word in each.title) - named
    )
    names = [
        each
        for text in texts
        if binding.named and binding.binds(text.document)
        for each in quantities_of(text.name)
    ]
    things = frozenset(folded_words(pattern.thing))
    return replace(
        pattern,
        focus=tuple(word for word in thing_words(pattern) if word not in binding.spent or word in things),
        lent=tuple(word for word in pattern.lent if word not in naming),
        quantities=tuple(one for one in pattern.quantities if not any(same(one, each) for each in names)),
    )


def _unstated(pattern: QuestionPattern, nodes: Sequence[SubgraphNode]) -> tuple[SubgraphNode, ...]:
    """Leave out the values that a part states itself: "how much dNTPs is in one 20 µl reaction"."""
    return tuple(
        node
        for node in nodes
        if not any(same(one, each) for one in pattern.quantities for each in quantities_of(node.name))
    )


def _read_text(
    pattern: QuestionPattern,
    told: Mapping[str, float],
    text: ProtocolText,
    spoken: Mapping[int, SpokenStep] | None = None,
    meant: float = 0.0,
) -> Iterator[LoneReading]:
    """Read every step of a protocol that the question may mean; none where it is about what the protocol
    denies, nor, without `spoken` steps, where it is about others: the network knows other names. `meant` is
    the logarithm of the probability that the question is about the protocol."""
    lacking = len(foreign_words(pattern, text))
    written = text.told
    other = denied_words(pattern, text) or names_other_kind(pattern, written)
    if other or (lacking and spoken is None):
        return
    lent = tuple(word for word in pattern.lent if stands_in(word, text.known))
    of_origin = asks_origin(pattern.text)
    typed, known = bool(pattern.type.types) or of_origin, text.known | text.title
    own = tuple(word for word in pattern.focus if not (typed and is_talk(word)) or stands_in(word, known))
    pattern = replace(pattern, focus=(*own, *lent))
    about = share(told, tuple(told), text.title)
    missing = NOTHING_MISSING if spoken is None else missing_words(pattern, written, known)
    document = document_share((spoken or {}).values())
    anchors = anchor_steps(pattern, told, text)
    origins = {
        at: named for at, (_, piece) in text.steps.items() if of_origin and (named := _origin(pattern, piece))
    }
    for at, (number, piece) in text.steps.items():
        if at not in (origins or anchors) or _of_another(pattern, piece, text.name):
            continue
        nodes, bound = answer_nodes(pattern, told, piece)
        nodes = origins.get(at, ()) if of_origin else _unstated(pattern, nodes)
        mine = _owned(pattern, told, piece, nodes)
        modelled = not lacks_model(pattern.text, piece.text)
        answers = bool(nodes) and mine > -1 if typed else modelled
        found = signals(pattern, told, text, at, found=answers, bound=bound)
        given = () if found["void"] else nodes
        base = {"title": about, "retrieved": piece.score / text.top if text.top else 0.0}
        heard = spoken.get(at) if spoken is not None else None
        heard = corrected(pattern, piece, heard) if heard is not None and heard.share >= LEAST else heard
        readings = []
        if meets(found) and (found["own"] or not found["void"]):
            readings.append((nodes, given, mine, found))
        if heard is not None and heard.share >= LEAST:
            words = (
                () if of_origin or not modelled else _unstated(pattern, spoken_nodes(pattern, piece, heard))
            )
            if words and not (readings and {node.name for node in words} == {node.name for node in given}):
                readings.append((words, words, _owned(pattern, told, piece, words), {**found, **NOT_VOID}))
        for seen, kept, its, each in readings:
            made = {**each, **base, **_answer_signals(pattern, seen, its)}
            if spoken is not None:
                own_words = each is not found
                made |= network_signals(
                    pattern,
                    piece,
                    heard,
                    kept,
                    own=own_words,
                    lacking=lacking,
                    missing=missing,
                    document=document,
                    meant=meant,
                )
            beyond = next_step(text, at, ORDER[pattern.type.kind]) if pattern.type.kind in ORDER else None
            reading = StepReading(number, piece, text.document, at, kept, made, next=beyond)
            yield LoneReading(reading, pattern, seen, text.words[at])


def _origin(pattern: QuestionPattern, piece: Evidence) -> tuple[SubgraphNode, ...]:
    """Give the maker or the number of a thing that a step tells, if it does."""
    place = told_origin(pattern, piece.text, piece.document_title or "")
    name = piece.text[slice(*place)].strip() if place else ""
    return (SubgraphNode(f"{piece.sentence_id}~{name}", name, "thing"),) if name else ()


def _owned(
    pattern: QuestionPattern, told: Mapping[str, float], piece: Evidence, nodes: Sequence[SubgraphNode]
) -> float:
    """Say how far the best of some amounts is of the thing asked for, from -1 to 1."""
    return max((owned(pattern, told, piece.text, node) for node in nodes), default=0.0)


def _answer_signals(pattern: QuestionPattern, nodes: Sequence[SubgraphNode], mine: float) -> dict[str, float]:
    """Give the signals of an answer itself: whether it is of the kind, the thing and the unit asked for."""
    return {
        "several": float(len(nodes) > 1),
        "noun": float(any(bears_noun(node, pattern.type.noun) for node in nodes)),
        "loose": float(
            ("volume" in pattern.type.types and "mass" in pattern.type.types and not _amount(nodes))
            or (bool(nodes) and not _in_unit(pattern.text, nodes))
        ),
        "owned": max(mine, 0.0),
        "of another": max(-mine, 0.0),
    }


def _in_unit(asked: str, nodes: Sequence[SubgraphNode]) -> bool:
    """Say whether a time is in the unit of which the question asks how many: 30 seconds are no hours."""
    unit = _HOW_MANY.search(asked)
    units = {found[1][0].lower() for node in nodes for found in _TIME_UNIT.finditer(node.name)}
    return unit is None or not units or unit[1][0].lower() in units


def _amount(nodes: Sequence[SubgraphNode]) -> bool:
    return any(stated_values(node.name, ("volume", "mass")) for node in nodes)
