"""bioloom eval protocol-qa: generated questions about annotated protocols, asked of the loaded graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from bioloom.cli.console import notes, out
from bioloom.cli.plain import span
from bioloom.graph.opening import open_graph
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.evaluation.protocol_questions.suite import ProtocolScores
    from bioloom.evaluation.statistics import Estimate

SUITE = "protocol-qa"


def measure_questions(folders: Sequence[Path], *, seed: int, a_kind: int, ablation: bool) -> ProtocolScores:
    """Generate the questions of some folders and ask them."""
    from bioloom.evaluation.protocol_questions.suite import evaluate_protocol_questions
    from bioloom.retrieval import METHODS, vector_of, vectors_held

    settings = Settings()
    with open_graph(settings) as graph, notes.status(SUITE) as status:
        held = vectors_held(graph, vector_of("protocol"))
        if not held:
            notes.print(
                "no sentence has a vector, so the method vector is left out: bioloom embed makes them"
            )
        return evaluate_protocol_questions(
            graph,
            settings,
            folders,
            seed=seed,
            a_kind=a_kind,
            methods=[name for name, each in METHODS.items() if held or each.ranking != "vector"],
            ablation=ablation,
            on_progress=lambda done, total: status.update(f"{SUITE}: {done:,} of {total:,}"),
        )


def questions_as_json(found: ProtocolScores, data: Sequence[Path]) -> dict[str, Any]:
    """Give what was found in the form of every suite."""
    return {"suite": SUITE, "data": [str(path) for path in data], "published": [], **asdict(found)}


def show_questions(found: ProtocolScores) -> None:
    """Print the tables, each figure with its interval."""
    _show(f"retrieval, n = {found.n} with unanswerable ones", found.methods)
    _show("difference to bm25, paired", found.against, sign="+")
    _show("hit@1 by kind", found.kinds, intervals=False)
    _show("local reader", found.answers)
    _show("local reader that never abstains, by what it is shown", found.views)
    table = Table("answerable answered", "unanswerable answered", title="abstention")
    for share, risk in found.coverage.items():
        table.add_row(share, f"{risk:.2f}")
    out.print(table)


def _show(
    title: str, rows: Mapping[str, Mapping[str, Estimate]], *, sign: str = "", intervals: bool = True
) -> None:
    if not rows:
        return
    columns = list(dict.fromkeys(name for each in rows.values() for name in each))
    table = Table("", *columns, title=title)
    for row, figures in rows.items():
        cells = []
        for name in columns:
            each = figures.get(name)
            text = "" if each is None else f"{each.value:{sign}.2f}"
            cells.append(f"{text} ({each.low:.2f} to {each.high:.2f})" if each and intervals else text)
        table.add_row(span(row), *cells)
    out.print(table)
