"""Suite `steps`: how often a step reader finds the step that answers, its words, and that none does."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from bioloom.step_reader import FoundStep, ReadableText
from bioloom.step_reader.reader import StepWindowReader
from bioloom_lab.evaluation.questions import read_questions
from bioloom_lab.evaluation.statistics import Estimate, estimate
from bioloom_lab.evaluation.suite import Reporter, RowScores, RowSuite
from bioloom_lab.training.step_reader.asked_steps import AskedSteps, TrainingTexts, written_steps

Examples = Sequence[tuple[AskedSteps, ...]]


@dataclass(frozen=True, slots=True)
class ReadPart:
    """One part of a question as read in the protocol that it is about, or in the likest where none answers:
    whether the likeliest step is right, also its words, and how probable an answer is."""

    answerable: bool
    step: bool
    words: bool
    belief: float


def read_part(reader: StepWindowReader, asked: Sequence[AskedSteps]) -> ReadPart:
    """Read a part in its own protocol; where it has no answer, in the likest one."""
    one = next((each for each in asked if each.golds), asked[0])
    read = reader.read(one.part, one.whole, [ReadableText(one.title, one.steps)])
    found = {step: each for (_, step), each in read.items()}
    if not found:
        return ReadPart(bool(one.golds), False, False, 0.0)
    best = max(found, key=lambda step: found[step].score)
    right = best in one.golds
    return ReadPart(
        bool(one.golds), right, right and _overlap(found[best], one.golds[best]), belief(list(found.values()))
    )


def belief(found: Sequence[FoundStep]) -> float:
    """Give the probability that some step answers.

    >>> belief([FoundStep(0.0, 0, 1, 1.0)])
    0.5
    """
    some = sum(math.exp(each.score) for each in found)
    return some / (1 + some)


def _overlap(found: FoundStep, gold: tuple[int, int]) -> bool:
    """Say whether two spans share at least half of the longer one."""
    shared = min(found.end, gold[1]) - max(found.start, gold[0])
    return 2 * shared >= max(found.end - found.start, gold[1] - gold[0])


def score_parts(parts: Sequence[ReadPart]) -> dict[str, Estimate]:
    """Give the shares of the parts with an answer that were read rightly, and of the others that would be
    refused at a belief of one half."""
    known, others = (
        [each for each in parts if each.answerable],
        [each for each in parts if not each.answerable],
    )
    columns = {
        "right step": [each.step for each in known],
        "right words": [each.words for each in known],
        "believed": [each.belief >= 0.5 for each in known],
        "refused of unanswerable": [each.belief < 0.5 for each in others],
    }
    return {name: estimate(list(map(float, values))) for name, values in columns.items() if values}


@dataclass
class StepSuite(RowSuite):
    """Measure a step reader on written questions, each read in the protocol that it is about."""

    name: ClassVar[str] = "steps"
    data: Annotated[list[Path], typer.Option(help="Questions with parts (JSON lines); may be repeated.")]
    corpus: Annotated[Path, typer.Option(help="The texts of the protocols to which they refer.")]
    model: Annotated[Path, typer.Option(help="The folder that `bioloom train steps` wrote.")]

    def load(self) -> dict[str, Examples]:
        """Read the questions of each file and the steps of their protocols."""
        texts = TrainingTexts([self.corpus])
        return {path.stem: written_steps(read_questions(path), texts, random.Random(0)) for path in self.data}

    def run(self, gold: dict[str, Examples], reporter: Reporter) -> RowScores:
        """Read every part."""
        model, count = StepWindowReader(self.model), reporter.counter(self.name)
        rows: dict[str, dict[str, Estimate]] = {}
        total, done = sum(map(len, gold.values())), 0
        for name, examples in gold.items():
            parts = []
            for asked in examples:
                parts.append(read_part(model, asked))
                done += 1
                count(done, total)
            rows[name] = score_parts(parts)
        return RowScores(total, rows)
