"""Steps read by a network for a part of a question: their scores as signals, and the words that it finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol

from bioloom.answering.step_constraints import ProtocolText
from bioloom.question_parsing import QuestionType, stated_values
from bioloom.records import Evidence, SubgraphNode
from bioloom.step_reader import FoundStep, ReadableText, has_step_reader

LIKELY = -2.0
"""Score from which what the network found in a step is taken for an answer that competes with others."""

MOST_TEXTS = 2
"""Protocols that the network reads for one part."""

_SCALE = 4.0
_MOST = 8.0


class StepModel(Protocol):
    """Scores the steps of protocols for a part of a question, as `StepReader` does."""

    def read(
        self, part: str, whole: str, texts: Sequence[ReadableText], /
    ) -> Mapping[tuple[int, int], FoundStep]:
        """Score steps, by the numbers of the protocol and of the step."""
        ...


@cache
def opened_model() -> StepModel | None:
    """Open the shipped network; None if this installation has none."""
    if not has_step_reader():
        return None
    from bioloom.step_reader.reader import open_step_reader  # onnxruntime takes a moment to import

    return open_step_reader()


def score_steps(
    model: StepModel | None, part: str, question: str, texts: Sequence[ProtocolText]
) -> Mapping[str, Mapping[int, FoundStep]]:
    """Score the steps of the first protocols, by document and place; nothing without a network."""
    if model is None:
        return {}
    first = texts[:MOST_TEXTS]
    whole = question if part.rstrip("?") != question.rstrip("?") else ""
    readable = [
        ReadableText(
            text.name,
            [piece.text for _, piece in text.steps.values()],
            [text.words[at] for at in text.steps],
        )
        for text in first
    ]
    found: dict[str, dict[int, FoundStep]] = {text.document: {} for text in first}
    places = [list(text.steps) for text in first]
    for (number, step), each in model.read(part, whole, readable).items():
        found[first[number].document][places[number][step]] = each
    return found


def spoken_nodes(
    score: FoundStep, piece: Evidence, nodes: Sequence[SubgraphNode]
) -> tuple[SubgraphNode, ...]:
    """Give the nodes that overlap the words which the network found in a step; else these words as one."""
    kept = tuple(node for node in nodes if _overlaps(score, piece.text, node))
    if kept:
        return kept
    words = piece.text[score.start : score.end]
    return (SubgraphNode(f"{piece.sentence_id}~{words}", words, "span"),)


def _overlaps(score: FoundStep, text: str, node: SubgraphNode) -> bool:
    start = text.find(node.name)
    return start >= 0 and start < score.end and start + len(node.name) > score.start


def network_signals(
    score: FoundStep | None,
    asked: QuestionType,
    piece: Evidence,
    given: Sequence[SubgraphNode],
    nodes: Sequence[SubgraphNode],
) -> dict[str, float]:
    """Give the signals of what a network says of a step and of the answer that a reading gives: the score,
    both sides of nothing apart, and whether the answer is what it found, of the kind asked for."""
    if score is None:
        return {
            "unread": 1.0,
            "network": 0.0,
            "network for": 0.0,
            "agrees": 0.0,
            "differs": 0.0,
            "network alone": 0.0,
            "network kind": 0.0,
            "network other kind": 0.0,
        }
    agrees = bool(given) and all(_overlaps(score, piece.text, node) for node in given)
    alone = bool(given) and tuple(given) != tuple(nodes)
    value = asked.kind == "value"
    fits = value and any(stated_values(node.name, asked.types) for node in given)
    level = max(-_MOST, min(_MOST, score.score))
    return {
        "unread": 0.0,
        "network": level / _SCALE,
        "network for": max(0.0, level) / _SCALE,
        "agrees": score.sure * agrees,
        "differs": score.sure * (bool(given) and not agrees),
        "network alone": float(alone),
        "network kind": float(alone and fits),
        "network other kind": float(alone and value and not fits),
    }
