"""Protocol reader: each part of a question is answered by the steps of the protocols to which it is bound."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from bioloom.answering.composition.confidence import LEAST_BELIEF
from bioloom.answering.composition.draft_answer import Draft, join_parts
from bioloom.answering.composition.refusal_wording import NEAREST, refuse
from bioloom.answering.constraints.document_binding import Binding
from bioloom.answering.constraints.shared_answers import GivenWords, less_fitting
from bioloom.answering.constraints.step_constraints import StepReading
from bioloom.answering.readers.publication_reader import readable
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.answering.readers.whole_protocol_reader import asks_for_whole_protocol
from bioloom.answering.readings.asked_numbers import numbered_step
from bioloom.answering.readings.forbidden_acts import forbidden
from bioloom.answering.readings.headed_lists import headed_list
from bioloom.answering.readings.network_readings import StepScorer
from bioloom.answering.readings.part_readings import PartReadings, read_in_turn
from bioloom.answering.readings.reading_beside import Beside
from bioloom.answering.readings.step_answers import answered, differing, is_shared
from bioloom.question_parsing import ParsedQuestion
from bioloom.records import Evidence
from bioloom.retrieval import PUBLICATIONS
from bioloom.step_reader import open_step_reader

_LEAST_LEFT = 0.2
"""Belief that is taken to be left for the other readings of a part at least."""


class ProtocolReader:
    """Answers with the values, things, steps or sentences that are asked for, part by part."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the steps; None where a whole protocol is asked for."""
        if asks_for_whole_protocol(context.question.type, context.hits):
            return None
        if not context.hits:
            return Draft(abstained=True, needed=LEAST_BELIEF)
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
        return replace(draft, evidence=context.pieces, needed=LEAST_BELIEF)


def read_parts(
    question: ParsedQuestion,
    weights: Mapping[str, float],
    evidence: Sequence[Evidence],
    bindings: Sequence[Binding] = (),
    *,
    needed: float = LEAST_BELIEF,
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
        if denied := forbidden(part.pattern, part.binding, evidence, spared):
            draft = denied
        elif numbered := numbered_step(part.pattern, part.binding, evidence, spared):
            draft = numbered
        elif listed := headed_list(part.pattern, part.binding, evidence, spared):
            draft = listed
        elif answer is not None:
            draft = answered(part.pattern, answer, () if part.binding.named else part.own)
        else:
            best = part.own[0] if part.own else None
            nearest = best
            if part.answerless and (best is None or best.belief < NEAREST):
                nearest = part.answerless[0]
            of_clause = _of_same_clause(part, parts, answers)
            elsewhere = part.read_other_documents()
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
