"""bioloom train mechanism: the weights by which genes are ranked, learned from the loaded graph."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli.training_options import Table


def register(group: typer.Typer) -> None:
    """Add the command of this file."""
    group.command("mechanism")(train_mechanism_command)


def train_mechanism_command(
    data: Annotated[Path, typer.Option(help="A CSV file of DrugMechDB's gene questions.")],
    output: Table,
) -> None:
    """Learn the weights of mechanism questions from the loaded graph."""
    from bioloom.graph.connection import open_graph
    from bioloom.graph.schema import apply_schema
    from bioloom.mechanism.features import FEATURES
    from bioloom.mechanism.ranking import write_weights
    from bioloom.settings import Settings
    from bioloom_lab.evaluation.mechanism.gene_evaluator import posed_questions, shipped
    from bioloom_lab.evaluation.mechanism.gene_questions import read_gene_questions

    questions = read_gene_questions(data)
    with open_graph(Settings()) as graph, notes.status(f"mechanism on {len(questions)} questions"):
        apply_schema(graph)
        posed = posed_questions(graph, questions, lambda one: one.linked)
    output.write_text(write_weights(shipped(posed), FEATURES), encoding="utf-8")
    notes.print(f"written to {output}")
