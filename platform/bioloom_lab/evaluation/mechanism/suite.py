"""Suite `mechanism`: genes, drugs and metabolites of DrugMechDB's questions, from the loaded graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from bioloom.errors import UsageError
from bioloom.federation import Federation, open_federation
from bioloom.federation.response_cache import ResponseCache
from bioloom.graph import open_graph
from bioloom.graph.schema import apply_schema
from bioloom.resources import read_table
from bioloom.settings import Settings
from bioloom_lab.evaluation.gold_files import read_csv
from bioloom_lab.evaluation.mechanism.drug_evaluator import measure_drugs, measure_metabolites
from bioloom_lab.evaluation.mechanism.drug_questions import (
    DRUG_COLUMNS,
    METABOLITE_COLUMNS,
    DrugGold,
    MetaboliteGold,
    read_drug_gold,
    read_metabolite_gold,
)
from bioloom_lab.evaluation.mechanism.federated_evaluator import AnswerShare, measure_federated
from bioloom_lab.evaluation.mechanism.gene_evaluator import measure_genes
from bioloom_lab.evaluation.mechanism.gene_questions import GeneQuestion, read_gene_questions
from bioloom_lab.evaluation.mechanism.model_routes import NamedAnswer, measure_model, read_named_answers
from bioloom_lab.evaluation.statistics import Estimate
from bioloom_lab.evaluation.suite import (
    EstimateRows,
    PublishedFigures,
    Reporter,
    ReportTable,
    Weights,
    WeightsChoice,
    estimate_cell,
    estimate_table,
    estimates_json,
    published_json,
    published_table,
    rows_json,
    share_table,
)

TABLE = "published/mechanism.tsv"
NOTE = "Published figures are of all 798 questions, ours of the questions given here."


@dataclass(frozen=True, slots=True)
class MechanismQuestions:
    """Questions of one file; only one of the three kinds is there. `named` is for a language model."""

    genes: tuple[GeneQuestion, ...] = ()
    drugs: tuple[DrugGold, ...] = ()
    metabolites: tuple[MetaboliteGold, ...] = ()
    named: tuple[NamedAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class MechanismScores:
    """Scores of gene questions, of federated gene questions (`reached`), or of joins (`joins`)."""

    n: int
    rows: EstimateRows
    drugs: int = 0
    by_coverage: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    reached: Mapping[str, Mapping[str, AnswerShare]] | None = None
    known: Mapping[str, Estimate] = field(default_factory=dict)
    joins: Mapping[str, Estimate] | None = None


@dataclass
class MechanismSuite:
    """Measure rankings of the genes that drugs work through, or of drugs, on the loaded graph.

    The columns of the file say which kind of questions it holds; of metabolites only the joins are measured.
    """

    name: ClassVar[str] = "mechanism"
    data: Annotated[list[Path], typer.Option(help="DrugMechDB's gene, drug or metabolite questions (CSV).")]
    ablation: Annotated[
        bool, typer.Option("--ablation", help="Genes: also without each group of features.")
    ] = False
    federate: Annotated[
        list[str] | None,
        typer.Option(help="Genes: a TRAPI endpoint to ask, in place of the graph's own edges. Repeatable."),
    ] = None
    llm: Annotated[
        bool,
        typer.Option(
            "--llm", help="The language model of the settings names the answer, shown the evidence."
        ),
    ] = False
    without_evidence: Annotated[
        bool, typer.Option("--without-evidence", help="With --llm: show it none, for the baseline.")
    ] = False
    weights: Weights = WeightsChoice.fitted

    @property
    def _as_shipped(self) -> bool:
        return self.weights is WeightsChoice.shipped

    def load(self) -> MechanismQuestions:
        """Read one file of questions."""
        if self.federate and self.ablation:
            raise UsageError("--federate is measured without --ablation")
        if self._as_shipped and (self.federate or self.ablation):
            raise UsageError("--weights shipped is measured without --federate and --ablation")
        if self.llm and (self.federate or self.ablation or self._as_shipped):
            raise UsageError("--llm is measured without --federate, --ablation and --weights shipped")
        if self.without_evidence and not self.llm:
            raise UsageError("--without-evidence measures a language model: it needs --llm")
        if len(self.data) != 1:
            raise UsageError(f"{self.name} takes one file of questions")
        (path,) = self.data
        rows = read_csv(path)
        columns = {column for row in rows[:1] for column in row}
        if columns >= METABOLITE_COLUMNS:
            found = MechanismQuestions(metabolites=tuple(read_metabolite_gold(path)))
        elif columns >= DRUG_COLUMNS:
            found = MechanismQuestions(drugs=tuple(read_drug_gold(path)))
        else:
            found = MechanismQuestions(genes=tuple(read_gene_questions(path)))
        return replace(found, named=read_named_answers(rows)) if self.llm else found

    def run(self, gold: MechanismQuestions, reporter: Reporter) -> MechanismScores:
        """Rank candidates of the loaded graph, or of the endpoints."""
        settings = Settings()
        progress = reporter.counter(self.name)
        settings.lets_llm(self.llm)
        with open_graph(settings) as graph:
            apply_schema(graph)
            if gold.named:
                rows = measure_model(
                    graph,
                    settings,
                    gold.named,
                    without_evidence=self.without_evidence,
                    on_progress=progress,
                )
                drugs = len({one.drug for one in gold.named})
                return MechanismScores(len(gold.named), rows, drugs, joins=None if gold.genes else {})
            if gold.metabolites:
                joined = measure_metabolites(graph, gold.metabolites)
                return MechanismScores(len(gold.metabolites), joined.rows, joins=joined.joins)
            if gold.drugs:
                joined = measure_drugs(graph, gold.drugs)
                return MechanismScores(len(gold.drugs), joined.rows, joins=joined.joins)
            drugs = len({one.drug for one in gold.genes})
            if self.federate:
                told = measure_federated(graph, gold.genes, _opener(settings, self.federate), progress)
                return MechanismScores(
                    len(gold.genes), told.rows, drugs, reached=told.reached, known=told.known
                )
            found = measure_genes(
                graph,
                gold.genes,
                ablation=self.ablation,
                as_shipped=self._as_shipped,
                on_progress=progress,
            )
            return MechanismScores(len(gold.genes), found.rows, drugs, found.by_coverage)

    def figures(self, scores: MechanismScores) -> dict[str, Any]:
        """Give the scores as JSON values."""
        if scores.joins is not None:
            return {
                "n": scores.n,
                "metrics": rows_json(scores.rows),
                "joins": estimates_json(scores.joins),
                "published": [],
            }
        head = {"n": scores.n, "drugs": scores.drugs, "metrics": rows_json(scores.rows)}
        end = {"published": self.published(scores), "note": NOTE}
        if scores.reached is not None:
            reached = {
                row: {way: asdict(each) for way, each in ways.items()} for row, ways in scores.reached.items()
            }
            told = {"reached": reached, "known": estimates_json(scores.known)}
            return {"endpoints": list(self.federate or ()), **head, **told, **end}
        coverage = {
            name: {key: round(value, 4) for key, value in each.items()}
            for name, each in scores.by_coverage.items()
        }
        return {**head, "by_coverage": coverage, **end}

    def tables(self, scores: MechanismScores) -> Iterable[ReportTable | str]:
        """Give the metrics, accuracy by coverage, and published figures."""
        if scores.joins is not None:
            yield from self._join_tables(scores)
            return
        fitted = scores.reached is None and not (self._as_shipped or self.llm)
        folds = "learned rows: ten folds by drug" if fitted else "nothing is learned"
        title = f"{self.name}, n = {scores.n}, {scores.drugs} drugs"
        caption = f"95% bootstrap interval over drugs; {folds}"
        yield estimate_table(title, scores.rows, first="ranking", caption=caption)
        if scores.reached is not None:
            rows = [
                (row, way, str(each.asked), str(each.right), estimate_cell(each.share))
                for row, ways in scores.reached.items()
                for way, each in ways.items()
            ]
            columns = ("ranking", "reached from", "asked", "right", "share")
            yield ReportTable(columns, rows, "the gene that ask names")
        elif scores.by_coverage:
            yield share_table("given ids: the surest first", "answered", scores.by_coverage)
        yield published_table(self.published(scores), NOTE)

    def _join_tables(self, scores: MechanismScores) -> Iterable[ReportTable]:
        caption = "95% bootstrap interval over questions"
        for row, figures in scores.rows.items():
            rows = [(name, estimate_cell(each)) for name, each in figures.items()]
            yield ReportTable(("measure", "share"), rows, f"{self.name}, {row}, n = {scores.n}", caption)
        rows = [(name, estimate_cell(each)) for name, each in (scores.joins or {}).items()]
        columns = ("what the graph joins", "share")
        if not rows:
            return
        yield ReportTable(columns, rows, f"{self.name}, n = {scores.n}", caption)

    def published(self, scores: MechanismScores) -> PublishedFigures:
        """Give the published share of right genes by system."""
        return published_json(published_genes())


def _opener(settings: Settings, urls: list[str]) -> Callable[[ResponseCache], Federation]:
    return lambda cache: open_federation(settings, urls, cache=cache)


@cache
def published_genes() -> Mapping[str, Mapping[str, float]]:
    """Give the share of right genes by system (SPEC T17).

    >>> published_genes()["GPT-4o-mini with BTE-RAG"]
    {'top1': 0.758}
    """
    return {row["system"]: {"top1": float(row["top1"])} for row in read_table(TABLE)}
