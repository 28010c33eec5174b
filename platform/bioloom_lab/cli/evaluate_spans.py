"""bioloom eval qa: questions whose answer is a part of an article, asked of the loaded articles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from bioloom.cli.console import notes, out
from bioloom.cli.terminal_text import span
from bioloom.graph.opening import open_graph
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom_lab.evaluation.span_questions.suite import SpanScores
    from bioloom_lab.evaluation.statistics import Estimate

SUITE = "qa"
BEST = "prose"
"""The method that ranks what is read."""


def measure_spans(data: Sequence[Path], *, model: str | None) -> SpanScores:
    """Ask the questions of some files in the SQuAD format; `model` is the folder of a reader."""
    from bioloom.retrieval import DEFAULT_METHOD, METHODS, usable_methods
    from bioloom_lab.evaluation.span_questions.answerers import FLOORS, Answerer
    from bioloom_lab.evaluation.span_questions.squad import read_squad
    from bioloom_lab.evaluation.span_questions.suite import evaluate_span_questions

    articles = tuple(article for path in data for article in read_squad(path))
    answerers: dict[str, Answerer] = dict(FLOORS)
    if model is not None:
        from bioloom_lab.evaluation.span_questions.cross_validated_reader import UnseenReader

        answerers["reader"] = UnseenReader(Path(model), articles)
    with open_graph(Settings()) as graph, notes.status(SUITE) as status:
        usable = usable_methods(graph)
        if len(usable) < len(METHODS):
            notes.print(
                "vector is left out: the sentences have no vectors yet; make them with: bioloom embed"
            )
        return evaluate_span_questions(
            graph,
            articles,
            methods=usable,
            method=BEST if BEST in usable else DEFAULT_METHOD,
            answerers=answerers,
            on_progress=lambda done, total: status.update(f"{SUITE}: {done:,} of {total:,}"),
        )


def spans_as_json(found: SpanScores, data: Sequence[Path]) -> dict[str, Any]:
    """Give what was found in the form of every suite."""
    from bioloom_lab.evaluation.span_questions.published import published

    return {
        "suite": SUITE,
        "data": [str(path) for path in data],
        "n": found.n,
        "articles": found.articles,
        "metrics": {
            **{name: _numbers(each) for name, each in found.methods.items()},
            **{f"{name}, within": _numbers(each) for name, each in found.within.items()},
            **{name: _numbers(each) for name, each in found.answers.items()},
        },
        "against_bm25": {name: _numbers(each) for name, each in found.against.items()},
        "published": [{"name": name, **figures} for name, figures in published().items()],
    }


def show_spans(found: SpanScores) -> None:
    """Print the tables, each figure with its interval over articles."""
    from bioloom_lab.evaluation.span_questions.published import published

    _show(f"sentences among all that is loaded, n = {found.n} on {found.articles} articles", found.methods)
    _show("sentences within the article", found.within)
    _show("difference to bm25, paired", found.against, sign="+")
    _show("answers, open and within the article (closed)", found.answers, published())


def _show(
    title: str,
    rows: Mapping[str, Mapping[str, Estimate]],
    published: Mapping[str, Mapping[str, float]] | None = None,
    *,
    sign: str = "",
) -> None:
    if not rows:
        return
    columns = list(dict.fromkeys(name for each in rows.values() for name in each))
    table = Table("", *columns, title=title)
    for row, figures in rows.items():
        cells = (
            f"{one.value:{sign}.3f} ({one.low:{sign}.3f} to {one.high:{sign}.3f})" if one else ""
            for one in (figures.get(name) for name in columns)
        )
        table.add_row(span(row), *cells)
    for name, told in (published or {}).items():
        table.add_row(
            span(f"{name} (published)"), *(f"{told[key]:.3f}" if key in told else "" for key in columns)
        )
    out.print(table)


def _numbers(figures: Mapping[str, Estimate]) -> dict[str, Any]:
    return {
        name: {"value": round(one.value, 4), "low": round(one.low, 4), "high": round(one.high, 4)}
        for name, one in figures.items()
    }
