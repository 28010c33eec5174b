"""bioloom eval protocol-qa: generated questions about annotated protocols, asked of the loaded graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from bioloom.cli.console import notes, out
from bioloom.cli.terminal_text import span
from bioloom.graph.opening import open_graph
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom_lab.evaluation.protocol_questions.suite import ProtocolScores
    from bioloom_lab.evaluation.statistics import Estimate

SUITE = "protocol-qa"


def measure_questions(
    folders: Sequence[Path], *, seed: int, a_kind: int, ablation: bool, plots: Path | None = None
) -> ProtocolScores:
    """Generate the questions of some folders and ask them; draw the figures into the folder `plots`."""
    from bioloom.retrieval import METHODS, vector_of, vectors_held
    from bioloom_lab.evaluation.protocol_questions.plots import write_plots
    from bioloom_lab.evaluation.protocol_questions.suite import evaluate_protocol_questions

    settings = Settings()
    with open_graph(settings) as graph, notes.status(SUITE) as status:
        held = vectors_held(graph, vector_of("protocol"))
        if not held:
            notes.print(
                "no sentence has a vector, so the method vector is left out: bioloom embed makes them"
            )
        found = evaluate_protocol_questions(
            graph,
            settings,
            folders,
            seed=seed,
            a_kind=a_kind,
            methods=[name for name, each in METHODS.items() if held or each.ranking != "vector"],
            ablation=ablation,
            on_progress=lambda done, total: status.update(f"{SUITE}: {done:,} of {total:,}"),
        )
    if plots is not None:
        for path in write_plots(found, plots):
            notes.print(f"drawn: {path}")
    return found


def questions_as_json(found: ProtocolScores, data: Sequence[Path]) -> dict[str, Any]:
    """Give what was found in the form of every suite."""
    return {"suite": SUITE, "data": [str(path) for path in data], "published": [], **asdict(found)}


def show_questions(found: ProtocolScores) -> None:
    """Print the tables, each figure with its interval, differences with their p."""
    from bioloom.retrieval import DEFAULT_METHOD

    _show(f"retrieval, n = {found.n - found.unanswerable} answerable", found.methods)
    _show("difference to bm25, paired", found.against)
    _show("hit@1 by kind", found.kinds, intervals=False)
    _show(f"ask, {found.unanswerable} unanswerable beside them", found.answers)
    _show("right answers by what retrieves and what is shown, never refusing", found.views)
    table = Table(
        "answerable answered",
        "of these right",
        "unanswerable answered",
        "wrong, of all answers",
        "confidence from",
        title=f"refusing: readings by {DEFAULT_METHOD}, area under the risk curve {found.aurc:.3f}",
    )
    for share, each in found.coverage.items():
        table.add_row(
            share,
            f"{each.right:.2f}",
            f"{each.near_misses:.2f}",
            f"{each.risk:.2f}",
            f"{each.threshold:.2f}",
        )
    out.print(table)
    kinds = list(dict.fromkeys(kind for each in found.near.values() for kind in each))
    if kinds:
        table = Table("answerable answered", *kinds, title="near misses answered there, by kind")
        for share, given in found.near.items():
            table.add_row(share, *(f"{given[kind]:.2f}" if kind in given else "" for kind in kinds))
        out.print(table)


def _show(title: str, rows: Mapping[str, Mapping[str, Estimate]], *, intervals: bool = True) -> None:
    if not rows:
        return
    columns = list(dict.fromkeys(name for each in rows.values() for name in each))
    table = Table("", *columns, title=title)
    for row, figures in rows.items():
        table.add_row(span(row), *(_cell(figures.get(name), intervals) for name in columns))
    out.print(table)


def _cell(each: Estimate | None, intervals: bool) -> str:
    if each is None:
        return ""
    p = getattr(each, "p", None)
    if p is not None:
        return f"{each.value:+.2f} ({each.low:+.2f} to {each.high:+.2f}), p {p:.1g}"
    return f"{each.value:.2f} ({each.low:.2f} to {each.high:.2f})" if intervals else f"{each.value:.2f}"
