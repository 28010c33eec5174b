"""Part readings: the parts of a question read in turn, each beside the answer of the nearest other part."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial

from bioloom.answering.constraints.asked_rows import of_other_rows
from bioloom.answering.constraints.asked_sections import of_other_sections
from bioloom.answering.constraints.asked_variants import of_other_variants
from bioloom.answering.constraints.document_binding import Binding, bind_parts, twin
from bioloom.answering.constraints.document_ranking import word_weights
from bioloom.answering.constraints.foreign_words import lacks_code, of_other_means, of_other_subject
from bioloom.answering.constraints.named_origins import thing_words
from bioloom.answering.constraints.step_constraints import (
    StepReading,
    condition_signals,
    of_other_measures,
    order_signals,
)
from bioloom.answering.readings.asked_numbers import lacks_turn, of_other_numbers, of_other_turns
from bioloom.answering.readings.network_readings import PredictedSteps, StepScorer, predict_steps
from bioloom.answering.readings.pooled_beliefs import believed, split_answerless
from bioloom.answering.readings.reading_beside import Beside, LoneReading
from bioloom.answering.readings.step_answers import AS_GOOD, ORDER
from bioloom.answering.readings.step_readings import able_steps, read_text
from bioloom.answering.texts.protocol_text import ProtocolText, protocol_texts
from bioloom.answering.texts.quantity_comparison import quantities_of, same
from bioloom.question_parsing import ParsedQuestion, QuestionPattern, canonical_words, matches_any
from bioloom.records import Evidence

LEAST_OF_DOCUMENT = math.log(0.02)
"""Log probability from which a document is read by the network though another is likelier."""

_REVERSED = 0.5
"""Share of the words of "after …" from which a step that has more of them behind it than before it may not
answer."""

_OTHERS = (
    of_other_sections,
    of_other_variants,
    of_other_numbers,
    of_other_turns,
    of_other_rows,
    of_other_measures,
)
"""What finds the steps of something else than a part names."""

_BY_RULES = frozenset({*ORDER, "closed"})
"""Kinds of questions that the network has not learnt."""


@dataclass(frozen=True, slots=True)
class PartReadings:
    """A part of a question with its readings, the most believed first: those that may answer it, and steps
    that it may mean and that answer nothing; `read_other_documents` reads the documents that the question
    does not name, which only a refusal needs. `unable` gives the ids of the steps that may not answer,
    whatever of them is said, which only an answer that was not read off them needs."""

    pattern: QuestionPattern
    binding: Binding
    own: tuple[StepReading, ...]
    answerless: tuple[StepReading, ...]
    read_other_documents: Callable[[], tuple[StepReading, ...]]
    unable: Callable[[], frozenset[str]]


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
    idf = word_weights(weights, question.text)
    texts = protocol_texts(evidence)
    bindings = bindings or bind_parts(question, weights, evidence)
    patterns = [
        _bound_pattern(pattern, binding, bindings[0], texts)
        for pattern, binding in zip(question.patterns, bindings, strict=True)
    ]
    bound = [
        [
            _as_asked(pattern, text)
            for text in _likeliest_first(binding, texts)
            if not of_other_subject(pattern, text, texts)
            and not (of_other_means(pattern, text) or lacks_turn(pattern, text))
            and (binding.named or not lacks_code(pattern, text, texts))
        ]
        for pattern, binding in zip(patterns, bindings, strict=True)
    ]
    predicted = [
        None if network is None else _predict_part(network, question, patterns, at, binding, some, spared)
        for at, (some, binding) in enumerate(zip(bound, bindings, strict=True))
    ]
    alone = [
        [
            each
            for text in some
            for each in read_text(
                pattern,
                idf,
                text,
                None if predicted_steps is None else predicted_steps.get(text.document, {}),
                binding.log_probability(text.document),
            )
        ]
        for pattern, some, predicted_steps, binding in zip(patterns, bound, predicted, bindings, strict=True)
    ]

    found = _read_beside_answers(patterns, bindings, alone)
    for at, (pattern, binding) in enumerate(zip(patterns, bindings, strict=True)):
        named = frozenset(word for each in texts if binding.binds(each.document) for word in each.title)
        asked = replace(
            pattern, own_words=tuple(word for word in pattern.own_words if not matches_any(word, named))
        )
        others = [each for each in texts if not binding.binds(each.document)]
        yield PartReadings(
            pattern,
            binding,
            *split_answerless(found[at]),
            partial(_read_others, asked, idf, others),
            partial(_unable, pattern, idf, bound[at], texts),
        )


def _as_asked(pattern: QuestionPattern, text: ProtocolText) -> ProtocolText:
    """Leave out the steps of other sections, variants, numbers, rows and measures than those that a part
    names."""
    for others in _OTHERS:
        text = text.without(others(pattern, text))
    return text


def _predict_part(
    network: StepScorer,
    question: ParsedQuestion,
    patterns: Sequence[QuestionPattern],
    at: int,
    binding: Binding,
    texts: Sequence[ProtocolText],
    spared: Set[str],
) -> PredictedSteps | None:
    """Let the network score the steps for a part; None where it has not learnt such questions."""
    pattern = patterns[at]
    if pattern.type.kind in _BY_RULES:
        return None
    several = len(patterns) > 1
    worth = [
        text
        for first, text in enumerate(texts)
        if text.kind not in spared
        and (not first or binding.log_probability(text.document) >= LEAST_OF_DOCUMENT)
    ]
    whole = question.text if several and not twin(pattern, patterns) else ""
    return predict_steps(network, pattern.text if several else question.text, whole, worth)


def _read_beside_answers(
    patterns: Sequence[QuestionPattern],
    bindings: Sequence[Binding],
    alone: Sequence[Sequence[LoneReading]],
) -> list[tuple[StepReading, ...]]:
    """Rank the readings of each part, those of the surest part first, the others beside the answer of the
    nearest part that was read; the first at last beside theirs."""

    def read(at: int, beside: Beside | None = None) -> tuple[StepReading, ...]:
        found = believed([each.beside(beside) for each in alone[at]])
        return _last_first(found) if patterns[at].type.kind in ORDER else found

    found = [read(at) for at in range(len(patterns))]
    sure = [next((each.belief for each in one if not each.answerless), 0.0) for one in found]
    known: list[int] = []
    turn = sorted(range(len(patterns)), key=lambda at: -sure[at])
    for at in (*turn, turn[0]):
        known = [other for other in known if other != at]
        if known:
            near = min(known, key=lambda other: abs(other - at))
            answer = next((each for each in found[near] if not each.answerless), None)
            if answer is not None and bindings[at].binds(answer.document):
                found[at] = read(at, Beside(patterns[near], answer, 1 if near < at else -1))
        known.append(at)
    return found


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
    return sorted(may_answer, key=lambda each: -binding.log_probability(each.document))


def _read_others(
    pattern: QuestionPattern, idf: Mapping[str, float], texts: Sequence[ProtocolText]
) -> tuple[StepReading, ...]:
    """Read the documents that may not answer, by rules alone."""
    read = (each.beside(None) for text in texts for each in read_text(pattern, idf, text))
    return split_answerless(believed(list(read)))[0]


def _unable(
    pattern: QuestionPattern,
    idf: Mapping[str, float],
    bound: Sequence[ProtocolText],
    texts: Sequence[ProtocolText],
) -> frozenset[str]:
    """Give the ids of the steps that may not answer: of other documents, sections or things, before what they
    must come after, or with another value, number or word than the part has."""
    able = {
        text.steps[at][1].sentence_id
        for text in bound
        for at in (text.steps if pattern.type.kind in ORDER else able_steps(pattern, idf, text))
        if not condition_signals(pattern, text, at)["contradicted"]
        and order_signals(pattern, idf, text, at)["order reversed"] <= _REVERSED
    }
    steps = (piece.sentence_id for text in texts for _, piece in text.steps.values())
    return frozenset(step for step in steps if step and step not in able)


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
    things = frozenset(canonical_words(pattern.thing))
    return replace(
        pattern,
        own_words=tuple(
            word for word in thing_words(pattern) if word not in binding.naming_words or word in things
        ),
        elided_words=tuple(word for word in pattern.elided_words if word not in naming),
        quantities=tuple(one for one in pattern.quantities if not any(same(one, each) for each in names)),
    )
