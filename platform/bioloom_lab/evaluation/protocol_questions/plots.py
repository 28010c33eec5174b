"""Figures of the suite `protocol-qa`: retrieval, answers, and risk against coverage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bioloom.extras import optional
from bioloom_lab.evaluation.protocol_questions.scoring import ProtocolQuestionScores
from bioloom_lab.evaluation.statistics import Estimate


def draw_bars(path: Path, title: str, rows: Mapping[str, Estimate]) -> None:
    """Draw one bar a row from 0 to 1, with its value and 95% interval."""
    names, found = list(rows), list(rows.values())
    with _axes(path, title, height=1.2 + 0.3 * len(names)) as axes:
        values = [each.value for each in found]
        below = [max(0.0, each.value - each.low) for each in found]
        above = [max(0.0, each.high - each.value) for each in found]
        bars = axes.barh(names, values, xerr=(below, above))
        axes.bar_label(bars, fmt="%.2f", padding=3)
        axes.invert_yaxis()
        axes.set_xlim(0, 1)


def draw_curves(
    path: Path, title: str, across: str, up: str, series: Mapping[str, Sequence[tuple[float, float]]]
) -> None:
    """Draw curves over (x, y) points, both from 0 to 1, with the axes' names and a legend."""
    with _axes(path, title, height=4) as axes:
        for name, points in series.items():
            axes.plot([x for x, _ in points], [y for _, y in points], label=name)
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel=across, ylabel=up)
        axes.legend()


@contextmanager
def _axes(path: Path, title: str, *, height: float) -> Iterator[Any]:
    """Give the axes of a figure, which is written when it is drawn; text stays text, files have no date."""
    matplotlib = optional("matplotlib", "Drawing figures", extra="lab")
    figures = optional("matplotlib.figure", "Drawing figures", extra="lab")
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": title}):
        figure = figures.Figure(figsize=(8, height), layout="constrained")
        axes = figure.subplots()
        axes.set_title(title)
        axes.grid(alpha=0.3)
        axes.set_axisbelow(True)
        yield axes
        figure.savefig(path, format="svg", metadata={"Date": None})


def write_plots(found: ProtocolQuestionScores, folder: Path) -> tuple[Path, ...]:
    """Draw the figures as SVG files and name them; the folder is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    bars = {
        f"retrieval-{metric.replace('@', '-at-')}": (
            f"{metric}, n = {found.n - found.unanswerable}, 95% bootstrap intervals",
            {method: each[metric] for method, each in found.methods.items()},
        )
        for metric in next(iter(found.methods.values()), {})
    }
    bars["answers-by-kind"] = (
        "right answers of ask, by kind",
        {kind: each["right"] for kind, each in found.answers.items() if "right" in each},
    )
    if found.views:
        bars["answers-by-evidence"] = (
            "right answers by what retrieves and what is shown, never refusing",
            {view: each["right"] for view, each in found.views.items()},
        )
    written = [folder / f"{name}.svg" for name in bars]
    for path, (title, rows) in zip(written, bars.values(), strict=True):
        draw_bars(path, title, rows)
    if found.curve:
        path = folder / "risk-coverage.svg"
        draw_curves(
            path,
            f"refusing, AURC {found.aurc:.3f}",
            "share of answerable questions answered",
            "share",
            {
                "near misses answered": [(each.coverage, each.near_misses) for each in found.curve],
                "wrong, of all answers": [(each.coverage, each.risk) for each in found.curve],
                "right, of answerable": [(each.coverage, each.right) for each in found.curve],
            },
        )
        written.append(path)
    return tuple(written)
