"""bioloom eval choices: yes, no or maybe about abstracts, by the local reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from bioloom.cli.console import notes, out
from bioloom.cli.plain import span
from bioloom.errors import UsageError

if TYPE_CHECKING:
    from bioloom.evaluation.statistics import Estimate

SUITE = "choices"


def measure(data: Sequence[Path]) -> dict[str, Any]:
    """Score one file of questions; give everything as JSON values."""
    if len(data) != 1:
        raise UsageError(f"{SUITE} takes one file of questions")
    from bioloom.evaluation.published_choices import NOTE, published
    from bioloom.evaluation.verdicts.gold import read_research_questions
    from bioloom.evaluation.verdicts.suite import evaluate_verdicts

    questions = read_research_questions(data[0])
    with notes.status(f"{SUITE} on {len(questions)} questions") as status:
        found = evaluate_verdicts(
            questions, on_progress=lambda done, of: status.update(f"{SUITE}: row {done + 1} of {of}")
        )
    return {
        "suite": SUITE,
        "data": [str(path) for path in data],
        "n": len(questions),
        "metrics": _numbers(found.rows),
        "against_commonest": {
            row: value["accuracy"]
            for row, value in _numbers(
                {row: {"accuracy": one} for row, one in found.against_always.items()}
            ).items()
        },
        "by_confidence": _rounded(found.by_confidence),
        "by_answer": _rounded(found.by_answer),
        "published": [{"name": name, **figures} for name, figures in published("pubmedqa").items()],
        "note": NOTE,
    }


def show(found: Mapping[str, Any]) -> None:
    """Print scores, what the surest answers are worth, and what others published."""
    columns = list(next(iter(found["metrics"].values())))
    caption = "95% bootstrap interval over questions; ten stratified folds, five seeds"
    title = f"{SUITE}, n = {found['n']}"
    table = Table("reader", *columns, "accuracy beyond the commonest", title=title, caption=caption)
    for row, each in found["metrics"].items():
        beyond = found["against_commonest"].get(row)
        cells = [_cell(each[name]) for name in columns]
        table.add_row(span(row), *cells, _cell(beyond, "+") if beyond else "")
    out.print(table)
    for title, first, rows in (
        ("the surest answers first", "answered", found["by_confidence"]),
        ("by answer", "answer", found["by_answer"]),
    ):
        names = list(next(iter(rows.values())))
        table = Table(first, *names, title=title)
        for row, figures in rows.items():
            table.add_row(row, *(f"{figures[name]:.3f}" for name in names))
        out.print(table)
    table = Table("system", "accuracy", title="published by others", caption=found["note"])
    for row in found["published"]:
        table.add_row(span(row["name"]), f"{row['accuracy']:.3f}")
    out.print(table)


def _numbers(rows: Mapping[str, Mapping[str, Estimate]]) -> dict[str, Any]:
    return {
        row: {
            name: {"value": round(one.value, 4), "low": round(one.low, 4), "high": round(one.high, 4)}
            for name, one in figures.items()
        }
        for row, figures in rows.items()
    }


def _rounded(rows: Mapping[str, Mapping[str, float]]) -> dict[str, Any]:
    return {row: {name: round(one, 4) for name, one in figures.items()} for row, figures in rows.items()}


def _cell(one: Mapping[str, float], sign: str = "") -> str:
    return f"{one['value']:{sign}.3f} ({one['low']:{sign}.3f} to {one['high']:{sign}.3f})"
