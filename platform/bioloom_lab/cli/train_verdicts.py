"""bioloom train verdicts: the weights by which yes, no and maybe are told from an abstract."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli.training_options import Table


def register(group: typer.Typer) -> None:
    """Add the command of this file."""
    group.command("verdicts")(train_verdicts_command)


def train_verdicts_command(
    data: Annotated[Path, typer.Option(help="A JSON file of PubMedQA's labelled questions.")],
    output: Table,
) -> None:
    """Learn the weights of yes, no and maybe from research questions with their abstracts."""
    from bioloom.answering.yes_no_maybe import write_verdict_weights
    from bioloom_lab.evaluation.verdicts.evaluator import fit_all
    from bioloom_lab.evaluation.verdicts.gold import read_research_questions

    questions = read_research_questions(data)
    with notes.status(f"verdicts on {len(questions)} questions"):
        weights = fit_all(questions)
    output.write_text(write_verdict_weights(weights), encoding="utf-8")
    notes.print(f"written to {output}")
