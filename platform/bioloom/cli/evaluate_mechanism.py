"""bioloom eval mechanism: the genes that drugs work through, from the loaded graph alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.table import Table

from bioloom.cli.console import notes, out
from bioloom.cli.plain import span
from bioloom.errors import UsageError
from bioloom.graph.opening import open_graph
from bioloom.settings import Settings

SUITE = "mechanism"


def measure(data: Sequence[Path], *, ablation: bool) -> dict[str, Any]:
    """Score one file of gene questions on the loaded graph; give everything as JSON values."""
    if len(data) != 1:
        raise UsageError(f"{SUITE} takes one file of questions")
    from bioloom.evaluation.mechanism.gold import read_gene_questions
    from bioloom.evaluation.mechanism.published import NOTE, published
    from bioloom.evaluation.mechanism.suite import measure as measure_suite
    from bioloom.graph.schema import apply_schema

    questions = read_gene_questions(data[0])
    with open_graph(Settings()) as graph, notes.status(f"{SUITE} on {len(questions)} questions") as status:
        apply_schema(graph)
        found = measure_suite(
            graph,
            questions,
            ablation=ablation,
            on_progress=lambda done, of: status.update(f"{SUITE}: {done} of {of}"),
        )
    return {
        "suite": SUITE,
        "data": [str(path) for path in data],
        "n": len(questions),
        "drugs": len({one.drug for one in questions}),
        "metrics": {
            row: {
                name: {key: round(value, 4) for key, value in asdict(one).items()}
                for name, one in each.items()
            }
            for row, each in found.rows.items()
        },
        "by_coverage": {
            name: {key: round(value, 4) for key, value in each.items()}
            for name, each in found.by_coverage.items()
        },
        "published": [{"name": name, **figures} for name, figures in published().items()],
        "note": NOTE,
    }


def show(found: Mapping[str, Any]) -> None:
    """Print scores, accuracy by coverage, and what others published."""
    columns = list(next(iter(found["metrics"].values())))
    caption = "95% bootstrap interval over drugs; learned rows: ten folds by drug"
    table = Table(
        "ranking", *columns, title=f"{SUITE}, n = {found['n']}, {found['drugs']} drugs", caption=caption
    )
    for row, each in found["metrics"].items():
        table.add_row(span(row), *(_cell(each[name]) for name in columns))
    out.print(table)
    if found["by_coverage"]:
        table = Table(
            "answered", "of all", "least confidence", "right", title="learned, given ids: the surest first"
        )
        for name, each in found["by_coverage"].items():
            table.add_row(name, *(f"{each[key]:.3f}" for key in ("of_all", "least_confidence", "top1")))
        out.print(table)
    table = Table("system", "top1", title="published by others", caption=found["note"])
    for row in found["published"]:
        table.add_row(span(row["name"]), f"{row['top1']:.3f}")
    out.print(table)


def _cell(one: Mapping[str, float]) -> str:
    return f"{one['value']:.3f} ({one['low']:.3f} to {one['high']:.3f})"
