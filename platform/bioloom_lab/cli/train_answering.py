"""bioloom train ranking, documents, confidence, publications, mechanism, verdicts: what answering reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli.training_options import Table

if TYPE_CHECKING:
    from bioloom.graph.connection import Graph
    from bioloom.settings import Settings
    from bioloom_lab.evaluation.protocol_questions.fitting import OnProgress

Fit = Callable[..., str]

_FOLDERS = typer.Option(help="A folder of annotated training protocols, loaded; may be repeated.")
Data = Annotated[list[Path], _FOLDERS]
Folders = Annotated[list[Path] | None, _FOLDERS]
Written = Annotated[
    list[Path] | None,
    typer.Option(help="Questions written by hand about them (JSON lines); may be repeated."),
]
Kept = Annotated[
    Path,
    typer.Option(help="The file in which what was found is kept; a run that broke off goes on from it."),
]
Also = Annotated[list[Path] | None, typer.Option(help="What was kept with another graph; may be repeated.")]
AKind = Annotated[int, typer.Option("--each", min=1, help="Most generated questions of each kind.")]


def register(group: typer.Typer) -> None:
    """Add the commands of this file."""
    group.command("ranking")(train_ranking_command)
    group.command("documents")(train_documents_command)
    group.command("confidence")(train_confidence_command)
    group.command("publications")(train_publications_command)
    group.command("mechanism")(train_mechanism_command)
    group.command("verdicts")(train_verdicts_command)


def train_ranking_command(
    data: Data, output: Table, kept: Kept, questions: Written = None, each: AKind = 60
) -> None:
    """Fit the weights of the rankings rerank and hops on questions about loaded training protocols."""
    from bioloom_lab.evaluation.protocol_questions.fitting import fit_ranking_table

    _fit("ranking", fit_ranking_table, data, questions or (), output, kept, each)


def train_documents_command(
    output: Table,
    kept: Kept,
    data: Folders = None,
    questions: Written = None,
    each: AKind = 60,
    also: Also = None,
) -> None:
    """Fit which document a question is believed to be about, on such questions; after the ranking."""
    from bioloom_lab.evaluation.protocol_questions.document_fitting import fit_documents_table

    fit = partial(fit_documents_table, also=also or ())
    _fit("documents", fit, data or (), questions or (), output, kept, each)


def train_confidence_command(
    output: Table,
    kept: Kept,
    data: Folders = None,
    questions: Written = None,
    each: AKind = 60,
    corpus: Annotated[
        Path | None, typer.Option(help="The texts of the protocols to whose lines questions refer.")
    ] = None,
    also: Also = None,
    refine: Annotated[
        bool, typer.Option("--refine", help="Stay near the weights of the present table.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(help="Fit the weight of this signal, near the present; may be repeated."),
    ] = None,
    in_hurry: Annotated[
        bool, typer.Option("--hurried", help="Ask the questions with parts in hurried words as well.")
    ] = False,
) -> None:
    """Fit how far readings are believed, on the same questions and on near misses; after the ranking."""
    from bioloom_lab.evaluation.answer_judging import read_lines
    from bioloom_lab.evaluation.protocol_questions.fitting import fit_confidence_table

    lines = read_lines(corpus) if corpus is not None else None
    fit = partial(fit_confidence_table, also=also or (), lines=lines, refine=refine, only=only or ())
    _fit("confidence", fit, data or (), questions or (), output, kept, each, hasty=in_hurry)


def train_publications_command(
    questions: Annotated[
        list[Path],
        typer.Option(help="Questions written about loaded abstracts that no reader learnt; may be repeated."),
    ],
    output: Table,
    kept: Kept,
) -> None:
    """Fit how far sentences of publications are believed to answer; after the ranking and the reader."""
    from bioloom_lab.evaluation.span_questions.belief_fitting import fit_sentences_table

    def fit(graph: Graph, settings: Settings, on_progress: OnProgress) -> str:
        return fit_sentences_table(graph, settings, questions, kept, on_progress=on_progress)

    _write_table("publications", fit, output)


def train_mechanism_command(
    data: Annotated[Path, typer.Option(help="A CSV file of DrugMechDB's gene questions.")],
    output: Table,
) -> None:
    """Learn the weights of mechanism questions from the loaded graph."""
    from bioloom.graph import open_graph
    from bioloom.graph.schema import apply_schema
    from bioloom.mechanism.features import FEATURES
    from bioloom.settings import Settings
    from bioloom_lab.evaluation.mechanism.gene_evaluator import posed_questions, shipped, write_weights
    from bioloom_lab.evaluation.mechanism.gene_questions import read_gene_questions

    questions = read_gene_questions(data)
    with open_graph(Settings()) as graph, notes.status(f"mechanism on {len(questions)} questions"):
        apply_schema(graph)
        posed = posed_questions(graph, questions, lambda one: one.linked)
    output.write_text(write_weights(shipped(posed), FEATURES), encoding="utf-8")
    notes.print(f"written to {output}")


def train_verdicts_command(
    data: Annotated[Path, typer.Option(help="A JSON file of PubMedQA's labelled questions.")],
    output: Table,
) -> None:
    """Learn the weights of yes, no and maybe from research questions with their abstracts."""
    from bioloom_lab.evaluation.verdicts.evaluator import fit_all, write_verdict_weights
    from bioloom_lab.evaluation.verdicts.gold import read_research_questions

    questions = read_research_questions(data)
    with notes.status(f"verdicts on {len(questions)} questions"):
        weights = fit_all(questions)
    output.write_text(write_verdict_weights(weights), encoding="utf-8")
    notes.print(f"written to {output}")


def _fit(
    name: str,
    fit: Fit,
    data: Sequence[Path],
    written: Sequence[Path],
    output: Path,
    kept: Path,
    each: int,
    *,
    hasty: bool = False,
) -> None:
    """Fit a table on questions about loaded training protocols."""
    from bioloom_lab.evaluation.hurried_wording import hurried
    from bioloom_lab.evaluation.protocol_questions.fitting import training_questions

    def fit_on_questions(graph: Graph, settings: Settings, on_progress: OnProgress) -> str:
        questions = training_questions(graph, data, written, a_kind=each)
        if hasty:
            questions = (*questions, *(hurried(one) for one in questions if one.parts))
        return fit(graph, questions, kept, on_progress=on_progress)

    _write_table(name, fit_on_questions, output)


def _write_table(name: str, fit: Callable[[Graph, Settings, OnProgress], str], output: Path) -> None:
    """Write the table that is fitted on the graph in use, with its progress."""
    from bioloom.graph import open_graph
    from bioloom.settings import Settings

    settings = Settings()
    with open_graph(settings) as graph, notes.status(name) as status:
        table = fit(graph, settings, lambda done, of: status.update(f"{name}: {done:,} of {of:,} questions"))
    output.write_text(table, encoding="utf-8")
    notes.print(f"written to {output}")
