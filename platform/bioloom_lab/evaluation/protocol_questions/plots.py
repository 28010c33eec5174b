"""The figures of the suite `protocol-qa` as files."""

from __future__ import annotations

from pathlib import Path

from bioloom_lab.evaluation.charts import bar_chart, line_chart
from bioloom_lab.evaluation.protocol_questions.suite import ProtocolQuestionScores


def write_plots(found: ProtocolQuestionScores, folder: Path) -> tuple[Path, ...]:
    """Draw retrieval, answers, and risk against coverage as SVG files; the folder is made if need be."""
    drawn = {
        f"retrieval-{metric.replace('@', '-at-')}": bar_chart(
            f"{metric}, n = {found.n - found.unanswerable}, 95% bootstrap intervals",
            {method: each[metric] for method, each in found.methods.items()},
        )
        for metric in next(iter(found.methods.values()), {})
    }
    drawn["answers-by-kind"] = bar_chart(
        "right answers of ask, by kind",
        {kind: each["right"] for kind, each in found.answers.items() if "right" in each},
    )
    if found.views:
        drawn["answers-by-evidence"] = bar_chart(
            "right answers by what retrieves and what is shown, never refusing",
            {view: each["right"] for view, each in found.views.items()},
        )
    if found.curve:
        drawn["risk-coverage"] = line_chart(
            f"refusing, AURC {found.aurc:.3f}",
            "share of answerable questions answered",
            "share",
            {
                "near misses answered": [(each.coverage, each.near_misses) for each in found.curve],
                "wrong, of all answers": [(each.coverage, each.risk) for each in found.curve],
                "right, of answerable": [(each.coverage, each.right) for each in found.curve],
            },
        )
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, content in drawn.items():
        path = folder / f"{name}.svg"
        path.write_text(content, encoding="utf-8")
        written.append(path)
    return tuple(written)
