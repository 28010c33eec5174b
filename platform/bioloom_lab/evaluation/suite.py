"""Benchmark suite protocol, result tables, and the registry that `bioloom eval` lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ClassVar, Protocol, TypeVar

import typer

from bioloom_lab.evaluation.statistics import Estimate

Gold = TypeVar("Gold")
Scores = TypeVar("Scores")
EstimateRows = Mapping[str, Mapping[str, Estimate]]
PublishedFigures = Sequence[Mapping[str, Any]]

SplitName = Annotated[str, typer.Option("--split", help="What of --data is scored: its files of this name.")]

BOOTSTRAP = "[95% bootstrap interval]"


class WeightsChoice(StrEnum):
    """Weights to score: fitted without each question on the others, or those of the package as they are."""

    fitted = "fitted"
    shipped = "shipped"


Weights = Annotated[
    WeightsChoice,
    typer.Option(
        help="fitted: on the other questions, for each without it (cross-validation); shipped: those of the "
        "package as they are, for questions that they were not fitted on."
    ),
]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Result table: header, rows, title, caption; with `whole_names` the first column is not wrapped."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    caption: str | None = None
    whole_names: bool = False


@dataclass(frozen=True, slots=True)
class Reporter:
    """Progress channel of a run: `status` replaces the progress line, `note` prints a remark that stays."""

    status: Callable[[str], None] = lambda text: None
    note: Callable[[str], None] = lambda text: None

    def counter(self, name: str) -> Callable[[int, int], None]:
        """Give a progress callback that shows how many items of how many are done."""
        return lambda done, total: self.status(f"{name}: {done:,} of {total:,}")


class Suite(Protocol[Gold, Scores]):
    """Benchmark: reads gold data, runs a system on it, gives metrics beside published figures.

    A suite is a dataclass. Its fields are its command-line options (`Annotated` with `typer.Option`), its
    class docstring is the help page of `bioloom eval NAME`.
    """

    name: ClassVar[str]
    data: list[Path]

    def load(self) -> Gold:
        """Read the gold data; UsageError for options that do not fit together."""
        ...

    def run(self, gold: Gold, reporter: Reporter) -> Scores:
        """Run the measured system on the gold data and score it."""
        ...

    def figures(self, scores: Scores) -> dict[str, Any]:
        """Give the scores as JSON values: `n`, `metrics`, `published`, and what else the suite measures."""
        ...

    def tables(self, scores: Scores) -> Iterable[ReportTable | str]:
        """Give the scores as tables and lines of text."""
        ...

    def published(self, scores: Scores) -> PublishedFigures:
        """Give the figures that others published for this task, one system each."""
        ...


SUITES: Mapping[str, str] = {
    "retrieval": "retrieval:RetrievalSuite",
    "answers": "answers:AnswersSuite",
    "rules": "rules:RulesSuite",
    "negation": "negation:NegationSuite",
    "ground": "grounding:GroundingSuite",
    "relate": "relate_suite:RelateSuite",
    "rejection": "rejection:RejectionSuite",
    "protocol-ie": "protocol_ie.suite:ProtocolExtractionSuite",
    "protocol-qa": "protocol_questions.suite:ProtocolQuestionSuite",
    "steps": "step_reading:StepSuite",
    "qa": "span_questions.suite:SpanQuestionSuite",
    "triples-ablation": "triples.ablation_suite:AblationSuite",
    "choices": "choices:ChoiceSuite",
    "mechanism": "mechanism.suite:MechanismSuite",
    "links": "link_prediction:LinkSuite",
    "classify": "class_suite:ClassificationSuite",
    "triples": "triples.suite:TripleSuite",
    "re": "triples.suite:RelationSuite",
}
"""Module and class by name of suite, in the order of the help page; a new suite is added here."""


def open_suite(name: str) -> type[Suite[Any, Any]]:
    """Import the class of a registered suite, and only its module."""
    module, _, suite = SUITES[name].partition(":")
    found: type[Suite[Any, Any]] = getattr(import_module(f"bioloom_lab.evaluation.{module}"), suite)
    return found


def figures_document(suite: Suite[Any, Any], scores: Any) -> dict[str, Any]:
    """Give the JSON document that `bioloom eval --json` prints."""
    return {"suite": suite.name, "data": [str(path) for path in suite.data], **suite.figures(scores)}


def estimate_json(found: Estimate) -> dict[str, float]:
    """Give an estimate as JSON values, rounded to four digits."""
    return {name: round(value, 4) for name, value in asdict(found).items()}


def estimates_json(figures: Mapping[str, Estimate]) -> dict[str, dict[str, float]]:
    """Give named estimates as JSON values."""
    return {name: estimate_json(each) for name, each in figures.items()}


def rows_json(rows: EstimateRows) -> dict[str, dict[str, dict[str, float]]]:
    """Give rows of estimates as JSON values."""
    return {row: estimates_json(figures) for row, figures in rows.items()}


def published_json(figures: Mapping[str, Mapping[str, float]]) -> list[dict[str, Any]]:
    """Give published figures by system as JSON values."""
    return [{"name": name, **each} for name, each in figures.items()]


def estimate_cell(found: Estimate | None, sign: str = "") -> str:
    """Write an estimate with its interval; nothing where there is none."""
    return f"{found.value:{sign}.3f} ({found.low:{sign}.3f} to {found.high:{sign}.3f})" if found else ""


def estimate_table(
    title: str,
    rows: EstimateRows,
    *,
    first: str = "method",
    caption: str | None = BOOTSTRAP,
    sign: str = "",
    published: PublishedFigures = (),
) -> ReportTable:
    """Lay out rows of estimates, one column a metric, published figures below them."""
    columns = list(dict.fromkeys(name for figures in rows.values() for name in figures))
    cells = [
        [row, *(estimate_cell(figures.get(name), sign) for name in columns)] for row, figures in rows.items()
    ]
    told = [
        [str(each["name"]), *(f"{each[name]:.3f}" if name in each else "" for name in columns)]
        for each in published
    ]
    return ReportTable((first, *columns), [*cells, *told], title, caption)


def share_table(title: str, first: str, rows: Mapping[str, Mapping[str, float]]) -> ReportTable:
    """Lay out rows of plain shares, one column a figure."""
    columns = list(next(iter(rows.values())))
    cells = [[row, *(f"{figures[name]:.3f}" for name in columns)] for row, figures in rows.items()]
    return ReportTable((first, *columns), cells, title)


def published_table(figures: PublishedFigures, note: str) -> ReportTable:
    """Lay out published figures, one row a system and metric."""
    rows = [
        [str(each["name"]), name, f"{each[name]:.3f}"] for each in figures for name in each if name != "name"
    ]
    return ReportTable(("system", "metric", "value"), rows, "published by others", note)


@dataclass(frozen=True, slots=True)
class RowScores:
    """Estimates by row and metric, paired differences to BM25, and published figures by system."""

    n: int
    rows: EstimateRows
    against_bm25: EstimateRows = field(default_factory=dict)
    published: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


class RowSuite:
    """Report of the suites whose scores are rows of estimates."""

    name: ClassVar[str]

    def figures(self, scores: RowScores) -> dict[str, Any]:
        """Give the scores as JSON values."""
        return {
            "n": scores.n,
            "metrics": rows_json(scores.rows),
            "against_bm25": rows_json(scores.against_bm25),
            "published": self.published(scores),
        }

    def tables(self, scores: RowScores) -> Iterable[ReportTable | str]:
        """Give the metrics, the paired differences to BM25, and apart from them what others published."""
        yield estimate_table(f"{self.name}, n = {scores.n}", scores.rows)
        if scores.against_bm25:
            yield estimate_table("difference to bm25, paired", scores.against_bm25, sign="+")
        if published := self.published(scores):
            yield published_table(published, "On data of their own; no figure of ours was measured there.")

    def published(self, scores: RowScores) -> PublishedFigures:
        """Give the published figures of the task."""
        return published_json(scores.published)
