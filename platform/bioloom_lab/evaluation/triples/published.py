"""Published figures of triple and relation extraction, with remarks where they are inconsistent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bioloom.resources import read_table
from bioloom_lab.evaluation.suite import ReportTable

TABLE = "published/triples.tsv"
NOTE = (
    "Published figures are on test splits, ours on development splits; GIT's and ChemProt's sentences "
    "carried marks around the entities."
)
FIGURES = ("precision", "recall", "f1", "head f1", "tail f1", "relation f1")

_SHORT = {"precision": "P", "recall": "R", "f1": "F1"}


@dataclass(frozen=True, slots=True)
class PublishedTriples:
    """One system on one data set of one task; figures are 0 to 1.

    `kind` is "printed", or "corrected" for a row beside its printed one; `remark` says what is odd.
    """

    task: str
    data: str
    system: str
    source: str
    kind: str
    metrics: Mapping[str, float]
    remark: str


def published(task: str, *data: str) -> tuple[PublishedTriples, ...]:
    """Give the published figures of a task, of some data sets or of all, in the order of their table."""
    return tuple(row for row in _all() if row.task == task and (not data or row.data in data))


@cache
def _all() -> tuple[PublishedTriples, ...]:
    return tuple(
        PublishedTriples(
            row["task"],
            row["data"],
            row["system"],
            row["source"],
            row["kind"],
            {name: round(float(row[name]) / 100, 4) for name in FIGURES if row[name] != "-"},
            "" if row["remark"] == "-" else row["remark"],
        )
        for row in read_table(TABLE)
    )


def published_tables(papers: Sequence[PublishedTriples]) -> Iterable[ReportTable | str]:
    """Lay out published figures, then the remarks on them."""
    if not papers:
        return
    known = [name for name in FIGURES if any(name in paper.metrics for paper in papers)]
    remarks: dict[str, int] = {}
    rows = []
    for paper in papers:
        figures = (f"{100 * paper.metrics[name]:.1f}" if name in paper.metrics else "" for name in known)
        system = paper.system if paper.kind == "printed" else f"{paper.system} ({paper.kind})"
        if paper.remark:
            system += f" [{remarks.setdefault(paper.remark, len(remarks) + 1)}]"
        rows.append((paper.data, system, paper.source, *figures))
    columns = ("data", "system", "source", *map(column_heading, known))
    yield ReportTable(columns, rows, "published by others, in %", NOTE)
    for remark, number in remarks.items():
        yield f"[{number}] {remark}"


def column_heading(figure: str) -> str:
    """Write the name of a figure in a narrow column."""
    return _SHORT.get(figure, figure.replace(" ", "\n"))
