"""Training of the span reader's joint layers: questions beside right and wrong sentences."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bioloom.extras import optional
from bioloom.span_reader.tokenization import LONGEST_PASSAGE, LONGEST_QUESTION, PieceReader, TokenPieces
from bioloom_lab.training.loop import TrainingSchedule, fit
from bioloom_lab.training.span_reader.torch_network import (
    FEATURE,
    AloneNetwork,
    JointNetwork,
    QuestionGroup,
    States,
)
from bioloom_lab.training.span_reader.training_examples import SpanExample

BESIDE = 2
"""Wrong sentences that stand beside the right ones of a question in one step."""

LONGEST_WRONG = 64
"""TokenPieces of a wrong sentence that are learnt from."""


@dataclass(frozen=True, slots=True)
class EncodedExamples:
    """Examples with the frozen layers' states of their texts, each text encoded once."""

    examples: tuple[SpanExample, ...]
    states: dict[str, States]
    pieces: dict[str, TokenPieces]

    def group(self, example: SpanExample, others: Sequence[str]) -> QuestionGroup | None:
        """Put an example beside some wrong sentences; None where the answer stands behind what is read."""
        golds: dict[int, tuple[int, int]] = {}
        texts = [*list(example.golds)[:1], *others]
        if span := covered_pieces(self.pieces[texts[0]], *example.golds[texts[0]]):
            golds[0] = span
        if not golds:
            return None
        states = [self.states[texts[0]], *(self.states[text][:LONGEST_WRONG] for text in texts[1:])]
        return QuestionGroup(self.states[example.question], tuple(states), golds)


def covered_pieces(pieces: TokenPieces, start: int, end: int) -> tuple[int, int] | None:
    """Give the first and the last piece that overlap some characters of a text, or None.

    >>> covered_pieces(TokenPieces((7, 8, 9), (0, 4, 8), (3, 7, 12)), 5, 9)
    (1, 2)
    """
    inside = [
        at
        for at, (begin, stop) in enumerate(zip(pieces.starts, pieces.ends, strict=True))
        if begin < end and stop > start
    ]
    return (inside[0], inside[-1]) if inside else None


def prepare(examples: Sequence[SpanExample], alone: AloneNetwork, reader: PieceReader) -> EncodedExamples:
    """Read every text of some examples alone."""
    questions = list(dict.fromkeys(each.question for each in examples))
    sentences = list(dict.fromkeys(text for each in examples for text in (*each.golds, *each.others)))
    states: dict[str, States] = {}
    pieces: dict[str, TokenPieces] = {}
    for texts, longest in ((sentences, LONGEST_PASSAGE), (questions, LONGEST_QUESTION)):
        cut = reader.read(texts, longest)
        rows = [reader.marked(each) for each in cut]
        pieces |= zip(texts, cut, strict=True)
        states |= zip(texts, alone.states(rows), strict=True)
    return EncodedExamples(tuple(examples), states, pieces)


def learn_reading(
    joint: JointNetwork,
    prepared: EncodedExamples,
    schedule: TrainingSchedule,
    *,
    seed: int,
    on_progress: Callable[[int, int], None] | None = None,
) -> None:
    """Fit the joint layers to examples; matrices are multiplied in bfloat16, sums kept in float32."""
    torch = optional("torch", FEATURE, extra="lab")
    torch.manual_seed(seed)

    def loss(groups: Sequence[QuestionGroup]) -> Any:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return joint.loss(groups)

    fit(
        joint.module,
        lambda drawn: _batches(prepared, schedule.pieces, drawn),
        loss,
        schedule,
        seed=seed,
        on_progress=on_progress,
    )


def _batches(prepared: EncodedExamples, pieces: int, drawn: random.Random) -> list[list[QuestionGroup]]:
    """Draw the groups of an epoch and put so many together that a batch has at most these pieces."""
    groups = []
    for example in prepared.examples:
        others = drawn.sample(example.others, min(BESIDE, len(example.others)))
        group = prepared.group(example, others)
        if group is not None:
            groups.append(group)
    drawn.shuffle(groups)
    batches: list[list[QuestionGroup]] = [[]]
    for group in groups:
        if batches[-1] and sum(map(_pieces, [*batches[-1], group])) > pieces:
            batches.append([])
        batches[-1].append(group)
    drawn.shuffle(batches)
    return batches


def _pieces(group: QuestionGroup) -> int:
    return sum(len(group.question) + len(each) - 1 for each in group.sentences)
