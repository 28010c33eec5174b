"""Suite `choices`: yes/no/maybe questions about abstracts, and multiple choice about protocol steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from bioloom.errors import SourceError, UsageError
from bioloom.graph import open_graph
from bioloom.records import AnnotatedDocument
from bioloom.resources import read_table
from bioloom.settings import Settings
from bioloom_lab.evaluation.protocol_questions.suite import read_folders
from bioloom_lab.evaluation.step_choices.corpus_counts import PhraseCounts
from bioloom_lab.evaluation.step_choices.evaluator import (
    StepScores,
    evaluate_choices,
    evaluate_judged,
    learn_steps,
    step_texts,
)
from bioloom_lab.evaluation.step_choices.gold import JudgedStep, StepChoice, read_items
from bioloom_lab.evaluation.suite import (
    PublishedFigures,
    Reporter,
    ReportTable,
    Weights,
    WeightsChoice,
    estimate_table,
    estimates_json,
    published_json,
    published_table,
    rows_json,
    share_table,
)
from bioloom_lab.evaluation.verdicts.evaluator import VerdictScores, evaluate_verdicts
from bioloom_lab.evaluation.verdicts.gold import ResearchQuestion, read_research_questions

TABLE = "published/choices.tsv"
NOTE = "Published figures are of test questions, ours of the questions given here."
_HOW = "; ten stratified folds, five seeds"


@dataclass(frozen=True, slots=True)
class StepQuestions:
    """Multiple-choice items about steps, with the annotated protocols to learn from."""

    choices: tuple[StepChoice, ...]
    judged: tuple[JudgedStep, ...]
    documents: tuple[AnnotatedDocument, ...]


@dataclass(frozen=True, slots=True)
class ChoiceScores:
    """Scores of one benchmark; `sentences`, `learned` and `judged` are of the evidence for steps."""

    benchmark: str
    n: int
    found: VerdictScores | StepScores
    sentences: int = 0
    learned: int = 0
    judged: int = 0


@dataclass
class ChoiceSuite:
    """Measure answers to PubMedQA's research questions, or to BioProBench's PQA or ERR items.

    An object by PMID is PubMedQA's, scored by cross-validation. A list is BioProBench's: it needs annotated
    protocols to learn from (--train) and protocols in the loaded graph.
    """

    name: ClassVar[str] = "choices"
    data: Annotated[
        list[Path],
        typer.Option(help="PubMedQA's labelled questions, or BioProBench's PQA or ERR (JSON)."),
    ]
    train: Annotated[
        Path | None,
        typer.Option(help="Choices about steps: annotated protocols to learn from.", show_default=False),
    ] = None
    weights: Weights = WeightsChoice.fitted

    @property
    def _as_shipped(self) -> bool:
        return self.weights is WeightsChoice.shipped

    def load(self) -> tuple[ResearchQuestion, ...] | StepQuestions:
        """Read one file of questions, told apart by its form."""
        if len(self.data) != 1:
            raise UsageError(f"{self.name} takes one file of questions")
        (path,) = self.data
        try:
            with path.open(encoding="utf-8") as opened:
                start = opened.read(100).lstrip()
        except (OSError, UnicodeDecodeError) as error:
            raise SourceError(f"cannot be read: {error}", str(path)) from error
        if not start.startswith("["):
            if self.train is not None:
                raise UsageError("questions for yes or no are scored by cross-validation: leave --train out")
            return read_research_questions(path)
        if self._as_shipped:
            raise UsageError("no weights for choices about steps are shipped: leave --weights out")
        items = read_items(path)
        if self.train is None:
            raise UsageError("choices about steps are learned from annotated protocols: give --train FOLDER")
        return StepQuestions(
            tuple(each for each in items if isinstance(each, StepChoice)),
            tuple(each for each in items if isinstance(each, JudgedStep)),
            read_folders([self.train]),
        )

    def run(self, gold: tuple[ResearchQuestion, ...] | StepQuestions, reporter: Reporter) -> ChoiceScores:
        """Fit the weights without the questions that they are scored on, and score."""
        progress = reporter.counter(self.name)
        if not isinstance(gold, StepQuestions):
            verdicts = evaluate_verdicts(gold, progress, as_shipped=self._as_shipped)
            return ChoiceScores("pubmedqa", len(gold), verdicts)
        with open_graph(Settings()) as graph:
            texts = step_texts(graph)
        if not texts:
            raise UsageError("the graph holds no sentences: load protocols first, with bioloom load")
        reporter.status(f"{self.name}: learning from {len(gold.documents)} protocols")
        learned = learn_steps(gold.documents, judging=bool(gold.judged))
        counts = PhraseCounts.of(texts)
        if gold.judged:
            found = evaluate_judged(gold.judged, counts, learned, progress)
        else:
            found = evaluate_choices(gold.choices, counts, learned, progress)
        return ChoiceScores(
            "bioprobench-err" if gold.judged else "bioprobench-pqa",
            len(gold.choices) + len(gold.judged),
            found,
            len(texts),
            learned.choices,
            learned.judged,
        )

    def figures(self, scores: ChoiceScores) -> dict[str, Any]:
        """Give the scores as JSON values."""
        found = scores.found
        metrics = rows_json(found.rows)
        end = {"published": self.published(scores), "note": NOTE}
        if isinstance(found, VerdictScores):
            return {
                "n": scores.n,
                "metrics": metrics,
                "against_commonest": estimates_json(found.against_always),
                "by_confidence": _rounded(found.by_confidence),
                "by_answer": _rounded(found.by_answer),
                **end,
            }
        return {
            "n": scores.n,
            "sentences": scores.sentences,
            "learned_from": {"choices": scores.learned, "judged": scores.judged},
            "metrics": metrics,
            "by_kind": rows_json(found.kinds),
            **end,
        }

    def tables(self, scores: ChoiceScores) -> Iterable[ReportTable | str]:
        """Give the metrics, what the surest answers are worth, and published figures."""
        found = scores.found
        verdicts = isinstance(found, VerdictScores)
        how = _HOW if verdicts and not self._as_shipped else ""
        caption = f"95% bootstrap interval over questions{how}"
        yield estimate_table(f"{self.name}, n = {scores.n}", found.rows, first="", caption=caption)
        if isinstance(found, VerdictScores):
            beyond = {row: {"accuracy": one} for row, one in found.against_always.items()}
            yield estimate_table("difference to the commonest answer, paired", beyond, first="", sign="+")
            if found.by_confidence:
                yield share_table("the surest answers first", "answered", found.by_confidence)
            if found.by_answer:
                yield share_table("by answer", "answer", found.by_answer)
        else:
            yield estimate_table("learned, by kind", found.kinds, first="")
        yield published_table(self.published(scores), NOTE)

    def published(self, scores: ChoiceScores) -> PublishedFigures:
        """Give the published figures of the benchmark."""
        return published_json(published_choices(scores.benchmark))


def published_choices(benchmark: str) -> Mapping[str, Mapping[str, float]]:
    """Give published figures by system for one benchmark, none for one without figures.

    >>> published_choices("pubmedqa")["one human reader"]
    {'accuracy': 0.78}
    """
    return {
        row["system"]: {row["metric"]: float(row["value"])}
        for row in read_table(TABLE)
        if row["suite"] == benchmark
    }


def _rounded(rows: Mapping[str, Mapping[str, float]]) -> dict[str, Any]:
    return {row: {name: round(one, 4) for name, one in figures.items()} for row, figures in rows.items()}
