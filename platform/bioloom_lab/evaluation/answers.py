"""Suite `answers`: answers, citations and abstentions of `bioloom ask`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from bioloom.answering import ask
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.settings import Settings
from bioloom_lab.evaluation.questions import GoldQuestion, read_questions
from bioloom_lab.evaluation.statistics import Estimate, estimate
from bioloom_lab.evaluation.suite import Reporter, RowScores, RowSuite


@dataclass(frozen=True, slots=True)
class AnswerScores:
    """Shares of answers and abstentions, each with its interval: see `evaluate_answers`."""

    answered: Estimate
    right_of_answered: Estimate
    refused_of_unanswerable: Estimate


def evaluate_answers(
    graph: Graph,
    settings: Settings,
    questions: Sequence[GoldQuestion],
    *,
    llm: bool | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> AnswerScores:
    """Ask every question: which share of the answerable is answered, which of those cite a gold sentence,
    and which share of the questions without gold is refused."""
    answered: list[float] = []
    right: list[float] = []
    refused: list[float] = []
    for done, question in enumerate(questions, 1):
        answer = ask(graph, settings, question.question, llm=llm)
        if not question.gold:
            refused.append(float(answer.abstained))
        else:
            answered.append(float(not answer.abstained))
            if not answer.abstained:
                cited = {citation.sentence_id for citation in answer.citations}
                right.append(float(bool(cited & question.gold)))
        if on_progress:
            on_progress(done, len(questions))
    return AnswerScores(estimate(answered), estimate(right), estimate(refused))


@dataclass
class AnswersSuite(RowSuite):
    """Measure how often `bioloom ask` answers, cites a gold sentence, and abstains where it should."""

    name: ClassVar[str] = "answers"
    data: Annotated[
        list[Path],
        typer.Option(help="Questions with gold sentences, or without any (JSON lines); may be repeated."),
    ]

    def load(self) -> tuple[GoldQuestion, ...]:
        """Read the questions."""
        return tuple(question for path in self.data for question in read_questions(path))

    def run(self, gold: tuple[GoldQuestion, ...], reporter: Reporter) -> RowScores:
        """Ask every question of the loaded graph."""
        settings = Settings()
        with open_graph(settings) as graph:
            found = evaluate_answers(graph, settings, gold, on_progress=reporter.counter(self.name))
        shares = {
            "answered": found.answered,
            "right_of_answered": found.right_of_answered,
            "refused_of_unanswerable": found.refused_of_unanswerable,
        }
        return RowScores(len(gold), {"ask": shares})
