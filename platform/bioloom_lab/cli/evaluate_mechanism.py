"""bioloom eval mechanism: the genes that drugs work through, from the loaded graph alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from bioloom.cli.console import notes, out
from bioloom.cli.terminal_text import span
from bioloom.errors import UsageError
from bioloom.graph.opening import open_graph
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom_lab.evaluation.statistics import Estimate

SUITE = "mechanism"


def measure(data: Sequence[Path], *, ablation: bool) -> dict[str, Any]:
    """Score one file of gene, drug or metabolite questions on the loaded graph; give it as JSON values."""
    if len(data) != 1:
        raise UsageError(f"{SUITE} takes one file of questions")
    from bioloom_lab.evaluation.mechanism.drug_questions import DRUG_COLUMNS, METABOLITE_COLUMNS
    from bioloom_lab.evaluation.question_files import read_csv

    columns = {column for row in read_csv(data[0])[:1] for column in row}
    if columns >= METABOLITE_COLUMNS or columns >= DRUG_COLUMNS:
        return _measure_joins(data[0], metabolites=columns >= METABOLITE_COLUMNS)
    from bioloom.graph.schema import apply_schema
    from bioloom_lab.evaluation.mechanism.gene_questions import read_gene_questions
    from bioloom_lab.evaluation.mechanism.published import NOTE, published
    from bioloom_lab.evaluation.mechanism.suite import measure as measure_suite

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
        "metrics": {row: _values(each) for row, each in found.rows.items()},
        "by_coverage": {
            name: {key: round(value, 4) for key, value in each.items()}
            for name, each in found.by_coverage.items()
        },
        "published": [{"name": name, **figures} for name, figures in published().items()],
        "note": NOTE,
    }


def measure_federated(data: Sequence[Path], urls: Sequence[str]) -> dict[str, Any]:
    """Score one file of gene questions by what TRAPI endpoints state; give it as JSON values."""
    if len(data) != 1:
        raise UsageError(f"{SUITE} takes one file of questions")
    from bioloom.federation import Cache, Federation, open_federation
    from bioloom.graph.schema import apply_schema
    from bioloom_lab.evaluation.mechanism.federated import measure_federated as measure_suite
    from bioloom_lab.evaluation.mechanism.gene_questions import read_gene_questions
    from bioloom_lab.evaluation.mechanism.published import NOTE, published

    settings = Settings()
    questions = read_gene_questions(data[0])

    def opened(cache: Cache) -> Federation:
        return open_federation(settings, urls, cache=cache)

    with open_graph(settings) as graph, notes.status(f"{SUITE} on {len(questions)} questions") as status:
        apply_schema(graph)
        found = measure_suite(
            graph,
            questions,
            opened,
            lambda done, of: status.update(f"{SUITE}: {done} of {of} rankings"),
        )
    return {
        "suite": SUITE,
        "data": [str(path) for path in data],
        "endpoints": list(urls),
        "n": len(questions),
        "drugs": len({one.drug for one in questions}),
        "metrics": {row: _values(each) for row, each in found.rows.items()},
        "reached": {
            row: {way: asdict(each) for way, each in ways.items()} for row, ways in found.reached.items()
        },
        "known": _values(found.known),
        "published": [{"name": name, **figures} for name, figures in published().items()],
        "note": NOTE,
    }


def _measure_joins(path: Path, *, metabolites: bool) -> dict[str, Any]:
    """Score drug questions, or say how far metabolite questions join the graph."""
    from bioloom.graph.schema import apply_schema
    from bioloom_lab.evaluation.mechanism.drug_questions import read_drug_gold, read_metabolite_gold
    from bioloom_lab.evaluation.mechanism.drug_suite import measure_drugs, measure_metabolites

    with open_graph(Settings()) as graph, notes.status(f"{SUITE} on {path.name}"):
        apply_schema(graph)
        if metabolites:
            wanted = read_metabolite_gold(path)
            found, count = measure_metabolites(graph, wanted), len(wanted)
        else:
            golds = read_drug_gold(path)
            found, count = measure_drugs(graph, golds), len(golds)
    return {
        "suite": SUITE,
        "data": [str(path)],
        "n": count,
        "metrics": {row: _values(each) for row, each in found.rows.items()},
        "joins": _values(found.joins),
        "published": [],
    }


def _values(estimates: Mapping[str, Estimate]) -> dict[str, dict[str, float]]:
    return {
        name: {key: round(value, 4) for key, value in asdict(one).items()} for name, one in estimates.items()
    }


def show(found: Mapping[str, Any]) -> None:
    """Print scores, accuracy by coverage, and what others published."""
    if "joins" in found:
        _show_joins(found)
        return
    federated = "reached" in found
    columns = list(next(iter(found["metrics"].values())))
    folds = "nothing is learned" if federated else "learned rows: ten folds by drug"
    caption = f"95% bootstrap interval over drugs; {folds}"
    table = Table(
        "ranking", *columns, title=f"{SUITE}, n = {found['n']}, {found['drugs']} drugs", caption=caption
    )
    for row, each in found["metrics"].items():
        table.add_row(span(row), *(_cell(each[name]) for name in columns))
    out.print(table)
    if federated:
        table = Table("ranking", "reached from", "asked", "right", "share", title="the gene that ask names")
        for row, ways in found["reached"].items():
            for way, each in ways.items():
                table.add_row(row, way, str(each["asked"]), str(each["right"]), _cell(each["share"]))
        out.print(table)
    elif found["by_coverage"]:
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


def _show_joins(found: Mapping[str, Any]) -> None:
    caption = "95% bootstrap interval over questions"
    for row, each in found["metrics"].items():
        table = Table("measure", "share", title=f"{SUITE}, {row}, n = {found['n']}", caption=caption)
        for name, one in each.items():
            table.add_row(name, _cell(one))
        out.print(table)
    table = Table("what the graph joins", "share", title=f"{SUITE}, n = {found['n']}", caption=caption)
    for name, one in found["joins"].items():
        table.add_row(name, _cell(one))
    out.print(table)


def _cell(one: Mapping[str, float]) -> str:
    return f"{one['value']:.3f} ({one['low']:.3f} to {one['high']:.3f})"
