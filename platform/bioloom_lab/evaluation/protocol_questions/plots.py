"""Figures of the suite `protocol-qa`: retrieval, answers, and risk against coverage."""

from __future__ import annotations

from pathlib import Path

from bioloom_lab.evaluation.charts import draw_bars, draw_curves
from bioloom_lab.evaluation.protocol_questions.suite import ProtocolQuestionScores


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
