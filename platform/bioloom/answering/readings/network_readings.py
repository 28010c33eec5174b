"""Network readings: the steps that the step reader finds to answer a part of a question, and its words."""

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bioloom.answering.constraints.contrasted_values import contrasted_span, value_places
from bioloom.answering.constraints.named_cells import named_cell, within_cell
from bioloom.answering.readings.answer_nodes import MEASURES, VALUED, in_unit, sentence_nodes, value_meant
from bioloom.answering.texts.protocol_text import ProtocolText
from bioloom.answering.texts.span_edges import whole_span
from bioloom.question_parsing import QuestionPattern, asked_nouns, canonical_words, stated_values
from bioloom.question_parsing.stated_values import ALL_KINDS, is_value
from bioloom.records import Evidence, SubgraphNode
from bioloom.step_reader import FoundStep, ReadableText

MOST = 3
"""Protocols that the network reads for a part of a question, the best first."""

LEAST_LOG_PROBABILITY = -5.0
"""Log probability of a step from which the network's words are a reading of their own."""

_CLIP = 8.0
_SCALE = 4.0
_PRIMES = re.compile(r"\d\s?['’′]{1,2}(?!\w)|\d\s?[\"”″](?!\w)")
"""Minutes and seconds as marks: "20'"."""

_ALSO_VALUED = re.compile(
    r"\b(?:half|full|max|maximum|seven|eight|nine|twelve|boiling|confluent)\b", re.IGNORECASE
)
"""What words that answer a question for a value may hold besides."""

_BECAUSE = re.compile(r"\b(?:because|bc|b/c|since|so that|in order to)\s(?!of\b)", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[.;)](?=\s|$)")
_FOLD = re.compile(r"[x×]$")
"""A multiple, which may be the beginning of a number: "1 x 10^5 cells"."""

_ENDS = " \t.,;:()[]"


class StepScorer(Protocol):
    """Scores the steps of protocols for a part of a question (`bioloom.step_reader`)."""

    def read(
        self, part: str, whole: str, texts: Sequence[ReadableText]
    ) -> Mapping[tuple[int, int], FoundStep]:
        """Score steps, named by the numbers of protocol and step, each from 0."""


@dataclass(frozen=True, slots=True)
class PredictedStep(FoundStep):
    """A step as the network scored it, with the log probability that it answers, among all that were read and
    no answer."""

    log_probability: float


PredictedSteps = Mapping[str, Mapping[int, PredictedStep]]
"""What the network predicts, by document and place of the step."""


def predict_steps(
    network: StepScorer, part: str, whole: str, texts: Sequence[ProtocolText]
) -> PredictedSteps:
    """Score the steps of the first protocols for a part, with a softmax over all of them and no answer.

    `whole` is the question where it has other parts.
    """
    chosen = texts[:MOST]
    places = [list(text.steps) for text in chosen]
    readable = [
        ReadableText(text.name, tuple(piece.text for _, piece in text.steps.values())) for text in chosen
    ]
    found = network.read(part, whole, readable)
    top = max((0.0, *(each.score for each in found.values())))
    total = top + math.log(math.exp(-top) + sum(math.exp(each.score - top) for each in found.values()))
    read: dict[str, dict[int, PredictedStep]] = {text.document: {} for text in chosen}
    for (text, step), each in found.items():
        predicted = PredictedStep(each.score, each.start, each.end, each.sure, each.score - total)
        read[chosen[text].document][places[text][step]] = predicted
    return read


def document_log_probability(predicted: Iterable[PredictedStep]) -> float:
    """Give the log probability that one of a document's steps answers; the least where none was read."""
    return math.log(max(sum(math.exp(each.log_probability) for each in predicted), math.exp(-_CLIP)))


def predicted_nodes(
    pattern: QuestionPattern, piece: Evidence, predicted: PredictedStep
) -> tuple[SubgraphNode, ...]:
    """Give the network's words as a node: the one of the graph that has them, or else a new one.

    Nothing where they are no value though one is asked for, or a value of another kind, a value where a thing
    is asked for by its noun ("which pipette"), or words of the question only.
    """
    words = piece.text[predicted.start : predicted.end].strip(_ENDS)
    types = pattern.type.types
    if not words or set(canonical_words(words)) <= set(pattern.own_words) - set(
        canonical_words(pattern.type.noun)
    ):
        return ()
    if pattern.type.kind == "value":
        kinds = {kind for _, kind in stated_values(words, ALL_KINDS)}
        kinds |= {"time"} if _PRIMES.search(words) else set()
        valued = VALUED.search(words) or _ALSO_VALUED.search(words)
        if not valued or (kinds and types and not kinds & types):
            return ()
        if not in_unit(pattern, words):
            return ()
        words = _of_kinds(words, types)
    if pattern.type.kind == "how" and is_value(words):
        return ()
    named = (node for node in sentence_nodes(piece) if node.type != "verb" and node.name == words)
    if same := next(named, None):
        measure = pattern.type.kind == "thing" and same.type in MEASURES - types
        return () if measure and pattern.type.noun in asked_nouns(pattern.text) else (same,)
    kind = next((kind for _, kind in stated_values(words, tuple(types & set(ALL_KINDS)))), "")
    return (SubgraphNode(f"{piece.sentence_id}~{words}", words, kind or next(iter(sorted(types)), "thing")),)


def _of_kinds(words: str, types: Collection[str]) -> str:
    """Give of words with values of several kinds the one of the kind that is asked for, where it is one.

    >>> _of_kinds("300 µl 2%", {"concentration"}), _of_kinds("300 µl", {"volume"})
    ('2%', '300 µl')
    """
    own = [value for value, _ in stated_values(words, types)]
    others = [
        value for value, kind in stated_values(words, ALL_KINDS) if kind not in types and value not in own
    ]
    return own[0] if len(own) == 1 and others and not _FOLD.search(own[0]) else words


def corrected(pattern: QuestionPattern, piece: Evidence, predicted: PredictedStep) -> PredictedStep:
    """Give the network's words whole (`whole_span`), as the value of the step by which the words of the
    question stand, where they are another one, as the cell of a table whose column the question names, or as
    the whole clause of the reason that is asked for."""
    if pattern.reason:
        ended = _CLAUSE_END.search(piece.text, predicted.end)
        begun = [each.end() for each in _BECAUSE.finditer(piece.text, 0, predicted.start)]
        start = begun[-1] if begun else predicted.start
        return replace(predicted, start=start, end=ended.start() if ended else len(piece.text))
    if cell := named_cell({*canonical_words(pattern.text)}, piece.text, pattern.type.types & {*ALL_KINDS}):
        return replace(predicted, start=cell[0], end=cell[1])
    begin, end = within_cell(piece.text, *whole_span(piece.text, predicted.start, predicted.end))
    words = piece.text[begin:end].strip(_ENDS)
    if pattern.type.kind != "value" and stated_values(words, ALL_KINDS):
        start, end = contrasted_span(pattern, piece.text, begin, end)
        return replace(predicted, start=start, end=end)
    meant = value_meant(pattern, piece, words) if pattern.type.kind == "value" and words else None
    if meant is None:
        return replace(predicted, start=begin, end=end)
    ((start, end),) = value_places(piece.text, [meant.name])
    return replace(predicted, start=start, end=end)


def network_signals(
    pattern: QuestionPattern,
    piece: Evidence,
    predicted: PredictedStep | None,
    nodes: Sequence[SubgraphNode],
    *,
    own: bool,
    lacking: int,
    missing: Mapping[str, float],
    document: float,
    meant: float,
) -> dict[str, float]:
    """Give the signals of a reading that the network adds (ontology/retrieval/confidence.tsv).

    `own` says that the words are the network's only; `lacking` counts the words of the question that the
    protocol has nowhere, `missing` are the signals of `missing_words`. `document` is the log probability that
    some step of the protocol answers, `meant` that the question is about it. A step that was not read has the
    least log probability.
    """
    thing = float(pattern.type.kind != "value")
    signals = {
        "document answers": document / _SCALE,
        "document meant": meant / _SCALE,
        "foreign words": min(lacking, 2) / 2,
        "foreign words without value": thing * min(lacking, 2) / 2,
        "predicted words": float(own),
        **missing,
    }
    if predicted is None:
        floor = -_CLIP / _SCALE
        return signals | {
            "read by network": 0.0,
            "log odds": 0.0,
            "log probability": floor,
            "agreement": 0.0,
            "span confidence": 0.0,
            "wordless log probability": 0.0,
            "log probability without value": floor * thing,
            "confidence of predicted words": 0.0,
        }
    score = max(-_CLIP, min(_CLIP, predicted.score)) / _SCALE
    log_probability = max(-_CLIP, predicted.log_probability) / _SCALE
    agreed = 1.0 if own else max((_overlap(piece.text, node.name, predicted) for node in nodes), default=0.0)
    return signals | {
        "read by network": 1.0,
        "log odds": score,
        "log probability": log_probability,
        "agreement": agreed,
        "span confidence": agreed * predicted.sure,
        "wordless log probability": float(not nodes) * log_probability,
        "log probability without value": log_probability * thing,
        "confidence of predicted words": own * predicted.sure,
    }


def _overlap(text: str, name: str, predicted: PredictedStep) -> float:
    """Give the share of characters that a name and the network's words have in common, of both together."""
    start = text.find(name)
    if start < 0:
        return 0.0
    end = start + len(name)
    shared = min(end, predicted.end) - max(start, predicted.start)
    return max(0, shared) / (max(end, predicted.end) - min(start, predicted.start))
