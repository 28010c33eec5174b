"""bioloom eval choices: yes, no or maybe about abstracts, and choices about steps of protocols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from bioloom.cli.console import notes, out
from bioloom.cli.terminal_text import span
from bioloom.errors import SourceError, UsageError
from bioloom.graph.opening import open_graph
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom_lab.evaluation.statistics import Estimate

SUITE = "choices"
_HOW = "; ten stratified folds, five seeds"


def measure(data: Sequence[Path], train: Path | None) -> dict[str, Any]:
    """Score one file of questions, told by its form; give everything as JSON values.

    An object by PMID is PubMedQA's, a list BioProBench's PQA or ERR, which needs annotated protocols to learn
    from (`train`) and protocols in the graph.
    """
    if len(data) != 1:
        raise UsageError(f"{SUITE} takes one file of questions")
    try:
        with data[0].open(encoding="utf-8") as opened:
            start = opened.read(100).lstrip()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"cannot be read: {error}", str(data[0])) from error
    found = _steps(data[0], train) if start.startswith("[") else _verdicts(data[0], train)
    return {"suite": SUITE, "data": [str(path) for path in data], **found}


def _verdicts(path: Path, train: Path | None) -> dict[str, Any]:
    from bioloom_lab.evaluation.published_choices import NOTE
    from bioloom_lab.evaluation.verdicts.gold import read_research_questions
    from bioloom_lab.evaluation.verdicts.suite import evaluate_verdicts

    if train is not None:
        raise UsageError("questions for yes or no are scored by cross-validation: leave --train out")
    questions = read_research_questions(path)
    with notes.status(f"{SUITE} on {len(questions)} questions") as status:
        found = evaluate_verdicts(
            questions, on_progress=lambda done, of: status.update(f"{SUITE}: row {done + 1} of {of}")
        )
    return {
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
        "published": _published("pubmedqa"),
        "note": NOTE,
    }


def _steps(path: Path, train: Path | None) -> dict[str, Any]:
    from bioloom_lab.evaluation.protocol_questions.suite import read_folders
    from bioloom_lab.evaluation.published_choices import NOTE
    from bioloom_lab.evaluation.step_choices.corpus_counts import Counts
    from bioloom_lab.evaluation.step_choices.gold import JudgedStep, StepChoice, read_items
    from bioloom_lab.evaluation.step_choices.suite import (
        evaluate_choices,
        evaluate_judged,
        learn_steps,
        step_texts,
    )

    items = read_items(path)
    if train is None:
        raise UsageError("choices about steps are learned from annotated protocols: give --train FOLDER")
    documents = read_folders([train])
    with open_graph(Settings()) as graph:
        texts = step_texts(graph)
    if not texts:
        raise UsageError("the graph holds no sentences: load protocols first, with bioloom load")
    choices = tuple(each for each in items if isinstance(each, StepChoice))
    judged = tuple(each for each in items if isinstance(each, JudgedStep))
    with notes.status(f"{SUITE}: learning from {len(documents)} protocols") as status:
        learned = learn_steps(documents, judging=bool(judged))
        counts = Counts.of(texts)

        def show_progress(done: int, of: int) -> None:
            status.update(f"{SUITE}: {done:,} of {of:,}")

        if judged:
            found = evaluate_judged(judged, counts, learned, show_progress)
        else:
            found = evaluate_choices(choices, counts, learned, show_progress)
    return {
        "n": len(items),
        "sentences": len(texts),
        "learned_from": {"choices": learned.choices, "judged": learned.judged},
        "metrics": _numbers(found.rows),
        "by_kind": _numbers(found.kinds),
        "published": _published("bioprobench-err" if judged else "bioprobench-pqa"),
        "note": NOTE,
    }


def _published(benchmark: str) -> list[dict[str, Any]]:
    from bioloom_lab.evaluation.published_choices import published

    return [{"name": name, **figures} for name, figures in published(benchmark).items()]


def show(found: Mapping[str, Any]) -> None:
    """Print scores, what the surest answers are worth, and what others published."""
    caption = f"95% bootstrap interval over questions{_HOW if 'by_answer' in found else ''}"
    _table(f"{SUITE}, n = {found['n']}", found["metrics"], caption)
    if "against_commonest" in found:
        beyond = {row: {"accuracy": one} for row, one in found["against_commonest"].items()}
        _table("difference to the commonest answer, paired", beyond, sign="+")
    if "by_kind" in found:
        _table("learned, by kind", found["by_kind"])
    for title, first, key in (
        ("the surest answers first", "answered", "by_confidence"),
        ("by answer", "answer", "by_answer"),
    ):
        rows = found.get(key)
        if rows:
            names = list(next(iter(rows.values())))
            table = Table(first, *names, title=title)
            for row, figures in rows.items():
                table.add_row(row, *(f"{figures[name]:.3f}" for name in names))
            out.print(table)
    table = Table("system", "metric", "value", title="published by others", caption=found["note"])
    for row in found["published"]:
        for name in (each for each in row if each != "name"):
            table.add_row(span(row["name"]), name, f"{row[name]:.3f}")
    out.print(table)


def _table(title: str, rows: Mapping[str, Any], caption: str | None = None, *, sign: str = "") -> None:
    columns = list(next(iter(rows.values())))
    table = Table("", *columns, title=title, caption=caption)
    for row, each in rows.items():
        table.add_row(span(row), *(_cell(each[name], sign) for name in columns))
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
