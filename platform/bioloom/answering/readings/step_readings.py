"""Step readings: each step of one protocol, read for one part of a question."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from bioloom.answering.constraints.asked_groups import other_member
from bioloom.answering.constraints.excluded_groups import excluded_words, names_excluded
from bioloom.answering.constraints.foreign_words import denied_words, foreign_words
from bioloom.answering.constraints.missing_words import NOTHING_MISSING, missing_words
from bioloom.answering.constraints.named_kinds import names_other_kind
from bioloom.answering.constraints.named_origins import asks_origin, lacks_model, stated_origin
from bioloom.answering.constraints.sibling_names import names_kin
from bioloom.answering.constraints.step_constraints import StepReading, asks_itself, meets, share, signals
from bioloom.answering.readings.anchor_steps import anchor_steps
from bioloom.answering.readings.answer_nodes import (
    answer_nodes,
    bears_noun,
    limiting_steps,
    owned,
    stored_steps,
    tells_no_place,
)
from bioloom.answering.readings.asked_sort import asks_person, denied_values, of_asked_sort
from bioloom.answering.readings.network_readings import (
    LEAST_LOG_PROBABILITY,
    PredictedStep,
    corrected,
    document_log_probability,
    network_signals,
    predicted_nodes,
)
from bioloom.answering.readings.next_steps import next_step
from bioloom.answering.readings.reading_beside import LoneReading
from bioloom.answering.readings.step_answers import ORDER
from bioloom.answering.texts.protocol_text import ProtocolText
from bioloom.answering.texts.quantity_comparison import quantities_of, same
from bioloom.answering.texts.sentence_clauses import clause_around
from bioloom.answering.texts.values_by_name import measured_of_another
from bioloom.question_parsing import (
    ASKING_WORDS,
    QuestionPattern,
    canonical_words,
    is_act,
    is_everyday,
    is_filler,
    is_unconstraining,
    matches_any,
    names_kind,
    stated_values,
)
from bioloom.records import Evidence, SubgraphNode

_HOW_MANY = re.compile(r"\bhow many (sec|min|h(?:ou)?rs?|day|week|month)", re.IGNORECASE)
_TIME_UNIT = re.compile(
    r"\d\s?(s|m|h|d|w)(?:ecs?|econds?|ins?|inutes?|rs?|ours?|ays?|eeks?)?\b", re.IGNORECASE
)

_JOINT = re.compile(r"[;,]\s|\b(?:and|but|then)\b")
"""Where a clause of a step begins."""

NOT_ANSWERLESS: Mapping[str, float] = {"answerless": 0.0, "answerless overlap": 0.0, "answerless act": 0.0}
"""Signals of a step that answers by the network's words, though the rules find no answer in it."""


def read_text(
    pattern: QuestionPattern,
    idf: Mapping[str, float],
    text: ProtocolText,
    predicted: Mapping[int, PredictedStep] | None = None,
    meant: float = 0.0,
) -> Iterator[LoneReading]:
    """Read every step of a protocol that the question may mean; none where it is about what the protocol
    denies, nor, without `predicted` steps, where it is about others: the network knows other names. `meant`
    is the log probability that the question is about the protocol."""
    lost = foreign_words(pattern, text)
    lacking = len(lost)
    written = text.texts
    if lacking and predicted is None:
        return
    able = able_steps(pattern, idf, text)
    of_origin = asks_origin(pattern.text)
    typed = _is_typed(pattern)
    known = text.known | text.title
    pattern = _in_words_of(pattern, text)
    about = share(idf, tuple(idf), text.title)
    missing = NOTHING_MISSING if predicted is None else missing_words(pattern, written, known)
    document = document_log_probability((predicted or {}).values())
    origins = {at: named for at in able if of_origin and (named := _origin(pattern, text.steps[at][1]))}
    for at in able:
        number, piece = text.steps[at]
        nodes, bound = answer_nodes(pattern, idf, piece)
        nodes = origins.get(at, ()) if of_origin else _possible(pattern, piece, nodes)
        mine = _owned(pattern, idf, piece, nodes)
        modelled = not lacks_model(pattern.text, piece.text)
        answers = bool(nodes) and mine > -1 if typed else modelled
        found = signals(pattern, idf, text, at, found=answers, bound=bound)
        given = () if found["answerless"] else nodes
        base = {"title overlap": about, "retrieval score": piece.score / text.top if text.top else 0.0}
        prediction = predicted.get(at) if predicted is not None else None
        prediction = (
            corrected(pattern, piece, prediction)
            if prediction is not None and prediction.log_probability >= LEAST_LOG_PROBABILITY
            else prediction
        )
        readings = []
        if meets(found) and (found["overlap"] or not found["answerless"]):
            readings.append((nodes, given, mine, found))
        if prediction is not None and prediction.log_probability >= LEAST_LOG_PROBABILITY:
            words = (
                ()
                if of_origin or not modelled
                else _possible(pattern, piece, predicted_nodes(pattern, piece, prediction))
                or denied_values(pattern, piece)
            )
            words = _in_richer_clause(pattern, piece.text, text.title, words, given) or words
            if words and not (readings and {node.name for node in words} == {node.name for node in given}):
                readings.append(
                    (words, words, _owned(pattern, idf, piece, words), {**found, **NOT_ANSWERLESS})
                )
        for seen, kept, its, each in readings:
            made = {**each, **base, **_answer_signals(pattern, seen, its)}
            if predicted is not None:
                own_words = each is not found
                made |= network_signals(
                    pattern,
                    piece,
                    prediction,
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


def able_steps(pattern: QuestionPattern, idf: Mapping[str, float], text: ProtocolText) -> list[int]:
    """Give the places of the steps that may answer a part of a question, whatever of them is said; none where
    it is about what the protocol denies, or about others."""
    written = text.texts
    if denied_words(pattern, text) or names_other_kind(pattern, written) or _on_foreign_thing(pattern, text):
        return []
    pattern = _in_words_of(pattern, text)
    of_origin = asks_origin(pattern.text)
    meant = {at for at, (_, piece) in text.steps.items() if of_origin and _origin(pattern, piece)}
    meant = meant or {*anchor_steps(pattern, idf, text)}
    excluded = excluded_words(tuple(written))
    aside = stored_steps(pattern, text) | limiting_steps(pattern, text)
    return [
        at
        for at, (_, piece) in text.steps.items()
        if at in meant
        and at not in aside
        and not asks_itself(piece.text)
        and not names_excluded(pattern, piece.text, excluded)
        and not _of_another(pattern, piece, text.name)
        and not tells_no_place(pattern, piece.text)
    ]


def _in_words_of(pattern: QuestionPattern, text: ProtocolText) -> QuestionPattern:
    """Add the words that a part leaves out and a protocol has, and leave out those that only fill."""
    elided_words = tuple(word for word in pattern.elided_words if matches_any(word, text.known))
    known = text.known | text.title
    typed = _is_typed(pattern)
    own = tuple(
        word for word in pattern.own_words if not (typed and is_filler(word)) or matches_any(word, known)
    )
    return replace(pattern, own_words=(*own, *elided_words))


def _is_typed(pattern: QuestionPattern) -> bool:
    """Say whether a part asks for a value of some kind, an origin or a person."""
    return bool(pattern.type.types) or asks_origin(pattern.text) or asks_person(pattern.text)


def _on_foreign_thing(pattern: QuestionPattern, text: ProtocolText) -> bool:
    """Say whether all that is asked is what is done to one everyday thing, which a protocol does not have:
    "how do I fix my bike"."""
    things = [word for word in pattern.own_words if not (is_act(word) or names_kind(word))]
    all_words = {word for word in pattern.all_words if not is_unconstraining(word)} - ASKING_WORDS
    alone = len(things) == 1 and len(pattern.own_words) == 2 and all_words <= {*pattern.own_words}
    everyday = alone and not (pattern.elided_words or pattern.context_words) and is_everyday(things[0])
    return everyday and not matches_any(things[0], text.known | text.title)


def _of_another(pattern: QuestionPattern, piece: Evidence, title: str) -> bool:
    """Say whether a step is about another name or another delay than a part."""
    around = f"{piece.before} {piece.after} {title}"
    return (
        names_kin(pattern.text, piece.text)
        or other_member(pattern.text, piece.text, around, title)
        or measured_of_another(frozenset(pattern.own_words), piece.text)
    )


def _possible(
    pattern: QuestionPattern, piece: Evidence, nodes: Sequence[SubgraphNode]
) -> tuple[SubgraphNode, ...]:
    """Leave out what is not of the sort that is asked for, and the values that a part states itself: "how
    much dNTPs is in one 20 µl reaction"."""
    return tuple(
        node
        for node in nodes
        if of_asked_sort(pattern, piece.text, node.name)
        and not any(same(one, each) for one in pattern.quantities for each in quantities_of(node.name))
    )


def _in_richer_clause(
    pattern: QuestionPattern,
    text: str,
    title: Set[str],
    words: Sequence[SubgraphNode],
    given: Sequence[SubgraphNode],
) -> tuple[SubgraphNode, ...]:
    """Give the things of the rules whose clause has all of a part's words that the clause of the network's
    words has, and more: "measure DNA by Qubit and absorbance by Nanodrop"."""
    if pattern.type.kind != "thing" or len(words) != 1:
        return ()
    asked = [word for word in pattern.own_words if not matches_any(word, title)]

    def held(name: str) -> frozenset[str]:
        start = text.find(name)
        clause = frozenset(canonical_words(clause_around(text, start, start + len(name), _JOINT)))
        return frozenset(word for word in asked if matches_any(word, clause))

    if any(text.count(node.name) != 1 for node in (*words, *given)):
        return ()
    own = held(words[0].name)
    return tuple(node for node in given if own < held(node.name))


def _origin(pattern: QuestionPattern, piece: Evidence) -> tuple[SubgraphNode, ...]:
    """Give the maker or the number of a thing that a step tells, if it does."""
    place = stated_origin(pattern, piece.text, piece.document_title or "")
    name = piece.text[slice(*place)].strip() if place else ""
    return (SubgraphNode(f"{piece.sentence_id}~{name}", name, "thing"),) if name else ()


def _owned(
    pattern: QuestionPattern, idf: Mapping[str, float], piece: Evidence, nodes: Sequence[SubgraphNode]
) -> float:
    """Say how far the best of some amounts is of the thing asked for, from -1 to 1."""
    return max((owned(pattern, idf, piece.text, node) for node in nodes), default=0.0)


def _answer_signals(pattern: QuestionPattern, nodes: Sequence[SubgraphNode], mine: float) -> dict[str, float]:
    """Give the signals of an answer itself: whether it is of the kind, the thing and the unit asked for
    (ontology/retrieval/confidence.tsv says what each is)."""
    return {
        "several answers": float(len(nodes) > 1),
        "asked noun": float(any(bears_noun(node, pattern.type.noun) for node in nodes)),
        "unit mismatch": float(
            ("volume" in pattern.type.types and "mass" in pattern.type.types and not _amount(nodes))
            or (bool(nodes) and not _in_unit(pattern.text, nodes))
        ),
        "amount of thing": max(mine, 0.0),
        "amount of another": max(-mine, 0.0),
    }


def _in_unit(asked: str, nodes: Sequence[SubgraphNode]) -> bool:
    """Say whether a time is in the unit of which the question asks how many: 30 seconds are no hours."""
    unit = _HOW_MANY.search(asked)
    units = {found[1][0].lower() for node in nodes for found in _TIME_UNIT.finditer(node.name)}
    return unit is None or not units or unit[1][0].lower() in units


def _amount(nodes: Sequence[SubgraphNode]) -> bool:
    return any(stated_values(node.name, ("volume", "mass")) for node in nodes)
