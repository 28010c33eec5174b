"""Suite `answers`: answers, citations and abstentions of `bioloom ask`, by kind of question."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from bioloom.answering import ask
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.records import Answer
from bioloom.settings import Settings
from bioloom_lab.evaluation.answer_judging import (
    JudgedAnswer,
    Lines,
    calibration_error,
    judge,
    read_lines,
)
from bioloom_lab.evaluation.hurried_wording import hurried
from bioloom_lab.evaluation.questions import GoldQuestion, read_questions
from bioloom_lab.evaluation.statistics import Estimate, estimate
from bioloom_lab.evaluation.suite import Reporter, ReportTable, RowScores, RowSuite

Asked = tuple[GoldQuestion, Answer]
Gold = tuple[tuple[GoldQuestion, ...], Lines]


@dataclass(frozen=True, slots=True)
class AnswerRows(RowScores):
    """Shares by kind of question, and the calibration error of what was answered."""

    calibration: float = 0.0


def evaluate_answers(
    graph: Graph,
    settings: Settings,
    questions: Sequence[GoldQuestion],
    *,
    llm: bool | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> tuple[Asked, ...]:
    """Ask every question."""
    found = []
    for done, question in enumerate(questions, 1):
        found.append((question, ask(graph, settings, question.question, llm=llm)))
        if on_progress:
            on_progress(done, len(questions))
    return tuple(found)


def score_answers(judged: Sequence[JudgedAnswer]) -> AnswerRows:
    """Score judged answers: which share of the answerable was answered, which of those is right and complete,
    and which share of the questions without an answer was refused; by kind, and by wording."""
    rows = {"ask": _shares(judged)}
    kinds = list(dict.fromkeys(each.question.kind for each in judged if each.question.parts))
    rows |= {kind: _shares([each for each in judged if each.question.kind == kind]) for kind in kinds}
    for wording in (1, 2, 3):
        same = [each for each in judged if each.question.group and each.question.wording == wording]
        if same:
            rows[f"wording {wording}"] = _shares(same)
    parts = [part for each in judged for part in each.parts]
    return AnswerRows(len(judged), rows, calibration=calibration_error(parts))


def _shares(judged: Sequence[JudgedAnswer]) -> Mapping[str, Estimate]:
    answerable = [each for each in judged if each.answerable]
    answered = [each for each in answerable if each.given]
    several = [each for each in answerable if len(each.parts) > 1]
    columns = {
        "answered": [each.given for each in answerable],
        "right_of_answered": [each.complete for each in answered],
        "complete": [each.complete for each in several],
        "complete_or_missing_named": [each.honest for each in several],
        "refused_of_unanswerable": [not each.given for each in judged if not each.answerable],
    }
    return {name: estimate(list(map(float, values))) for name, values in columns.items() if values}


@dataclass
class AnswersSuite(RowSuite):
    """Measure how often `bioloom ask` answers, cites a gold sentence, and abstains where it should."""

    name: ClassVar[str] = "answers"
    data: Annotated[
        list[Path],
        typer.Option(help="Questions with gold sentences, or without any (JSON lines); may be repeated."),
    ]
    corpus: Annotated[
        Path | None, typer.Option(help="The texts of the protocols to whose lines the questions refer.")
    ] = None
    kept: Annotated[Path | None, typer.Option(help="Write every answer with its marks here.")] = None
    hurried: Annotated[
        bool, typer.Option("--hurried", help="Ask in hurried words: no articles, auxiliaries or capitals.")
    ] = False

    def load(self) -> Gold:
        """Read the questions, and the lines to which they refer."""
        gold = tuple(question for path in self.data for question in read_questions(path))
        gold = tuple(map(hurried, gold)) if self.hurried else gold
        if self.corpus is not None:
            return gold, read_lines(self.corpus)
        if any(part.lines for question in gold for part in question.parts):
            raise UsageError("these questions refer to lines of protocols: name their folder with --corpus")
        return gold, {}

    def run(self, gold: Gold, reporter: Reporter) -> RowScores:
        """Ask every question of the loaded graph."""
        questions, lines = gold
        settings = Settings()
        with open_graph(settings) as graph:
            found = evaluate_answers(graph, settings, questions, on_progress=reporter.counter(self.name))
        judged = [judge(question, answer, lines) for question, answer in found]
        if self.kept is not None:
            self.kept.write_text("".join(map(_record, found, judged)), encoding="utf-8")
        return score_answers(judged)

    def figures(self, scores: RowScores) -> dict[str, Any]:
        """Give the scores as JSON values."""
        assert isinstance(scores, AnswerRows)
        return {**super().figures(scores), "calibration_error": round(scores.calibration, 4)}

    def tables(self, scores: RowScores) -> Iterable[ReportTable | str]:
        """Give the shares by kind, and the calibration error."""
        assert isinstance(scores, AnswerRows)
        yield from super().tables(scores)
        yield f"expected calibration error of what was answered: {scores.calibration:.3f}"


def _record(asked: Asked, judged: JudgedAnswer) -> str:
    question, answer = asked
    marks = [asdict(part) for part in judged.parts]
    told = {"id": question.id, "kind": question.kind, "question": question.question, "marks": marks}
    given = {key: value for key, value in asdict(answer).items() if key not in ("subgraph", "timings")}
    return json.dumps({**told, "complete": judged.complete, "answer": given}, ensure_ascii=False) + "\n"
